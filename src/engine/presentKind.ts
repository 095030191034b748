// What a field shows by its kind: choices of a list, pairs, one member per item of a list, members of a group.
import { type FieldTexts, fieldTexts } from "./fieldTexts.ts";
import { optionsOf, type Scope, type Shown, serverSays, wordsOf } from "./presentField.ts";
import { isObject, memberList } from "./schemaTree.ts";
import type { JsonObject, ListItem } from "./types.ts";

/** Presents the properties of a group; handed in, because a group is presented like the form itself. */
export type PresentObject = (schema: JsonObject, ui: JsonObject, path: string[], scope: Scope) => JsonObject;

export function presentKind(
  property: JsonObject,
  own: JsonObject,
  path: string[],
  texts: FieldTexts,
  scope: Scope,
  presentObject: PresentObject,
): Shown {
  if (memberList(property)) return presentMembers(property, own, path, scope);
  if (typeof property.enumFrom === "string") return presentChoice(property, property.enumFrom, texts, scope);
  if (Array.isArray(property.enum)) {
    const items = property.enum.map((value) => labelled({ value }, texts));
    return { schema: property, options: { items }, ui: { "ui:enumNames": items.map(nameOf) } };
  }
  if (isObject(property.items)) return presentArray(property, scope);
  if (isObject(property.properties)) {
    const ui: JsonObject = { ...own };
    const schema = presentObject(property, ui, path, scope);
    const { "ui:options": _kept, ...members } = ui;
    return { schema, options: {}, ui: members };
  }
  return { schema: property, options: {}, ui: {} };
}

function labelled(item: ListItem, texts: FieldTexts): ListItem {
  if (item.label !== undefined) return item;
  const label = texts.option(item.value);
  return label === undefined ? item : { ...item, label };
}

function nameOf(item: ListItem): string {
  return item.label ?? String(item.value);
}

function itemsOf(list: string, scope: Scope): ListItem[] {
  const items = scope.lists[list];
  if (!items || items.length === 0) scope.missing.add(list);
  return items ?? [];
}

function presentChoice(property: JsonObject, list: string, texts: FieldTexts, scope: Scope): Shown {
  const items = itemsOf(list, scope).map((item) => labelled(item, texts));
  if (items.length === 0) return { schema: property, options: { items, list, listMissing: true }, ui: {} };
  const preferred = scope.defaults?.[list];
  const schema = { ...property, enum: items.map((item) => item.value) };
  return {
    schema: preferred === undefined ? schema : { ...schema, default: preferred },
    options: { items, list },
    ui: { "ui:enumNames": items.map(nameOf) },
  };
}

/** Pairs of a parent and a child choice: the widget gets both lists. */
function presentArray(property: JsonObject, scope: Scope): Shown {
  const pair = isObject(property.items) ? property.items.pairFrom : undefined;
  if (!isObject(pair) || typeof pair.list !== "string") return { schema: property, options: {}, ui: {} };
  const items = itemsOf(pair.list, scope);
  const parents = typeof pair.parents === "string" ? itemsOf(pair.parents, scope) : undefined;
  const options: JsonObject = { items, list: pair.list, parent: pair.parent, ...(parents ? { parents } : {}) };
  if (items.length === 0) options.listMissing = true;
  return { schema: property, options, ui: {} };
}

/**
 * One boolean property per item of a list. The keyword stays in the display schema, because pruning must know that an
 * unknown list is not an empty one; `ui:order` is given, because numeric keys would stand in numeric order.
 */
function presentMembers(property: JsonObject, own: JsonObject, path: string[], scope: Scope): Shown {
  const { list, prefix, required } = memberList(property)!;
  const known = scope.lists[list];
  if (required ? !known?.length : !known) scope.missing.add(list);
  const items = known ?? [];
  const member = isObject(property.additionalProperties) ? property.additionalProperties : { type: "boolean" };
  const keys = items.map((item) => `${prefix}${item.value}`);
  const ui: JsonObject = { "ui:order": [...keys, "*"] };
  for (const [index, item] of items.entries())
    ui[keys[index]!] = memberUi(item, keys[index]!, own, path, required, scope);
  const schema = {
    ...property,
    properties: Object.fromEntries(keys.map((key) => [key, member])),
    additionalProperties: false,
    ...(required ? { required: keys } : {}),
  };
  const missing = scope.missing.has(list) ? { listMissing: true } : {};
  return { schema, options: { items, list, ...missing }, ui };
}

function memberUi(
  item: ListItem,
  key: string,
  own: JsonObject,
  path: string[],
  required: boolean,
  scope: Scope,
): JsonObject {
  const base: JsonObject = isObject(own["ui:items"]) ? own["ui:items"] : {};
  const given = isObject(own[key]) ? own[key] : {};
  const words = wordsOf(fieldTexts(scope.texts, [...path, key], {}, given));
  if (item.label !== undefined) words.title = item.label;
  if (typeof item.tooltip === "string") words.tooltip = item.tooltip;
  const options: JsonObject = {
    ...words,
    item,
    ...(required ? { question: item } : {}),
    ...optionsOf(base),
    ...optionsOf(given),
  };
  const widget = { "ui:widget": required ? "yes-no" : "switch" };
  return { ...widget, ...base, ...given, ...serverSays([...path, key], options, scope), "ui:options": options };
}
