// The words of answers on the server: fields with their texts as the form has them, values in their notation, names of records. Pure.
import { writeValue } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { recordSchemas } from "#engine/fields/recordFields.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isObject, listRef, memberList, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, Language, ListItem, RequestAnswers, Translator } from "#engine/schema/types.ts";
import { fillAnswers } from "#engine/texts/answersInTexts.ts";
import { type FieldTexts, fieldTexts, labelItem } from "#engine/texts/fieldTexts.ts";
import { paperWords } from "../documents/papers.ts";
import type { LoadedProduct } from "../products/products.ts";

/** What the words of answers come from. */
export interface TextFacts {
  product: LoadedProduct;
  evaluation: { answers: RequestAnswers; context: Pick<EvaluationContext, "lists"> };
  language: Language;
}

/** A field with all that its answer is written out from. */
export interface Field {
  facts: TextFacts;
  texts: FieldTexts;
  schema: Schema;
  ui: UiSchema;
  /** Items of the list that its value is chosen from. */
  items: readonly ListItem[];
  /** The same by the names of the members that come from them. */
  rows: ReadonlyMap<string, ListItem>;
}

/** Looks up the texts in the same way as the form. */
export function findField(facts: TextFacts, step: string, path: string[]): Field {
  const { product, evaluation, language } = facts;
  const { schema: whole = {}, ui: layout = {} } = product.bundle.steps[step] ?? {};
  const schema = path.reduce(
    (around, name) => propertySchemas(recordSchemas(around)[0] ?? around).get(name)?.[0] ?? {},
    whole,
  );
  const layoutPart = valueAt(layout, path);
  const ui: UiSchema = isObject(layoutPart) ? layoutPart : {};
  const translate: Translator = (key, values) => {
    const text = product.text(language, key, values as Record<string, string | number>);
    return text === key ? null : text;
  };
  const source = { step, translate, values: product.bundle.manifest.text_values ?? {} };
  const list =
    memberList(schema) ?? listRef(schema.enumFrom ?? schema.items?.enumFrom) ?? listRef(schema.items?.pairFrom);
  const texts = fieldTexts(source, path, schema, ui);
  const items = ((list && evaluation.context.lists[list.list]) ?? []).map((item) => labelItem(item, texts));
  const rows = new Map(items.map((item) => [`${memberList(schema)?.prefix ?? ""}${item.value}`, item]));
  return { facts, texts, schema, ui, items, rows };
}

export function writeAnswer(field: Field, value: unknown): string {
  const { facts, texts, schema, ui, items } = field;
  const { language } = facts;
  if (typeof value === "boolean") return value ? paperWords[language].yes : paperWords[language].no;
  if (Array.isArray(value))
    return value.map((item) => writeAnswer(field, Array.isArray(item) ? item.at(-1) : item)).join(", ");
  const words = texts.option(value) ?? items.find((option) => option.value === value)?.label;
  if (words !== undefined) return words;
  const layout = { widget: ui["ui:widget"], ...ui["ui:options"], unit: texts.text("unit") };
  return writeValue(value, schema.format, layout, language);
}

/** Names a record of a list by its title, or by its number while the title contains an answer that is not given: "Vehicle 2". */
export function nameRecord(facts: TextFacts, address: readonly string[]): string {
  const [step = "", ...place] = address;
  const record = valueAt(facts.evaluation.answers[step], place);
  const list = findField(facts, step, place.slice(0, -1));
  const wordsFor = (name: string) => {
    const value = Object(record)[name];
    const isAnswered = value !== undefined && value !== null && value !== "";
    return isAnswered ? writeAnswer(findField(facts, step, [...place.slice(0, -1), name]), value) : undefined;
  };
  const title = fillAnswers(list.texts.text("record"), wordsFor);
  return title ?? `${list.texts.text("item") ?? list.texts.text("label") ?? place.at(-2)} ${Number(place.at(-1)) + 1}`;
}
