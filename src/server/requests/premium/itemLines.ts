// What the premium of a year consists of, in words: what each record of a list adds, under its name, and the rest of it.
import { valueAt } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Language, Translator } from "#engine/schema/types.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import { formatMoney } from "#engine/values/formats.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ItemPrice } from "#underwriting/items.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { paperWords } from "../../documents/papers.ts";
import type { LoadedProduct } from "../../products/products.ts";

/** Amounts in cents. A record without a name of its own is called by its number. */
export function describeItems(
  product: LoadedProduct,
  tariff: Tariff,
  items: readonly ItemPrice[],
  language: Language,
): { name: string; label: string; amount: number }[] {
  return items.map(({ name, part, record, label, amount }) => {
    const number = `${nameRecords(product, tariff.per_item?.[part]?.each ?? "", language)} ${record + 1}`;
    return { name, label: label ?? number, amount };
  });
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
  const parts = [...counted, ...describeItems(product, evaluation.underwriting.tariff, items, language)];
  const base = parts.reduce((rest, { amount }) => rest - amount, main);
  const lines = [
    { label: year.main, amount: base },
    ...parts,
    ...(doubled ? [{ label: year.double_year_limit, amount: doubleYearLimit }] : []),
    ...additional.map(({ value, amount }) => ({
      label: product.text(language, `wizard.additional_coverage.${value}.name`),
      amount,
    })),
  ];
  return lines.length > 1 ? lines.map(({ label, amount }) => [label, money(amount)]) : [];
}

interface YearInput {
  product: LoadedProduct;
  evaluation: { underwriting: { tariff: Tariff } };
  calculation: Calculation;
  language: Language;
}

/** What a record of a list is called in its form. */
function nameRecords(product: LoadedProduct, each: string, language: Language): string {
  const [step = "", ...path] = each.split(".");
  const layout = valueAt(product.bundle.steps[step]?.ui, path);
  const translate: Translator = (key) => {
    const translation = product.text(language, key);
    return translation === key ? null : translation;
  };
  return fieldTexts({ step, translate }, path, {}, isObject(layout) ? layout : {}).text("item") ?? "";
}
