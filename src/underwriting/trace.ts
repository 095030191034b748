// Which lines of tariff and rates made a premium, with the amount of each, to explain a premium.
import { calculate, findTax, priceUnits, type Underwriting } from "./calculate.ts";
import { cents, toCents } from "./decimal.ts";
import { takeFactor } from "./factors.ts";
import { addressInRecord, findRecords, multiply, priceBase, takeFor } from "./items.ts";
import { answerAt, type Factor, type PerItem } from "./tariff.ts";

export interface TraceLine {
  /** Without its ending: rates, tariff, or a tariff of a later day. */
  file: string;
  /** JSON Pointer into that file. */
  place: string;
  /** What the tariff calls it. */
  name: string;
  /** Path of the answer that chose it, and what was answered. */
  answer?: string;
  given?: unknown;
  /** Of a price over records: the address of the record. */
  record?: string;
  /** Of a factor. Null: the answer has none, so there is no premium. */
  factor?: number | null;
  /** Of a surcharge, a tax or a one-off. */
  percentage?: number;
  /** What it adds, in cents. Lines of a year add up to the premium per year. */
  amount: number | null;
  per: "year" | "term" | "once";
}

export function tracePremium(input: Underwriting): TraceLine[] {
  return [...tracePrice(input), ...traceAdditions(input), ...traceTerms(input)];
}

/** `by`: a second answer that chooses with the first. */
type LineSource = Pick<TraceLine, "place" | "name"> & { answer: string; by?: string | undefined };

/** A line of the tariff with what was answered. */
function inTariff(
  { by, ...line }: LineSource,
  { file = "tariff", answers }: Pick<Underwriting, "file" | "answers">,
  amount: number | null,
): TraceLine {
  const first = answerAt(answers, line.answer);
  const second = by && answerAt(answers, by);
  const both = first === undefined || second === undefined ? undefined : [first, second];
  return { ...line, file, given: by === undefined ? first : both, amount, per: "year" };
}

/** The main price and what each factor makes of it. */
function tracePrice(input: Underwriting): TraceLine[] {
  const { answers } = input;
  const { main, factors = [] } = input.tariff;
  if (!main) return [];
  const index = main.options.findIndex((option) => option.value === answerAt(answers, main.answer));
  const option = main.options[index];
  const price = option ? toCents(option.price) : null;
  const pointer = option ? `/main/options/${index}` : "/main/options";
  const lines: TraceLine[] = [inTariff({ place: pointer, name: "main", answer: main.answer }, input, price)];
  const values: number[] = [];
  let before = price;
  for (const [position, factor] of factors.entries()) {
    const taken = takeFactor(factor, answers);
    if (taken) values.push(taken.value);
    const after = taken && price !== null ? cents(price, ...values) : null;
    const amount = after === null || before === null ? null : after - before;
    const named = {
      place: `/factors/${position}${taken?.at ?? ""}`,
      name: factor.name,
      answer: factor.answer,
      by: factor.by,
    };
    lines.push({ ...inTariff(named, input, amount), factor: taken?.value ?? null });
    before = after;
  }
  return lines;
}

/** Of each record: its rate, what each factor makes of it, and what is missing to the minimum. */
function traceItems(input: Underwriting): TraceLine[] {
  const { tariff, answers } = input;
  return (tariff.per_item ?? []).flatMap((rule, part) =>
    (findRecords(rule, answers) ?? []).flatMap((record) => traceRecord(input, rule, { part, record })),
  );
}

function traceRecord(input: Underwriting, rule: PerItem, { part, record }: { part: number; record: string }) {
  const { answers } = input;
  const line = (
    pointer: string,
    name: string,
    paths: Pick<Factor, "answer" | "by">,
    amount: number | null,
  ): TraceLine => {
    const answer = addressInRecord(record, paths.answer);
    const by = paths.by && addressInRecord(record, paths.by);
    return { ...inTariff({ place: `/per_item/${part}/${pointer}`, name, answer, by }, input, amount), record };
  };
  const base = priceBase(rule, record, answers);
  const first = base === null ? null : multiply(rule, base, []);
  const taken = (rule.factors ?? []).map((factor) => takeFor(factor, record, answers));
  /** The price with so many of the factors. */
  const priceWith = (count: number) => {
    const values = taken.slice(0, count).map((factor) => factor?.value);
    return base === null || values.includes(undefined) ? null : multiply(rule, base, values as number[]);
  };
  const factors = (rule.factors ?? []).map((factor, index): TraceLine => {
    const [before, after] = [priceWith(index), priceWith(index + 1)];
    const amount = before === null || after === null ? null : after - before;
    const pointer = `factors/${index}${taken[index]?.at ?? ""}`;
    return { ...line(pointer, factor.name, factor, amount), factor: taken[index]?.value ?? null };
  });
  const missing = toCents(rule.minimum ?? 0) - (priceWith(taken.length) ?? Number.POSITIVE_INFINITY);
  const { price, amount = "" } = rule;
  const source = price ?? { answer: amount };
  const at = price ? `price${takeFor(price, record, answers)?.at ?? ""}` : "rate";
  const least = missing > 0 ? [line("minimum", rule.name, source, missing)] : [];
  return [line(at, price?.name ?? rule.name, source, first), ...factors, ...least];
}

/** What comes on top of the main price: doubled limit, units, additional covers. */
function traceAdditions(input: Underwriting): TraceLine[] {
  const { tariff, answers } = input;
  const { double_year_limit: limit, per_unit: units = [], additional = [] } = tariff;
  const result = calculate(input);
  const counted = units.map((unit, index) =>
    inTariff(
      { place: `/per_unit/${index}`, name: unit.name, answer: unit.answer },
      input,
      priceUnits(unit, answers).amount,
    ),
  );
  const lines = [...counted, ...traceItems(input)];
  for (const [index, { value, answer, price }] of additional.entries())
    if (answerAt(answers, answer) === true)
      lines.push(inTariff({ place: `/additional/${index}`, name: value, answer }, input, toCents(price)));
  if (!limit || !result?.doubled) return lines;
  const named = { place: "/double_year_limit", name: "double_year_limit", answer: limit.answer };
  return [inTariff(named, input, result.doubleYearLimit), ...lines];
}

function traceTerms(input: Underwriting): TraceLine[] {
  const { tariff, rates } = input;
  const result = calculate(input);
  if (!result) return [];
  const { months, surchargeRate, surcharge, taxRate, tax, oneOff } = result;
  const line = (pointer: string, name: string, percentage: number) => ({
    file: "rates",
    place: pointer,
    name,
    percentage,
  });
  const inTerms: TraceLine = {
    ...line(`/instalment_surcharges/${months}`, "surcharge", surchargeRate),
    amount: surcharge,
    per: "year",
  };
  const taxed: TraceLine = { ...line(findTax(rates, input.day).place, "tax", taxRate), amount: tax, per: "term" };
  const lines = result.inTerms ? [inTerms, taxed] : [taxed];
  if (!oneOff) return lines;
  const once = line(`/one_off/${tariff.one_off?.rate}`, "one_off", oneOff.percentage);
  return [...lines, { ...once, amount: oneOff.amount, per: "once" }];
}
