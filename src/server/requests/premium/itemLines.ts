// What the premium of a year consists of, in words: what each record of a list adds, under its name, and the rest of it.
import { nameRecord } from "#engine/texts/answerWords.ts";
import { formatMoney } from "#engine/values/formats.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ItemPrice } from "#underwriting/items.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { paperWords } from "../../documents/papers.ts";
import { answerSource, type TextFacts } from "../answerTexts.ts";

/** Amounts in cents, each under the name of its record. */
export function describeItems(
  facts: TextFacts,
  items: readonly ItemPrice[],
): { name: string; label: string; amount: number }[] {
  const source = answerSource(facts);
  return items.map(({ name, record, amount }) => ({ name, label: nameRecord(source, record.split(".")), amount }));
}

/** What the premium of a year consists of, as rows of a document that add up to it. None where it is the main cover alone. */
export function writeYear({ product, evaluation, calculation, language }: YearInput): [string, string][] {
  const { main, units, items, doubled, doubleYearLimit, additional } = calculation;
  const { year } = paperWords[language];
  const money = (cents: number) => formatMoney(cents / 100, language);
  const counted = units.map(({ name, number, price, amount }) => {
    const label = `${number} × ${money(price)} ${product.text(language, `unit.${name}`)}`;
    return { label, amount };
  });
  const parts = [...counted, ...describeItems({ product, evaluation, language }, items)];
  const base = parts.reduce((rest, { amount }) => rest - amount, main);
  const lines = [
    ...(evaluation.underwriting.tariff.main ? [{ label: year.main, amount: base }] : []),
    ...parts,
    ...(doubled ? [{ label: year.double_year_limit, amount: doubleYearLimit }] : []),
    ...additional.map(({ value, amount }) => ({
      label: product.text(language, `wizard.additional_coverage.${value}.name`),
      amount,
    })),
  ];
  return lines.length > 1 ? lines.map(({ label, amount }) => [label, money(amount)]) : [];
}

interface YearInput extends TextFacts {
  evaluation: TextFacts["evaluation"] & { underwriting: { tariff: Tariff } };
  calculation: Calculation;
}
