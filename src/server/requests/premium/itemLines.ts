// What each record of a list adds to the premium of a year, under the name of the record: in the sidebar and in documents.
import { valueAt } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Language, Translator } from "#engine/schema/types.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import { formatMoney } from "#engine/values/formats.ts";
import type { Calculation } from "#underwriting/calculate.ts";
import type { ItemPrice } from "#underwriting/items.ts";
import type { Tariff } from "#underwriting/tariff.ts";
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

/** The rows of a document, before the sum of the year. */
export const writeItems = ({ product, evaluation, calculation, language }: ItemLinesInput): [string, string][] =>
  describeItems(product, evaluation.underwriting.tariff, calculation.items, language).map(({ label, amount }) => [
    label,
    formatMoney(amount / 100, language),
  ]);

interface ItemLinesInput {
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
