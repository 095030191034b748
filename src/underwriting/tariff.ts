// The private part of a product, as schemas/meta describes it: tariff and rates, how their paths read answers, and which
// product code a request gets. Calculates no premium.

import { onlyOne } from "#engine/expressions/paths.ts";
import { renameAddress } from "#engine/fields/formerNames.ts";
import type { Expression } from "#engine/schema/schema.ts";
import type { FormerNames, JsonObject, RequestAnswers } from "#engine/schema/types.ts";

export interface Tariff {
  product_code: {
    /** One answer, or several that are looked up together. */
    answer?: string | string[];
    lookup?: { list: string; member: string };
    precedence?: string[];
    default: string;
  };
  /** The price of the chosen cover. Absent: the whole price is per unit and per record. */
  main?: {
    answer: string;
    list: "all_main_coverages" | "insured_amounts";
    options: { value: string | number; insured_amount: number; price: number }[];
  };
  /** Of the main price. */
  factors?: Factor[];
  /** Absent: the product has none, and none is shown. */
  own_risk?: { answer?: string; fixed?: number };
  double_year_limit?: { answer: string; rate: number; multiple: number };
  per_unit?: { name: string; answer: string; price: number }[];
  per_item?: PerItem[];
  additional?: { value: string; answer: string; price: number; popular?: boolean; amounts?: JsonObject }[];
  instalments?: { answer: string; months?: string; default_months: number; rate: string };
  one_off?: { answer: string; when?: Expression; rate: string };
  tax: { rate: string; date: string };
}

/** A price for each record of a list: rate x amount x factors, at least the minimum. */
export interface PerItem {
  name: string;
  /** The list: `<step>.<field>`. Answers of its records are `<step>.<field>.*.<member>`. */
  each: string;
  /** The price of a record before the factors: a rate of an answer in euros, or euros by one or two answers. */
  amount?: string;
  rate?: number;
  price?: Factor;
  /** Euros per record. */
  minimum?: number;
  /** The list may stay empty and then adds nothing; otherwise there is no premium without a record. */
  optional?: boolean;
  factors?: Factor[];
}

export interface Factor {
  name: string;
  answer: string;
  /** Factor without an answer. Absent: no premium then. */
  empty?: number;
  values?: Record<string, number>;
  /** Per choice of an answer of several: those of what is ticked are multiplied. */
  each_of?: Record<string, number>;
  bands?: { up_to: number; factor: number }[];
  /** By two answers: `answer` chooses the row, `by` the column. */
  by?: string;
  grid?: Grid;
}

/** Rows and columns are choices, or the highest numbers of bands. */
export interface Grid {
  columns: (string | number)[];
  rows: { value: string | number; cells: number[] }[];
}

interface DatedRate {
  from: string | null;
  percentage: number;
}

export interface Rates {
  country: string;
  insurance_tax: Record<string, { use: string; readings: Record<string, DatedRate[]> }>;
  instalment_surcharges: Record<string, number>;
  one_off: Record<string, { percentage: number }>;
}

/** What a product is priced with: its tariff, those that count from a later first day of cover, oldest first, and the rates. */
export interface Pricing {
  tariff: JsonObject | null;
  tariffs?: DatedTariff[] | undefined;
  rates: JsonObject | null;
  /** Names that its fields had before, which a request of an earlier release uses. */
  was?: FormerNames | undefined;
}

export interface DatedTariff {
  from: string;
  tariff: JsonObject;
}

/** The tariff and rates of a request, and the tariff's file. */
interface Priced {
  tariff: Tariff;
  rates: Rates;
  file: string;
  /** How the tariff renames the answers of the request, if it is of another release. */
  was?: FormerNames | undefined;
}

/** The tariff that is valid on a first day of cover. */
export function pricedOn({ tariff, tariffs = [], rates }: Pricing, day: string): Priced {
  const later = tariffs.findLast(({ from }) => from <= day);
  const file = later ? `tariff.${later.from}` : "tariff";
  return { tariff: (later?.tariff ?? tariff) as unknown as Tariff, rates: rates as unknown as Rates, file };
}

/** The newest tariff where it prices what the request's contract asks, else that of the request's own release. */
export function choosePrices(ownPricing: Pricing, newest: Pricing | undefined, day: string): Priced {
  const ownPriced = pricedOn(ownPricing, day);
  const next = newest?.tariff ? pricedOn(newest, day) : ownPriced;
  return next !== ownPriced && fits(next.tariff, ownPriced.tariff, newest?.was)
    ? { ...next, was: newest?.was }
    : ownPriced;
}

