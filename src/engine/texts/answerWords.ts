// The words of answers as they are stored: fields with their texts as the form has them, values in their notation, names of records.
import { writeValue } from "../fields/controls.ts";
import { valueAt } from "../fields/fieldPath.ts";
import { readIds, recordSchemas } from "../fields/recordFields.ts";
import { memberList } from "../schema/members.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { isObject, isRecordsList, isSiblingList, layoutPath, propertySchemas } from "../schema/schemaTree.ts";
import type {
  JsonObject,
  Language,
  ListItem,
  Lists,
  ProductBundle,
  RequestAnswers,
  Translator,
} from "../schema/types.ts";
import { constantValues, fillAnswers } from "./answersInTexts.ts";
import { type FieldTexts, fieldTexts, labelItem } from "./fieldTexts.ts";

/** What the words of answers come from. */
export interface AnswerSource {
  bundle: Pick<ProductBundle, "manifest" | "steps">;
  answers: RequestAnswers;
  lists: Lists;
  translate: Translator;
  language: Language;
  /** What the texts name in braces; without it the constants of the product. */
  values?: JsonObject;
}

/** A field with all that its answer is written out from. */
export interface Field {
  source: AnswerSource;
  texts: FieldTexts;
  schema: Schema;
  ui: UiSchema;
  /** Items of the list that its value is chosen from. */
  items: readonly ListItem[];
  /** The same by the names of the members that come from them. */
  rows: ReadonlyMap<string, ListItem>;
}

/** Looks up the texts in the same way as the form. `place`: the path with the indexes of records. */
export function findField(source: AnswerSource, step: string, path: string[], place: readonly string[] = path): Field {
  const { bundle, lists, translate, values } = source;
  const { schema: whole = {}, ui: layout = {} } = bundle.steps[step] ?? {};
  const schema = path.reduce(
    (around, name) => propertySchemas(recordSchemas(around)[0] ?? around).get(name)?.[0] ?? {},
    whole,
  );
  const layoutPart = valueAt(layout, path);
  const ui: UiSchema = isObject(layoutPart) ? layoutPart : {};
  const { enumFrom, items: entry } = schema;
  const members = memberList(schema);
  const list = members?.list ?? enumFrom ?? entry?.enumFrom ?? entry?.pairFrom?.list ?? "";
  const texts = fieldTexts({ step, translate, values: values ?? constantValues(bundle.manifest) }, path, schema, ui);
  const offered = isSiblingList(list) ? labelAll(source, [step, ...place.slice(0, -1), list.slice(1)]) : lists[list];
  const items = (offered ?? []).map((item) => labelItem(item, texts));
  const rows = new Map(items.map((item) => [`${members?.prefix ?? ""}${item.value}`, item]));
  return { source, texts, schema, ui, items, rows };
}

export function writeAnswer(field: Field, value: unknown): string {
  const { source, texts, schema, ui, items } = field;
  if (typeof value === "boolean") return source.translate(`common.answer.${value ? "yes" : "no"}`) ?? String(value);
  if (Array.isArray(value))
    return value.map((item) => writeAnswer(field, Array.isArray(item) ? item.at(-1) : item)).join(", ");
  const words = texts.option(value) ?? items.find((option) => option.value === value)?.label;
  if (words !== undefined) return words;
  const layout = { widget: ui["ui:widget"], ...ui["ui:options"], unit: texts.text("unit") };
  return writeValue(value, schema.format, layout, source.language);
}

/**
 * Names a record of a list by its title, or by its number while the title contains an answer that is not given: "Vehicle 2". A record
 * inside another one is named after that: "Kade 1 – Hall".
 */
export function nameRecord(source: AnswerSource, address: readonly string[], isInside = address.length > 3): string {
  const [step = "", ...place] = address;
  const listPath = layoutPath(source.bundle.steps[step]?.schema ?? {}, place);
  const record = valueAt(source.answers[step], place);
  const list = findField(source, step, listPath);
  const wordsFor = (name: string) => {
    const value = Object(record)[name];
    const isAnswered = value !== undefined && value !== null && value !== "";
    return isAnswered ? writeAnswer(findField(source, step, [...listPath, name]), value) : undefined;
  };
  const title = fillAnswers(list.texts.text("record"), wordsFor);
  const name =
    title ?? `${list.texts.text("item") ?? list.texts.text("label") ?? place.at(-2)} ${Number(place.at(-1)) + 1}`;
  return isInside ? `${nameRecord(source, address.slice(0, -2))} – ${name}` : name;
}

/** The records of a list as choices with their names. */
const labelAll = (source: AnswerSource, list: readonly string[]): ListItem[] =>
  readIds(valueAt(source.answers, list)).map((item, index) => {
    return { ...item, label: nameRecord(source, [...list, String(index)], false) };
  });

/** Returns the lists, those of records with the names of their records. */
export function labelRecords(source: AnswerSource): Lists {
  const named = Object.keys(source.lists).filter(isRecordsList);
  const labelled = named.map((name) => [name, labelAll(source, name.split("."))]);
  return labelled.length > 0 ? { ...source.lists, ...Object.fromEntries(labelled) } : source.lists;
}
