// What a field shows by its kind: choices of a list, pairs, one member per item of a list, members of a group.

import { ANSWER, asksExplained, memberList } from "../schema/members.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { isRecordsList, isSiblingList, propertySchemas } from "../schema/schemaTree.ts";
import type { JsonObject, ListItem } from "../schema/types.ts";
import { type FieldTexts, fieldTexts, labelItem } from "./fieldTexts.ts";
import { buildWords, memberUi, presentMeta, readOptions, type Scope } from "./presentField.ts";

/** Presents the properties of a group. It is a parameter, because a group is presented like the form itself. */
type PresentObject = (schema: Schema, ui: UiSchema, path: string[], scope: Scope) => Schema;

/** A field to present: its schema, the layout its author gave, its path and its words. */
interface Field {
  property: Schema;
  own: UiSchema;
  path: string[];
  texts: FieldTexts;
}

/** A property as it is displayed: its schema and what its ui-schema gains. */
interface FieldDisplay {
  schema: Schema;
  options: JsonObject;
  ui: UiSchema;
}

export function presentKind(field: Field, scope: Scope, presentObject: PresentObject): FieldDisplay {
  const { property, texts } = field;
  if (memberList(property)) return presentMembers(field, scope, presentObject);
  if (property.enumFrom !== undefined) return presentChoice(property, property.enumFrom, texts, scope);
  if (property.enum) {
    const items = labelChoices(property.enum, texts);
    return { schema: property, options: { items }, ui: { "ui:enumNames": items.map(findItemName) } };
  }
  if (property.items?.properties) {
    const { schema, ...shown } = presentGroup(property.items, field, scope, presentObject);
    return { schema: { ...property, items: schema }, ...shown };
  }
  if (property.items) return { schema: property, options: presentArray(property.items, texts, scope), ui: {} };
  if (property.properties) return presentGroup(property, field, scope, presentObject);
  return { schema: property, options: {}, ui: {} };
}

/** The members of a group, or of each record of a list: their layout is beside that of the field. */
function presentGroup(group: Schema, { own, path }: Field, scope: Scope, presentObject: PresentObject): FieldDisplay {
  const ui: UiSchema = { ...own };
  const schema = presentObject(group, ui, path, scope);
  const { "ui:options": _options, ...members } = ui;
  return { schema, options: {}, ui: members };
}

const labelChoices = (values: readonly unknown[], texts: FieldTexts): ListItem[] =>
  (values as ListItem["value"][]).map((value) => labelItem({ value }, texts));

function findItemName(item: ListItem): string {
  return item.label ?? String(item.value);
}

const isMissing = (list: string, items: readonly unknown[] | undefined): boolean =>
  isRecordsList(list) ? !items : !items?.length;

/** Explains a choice among records while there are none. */
const emptyHelp = (list: string, items: readonly unknown[], { translate }: Scope): JsonObject =>
  isRecordsList(list) && !isSiblingList(list) && items.length === 0
    ? { help: translate("wizard.notice.no_records") }
    : {};

/** Which records are beside a field, its control knows: they differ by the record that it is in. */
function findItems(list: string, scope: Scope): ListItem[] {
  const items = isSiblingList(list) ? [] : scope.lists[list];
  if (isMissing(list, items)) scope.missing.add(list);
  return items ?? [];
}

function presentChoice(property: Schema, list: string, texts: FieldTexts, scope: Scope): FieldDisplay {
  const items = findItems(list, scope).map((item) => labelItem(item, texts));
  if (isMissing(list, items)) return { schema: property, options: { items, list, listMissing: true }, ui: {} };
  const preferred = scope.defaults?.[list];
  const schema = { ...property, enum: items.map((item) => item.value) };
  return {
    schema: preferred === undefined ? schema : { ...schema, default: preferred },
    options: { items, list, ...emptyHelp(list, items, scope) },
    ui: { "ui:enumNames": items.map(findItemName) },
  };
}

/** What an array offers: choices to tick, or pairs of a parent and a child choice, for which the widget gets both lists. */
function presentArray(
  { enum: choices, enumFrom, pairFrom: pair }: Schema,
  texts: FieldTexts,
  scope: Scope,
): JsonObject {
  if (choices) return { items: labelChoices(choices, texts) };
  const list = enumFrom ?? pair?.list;
  if (list === undefined) return {};
  const items = findItems(list, scope).map((item) => labelItem(item, texts));
  const missing = isMissing(list, items) ? { listMissing: true } : emptyHelp(list, items, scope);
  if (!pair) return { items, list, ...missing };
  const parents = pair.parents !== undefined ? { parents: findItems(pair.parents, scope) } : {};
  return { items, list, parent: pair.parent, ...parents, ...missing };
}

/**
 * One property per item of a list: yes or no, or a record. The display schema still has the keyword, because pruning must know that an
 * unknown list is not an empty one. `ui:order` is given, because objects sort numeric keys first.
 */
function presentMembers(field: Field, scope: Scope, presentObject: PresentObject): FieldDisplay {
  const { property, texts } = field;
  const { list, prefix, required, member: described } = memberList(property)!;
  const loaded = scope.lists[list];
  if (required ? !loaded?.length : !loaded) scope.missing.add(list);
  const items = (loaded ?? []).map((item) => labelItem(item, texts));
  const row = described.properties && presentGroup(described, field, scope, presentObject);
  const member = row?.schema ?? described;
  const keys = items.map((item) => `${prefix}${item.value}`);
  const ui: UiSchema = { "ui:order": [...keys, "*"] };
  for (const [index, item] of items.entries())
    ui[keys[index]!] = row
      ? rowUi(item, row, { ...field, path: [...field.path, keys[index]!] }, scope)
      : itemUi(item, keys[index]!, field, scope);
  const schema: Schema = {
    ...property,
    properties: Object.fromEntries(keys.map((key) => [key, member])),
    ...(required ? { required: keys } : {}),
  };
  const missing = scope.missing.has(list) ? { listMissing: true } : {};
  return { schema, options: { items, list, ...missing }, ui };
}

/** The fields of each row of a table are named with its heading, those that explain an answer with the question. */
function rowUi(item: ListItem, { schema, ui }: FieldDisplay, { property, path }: Field, scope: Scope): UiSchema {
  const title = findItemName(item);
  const isQuestion = asksExplained(property);
  const names = [...propertySchemas(schema).keys()].filter((name) => !isQuestion || name !== ANSWER);
  const fields = names.map((name) => {
    const field = memberUi(ui, name);
    return [name, { ...field, "ui:options": { ...readOptions(field), around: title } }] as const;
  });
  const order = ui["ui:order"] ? { "ui:order": ui["ui:order"] } : {};
  const options: JsonObject = { title, ...(isQuestion ? { question: item } : {}) };
  const said = isQuestion ? presentMeta(path, options, scope) : {};
  return { ...order, ...Object.fromEntries(fields), ...said, "ui:options": options };
}

function itemUi(item: ListItem, key: string, { property, own, path }: Field, scope: Scope): UiSchema {
  const required = memberList(property)?.required;
  const memberLayout = memberUi(own, key);
  const words = buildWords(fieldTexts(scope.texts, [...path, key], {}, memberLayout));
  if (item.label !== undefined) words.title = item.label;
  if (typeof item.tooltip === "string") words.tooltip = item.tooltip;
  const options: JsonObject = {
    ...words,
    item,
    ...(required ? { question: item } : {}),
    ...readOptions(memberLayout),
  };
  return { ...memberLayout, ...presentMeta([...path, key], options, scope), "ui:options": options };
}