/** Whether it asks the same answers and has a price for each that the other one has a price for. Amounts may differ. */
export function fits(next: Tariff, ownTariff: Tariff, was?: FormerNames): boolean {
  if (next === ownTariff) return true;
  const renamed = (_name: string, value: unknown) => (typeof value === "string" ? renameAddress(was, value) : value);
  if (JSON.stringify(listReads(next)) !== JSON.stringify(listReads(ownTariff), renamed)) return false;
  const offered = new Set(next.main?.options.map(({ value }) => value));
  const factors = allFactors(next);
  return (
    (ownTariff.main?.options ?? []).every(({ value }) => offered.has(value)) &&
    allFactors(ownTariff).every((factor, index) => coversFactor(factors[index], factor))
  );
}

/** Of the main price, then those of each part that prices records. */
const allFactors = ({ factors = [], per_item = [] }: Tariff): Factor[] => [
  ...factors,
  ...per_item.flatMap(pricesOfItem),
];

const pricesOfItem = ({ price, factors = [] }: PerItem): Factor[] => (price ? [price, ...factors] : factors);

function coversFactor(next: Factor | undefined, ownFactor: Factor): boolean {
  const chosen = (["values", "each_of"] as const).every((member) =>
    Object.keys(ownFactor[member] ?? {}).every((value) => Object.hasOwn(next?.[member] ?? {}, value)),
  );
  const highest = ({ bands = [] }: Factor) => bands.at(-1)?.up_to ?? 0;
  return next !== undefined && chosen && highest(next) >= highest(ownFactor) && coversGrid(next.grid, ownFactor.grid);
}

function coversGrid(next: Grid | undefined, own: Grid | undefined): boolean {
  const covers = (nextKeys: unknown[], ownKeys: unknown[]) =>
    ownKeys.every((key) => nextKeys.includes(key)) || Number(nextKeys.at(-1)) >= Number(ownKeys.at(-1));
  const rows = (grid: Grid) => grid.rows.map(({ value }) => value);
  if (!own || !next) return own === next;
  return covers(next.columns, own.columns) && covers(rows(next), rows(own));
}

const listAsked = (factors: readonly Factor[]) =>
  factors.map(({ answer, by, empty }) => [answer, by, empty === undefined]);

/** What a tariff reads of a request, without amounts. */
const listReads = (tariff: Tariff) => [
  [tariff.main?.answer, tariff.main?.list],
  listAsked(tariff.factors ?? []),
  (tariff.per_unit ?? []).map(({ answer }) => answer),
  (tariff.per_item ?? []).map((part) => [part.each, part.amount, listAsked(pricesOfItem(part))]),
  (tariff.additional ?? []).map(({ value, answer }) => [value, answer]),
  [tariff.double_year_limit?.answer, tariff.instalments?.answer, tariff.instalments?.months],
  [tariff.one_off?.answer, tariff.one_off?.when, tariff.own_risk?.answer, tariff.own_risk?.fixed === undefined],
  tariff.product_code,
];

/** The answers at `step.field.child`. `*` matches every entry of an array. */
export function answersAt(answers: RequestAnswers, path: string): unknown[] {
  let values: unknown[] = [answers];
  for (const key of path.split(".")) {
    values = values.flatMap((value) => {
      if (key === "*") return Array.isArray(value) ? value : [];
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return [];
      return [(value as Record<string, unknown>)[key]];
    });
  }
  return values;
}

/** Returns the answer at a path. Several answers are not one value: undefined, and the check refuses the path. */
export function answerAt(answers: RequestAnswers, path: string): unknown {
  if (path.includes("*")) return onlyOne(answersAt(answers, path));
  let value: unknown = answers;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/**
 * By the answers that the tariff names, the strictest code first (decisions 11): a request for one sector with professions of
 * another gets the stricter of the two.
 */
export function findProductCode(tariff: Tariff, professions: JsonObject | null, answers: RequestAnswers): string {
  const { answer, lookup, precedence = [], default: otherwise } = tariff.product_code;
  if (!answer) return otherwise;
  const list = (lookup && (professions?.[lookup.list] as JsonObject[] | undefined)) ?? [];
  const answered = [answer].flat().flatMap((path) => answersAt(answers, path));
  const codes = answered.map((value) => {
    if (!lookup) return String(value);
    return String(list.find((item) => item.value === value)?.[lookup.member] ?? "");
  });
  return precedence.find((code) => codes.includes(code)) ?? codes.find(Boolean) ?? otherwise;
}
