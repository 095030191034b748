// Turns a step and what the server says about it into what is displayed: a display schema and a ui-schema that hold every
// word, choice, bound and note, so that templates look nothing up. Never touches the contract (design, law 3).
import { dateAt } from "./dates.ts";
import { type FieldTexts, fieldTexts, type TextSource } from "./fieldTexts.ts";
import { isObject, memberList } from "./schemaTree.ts";
import type { JsonObject, ListItem, Lists, StepMeta, StepSource, Translate } from "./types.ts";

export interface PresentOptions {
  step: string;
  meta: StepMeta;
  lists: Lists;
  features: Record<string, boolean>;
  today: string;
  translate: Translate;
  /** Values for the placeholders of texts (`manifest.text_values`). */
  values?: JsonObject;
  /** Preferred choices of lists, as `resolveLists` gives them. */
  defaults?: Record<string, string | number>;
}

export interface Presented {
  schema: JsonObject;
  uiSchema: JsonObject;
  /** Lists that a field needs and that are unknown or empty: the field says so and offers a retry. */
  missingLists: string[];
}

interface Scope extends PresentOptions {
  texts: TextSource;
  missing: Set<string>;
}

/** A property as it is displayed: its schema and what its ui-schema gains. */
interface Shown {
  schema: JsonObject;
  options: JsonObject;
  ui: JsonObject;
}

export function present(source: StepSource, options: PresentOptions): Presented {
  const { meta } = options;
  const root = optionsOf(source.ui);
  const scope: Scope = {
    ...options,
    lists: { ...options.lists, ...meta.lists },
    features: { ...options.features, ...meta.features },
    texts: {
      step: options.step,
      translate: options.translate,
      ...(typeof root.texts === "string" ? { prefix: root.texts } : {}),
      ...(options.values ? { values: options.values } : {}),
    },
    missing: new Set(),
  };
  const uiSchema: JsonObject = { ...source.ui };
  const schema = presentObject(source.schema, uiSchema, [], scope);
  return { schema, uiSchema, missingLists: [...scope.missing] };
}

function optionsOf(ui: JsonObject): JsonObject {
  return isObject(ui["ui:options"]) ? ui["ui:options"] : {};
}

/** Properties of the object and of its branches; `ui` is filled in place, one entry a property. */
function presentObject(schema: JsonObject, ui: JsonObject, path: string[], scope: Scope): JsonObject {
  const shown: JsonObject = { ...schema };
  const removed = new Set<string>();
  if (isObject(schema.properties)) {
    const properties: [string, unknown][] = [];
    for (const [name, property] of Object.entries(schema.properties)) {
      if (!isObject(property)) properties.push([name, property]);
      else if (isOff(property, scope)) removed.add(name);
      else properties.push([name, presentProperty(property, ui, [...path, name], scope)]);
    }
    shown.properties = Object.fromEntries(properties);
  }
  if (Array.isArray(schema.required)) shown.required = schema.required.filter((name) => !removed.has(name));
  for (const key of ["then", "else"]) {
    const branch = schema[key];
    if (isObject(branch)) shown[key] = presentObject(branch, ui, path, scope);
  }
  if (Array.isArray(schema.allOf)) {
    shown.allOf = schema.allOf.map((branch) => (isObject(branch) ? presentObject(branch, ui, path, scope) : branch));
  }
  return shown;
}

function isOff(property: JsonObject, scope: Scope): boolean {
  return typeof property.featureFlag === "string" && scope.features[property.featureFlag] !== true;
}

function presentProperty(property: JsonObject, ui: JsonObject, path: string[], scope: Scope): JsonObject {
  const name = path.at(-1) ?? "";
  const own = isObject(ui[name]) ? ui[name] : {};
  const bounds = boundsOf(property, scope);
  // Days go into texts as `yyyy-mm-dd`; the form writes them in the notation of the language.
  const days = { minDate: bounds.min, maxDate: bounds.max };
  const texts = fieldTexts({ ...scope.texts, values: { ...days, ...scope.texts.values } }, path, property, own);
  const shown = presentKind(property, own, path, texts, scope);
  const options = { ...wordsOf(texts), ...bounds, ...shown.options, ...optionsOf(own) };
  ui[name] = { ...own, ...shown.ui, ...serverSays(path, options, scope), "ui:options": options };
  return shown.schema;
}

function wordsOf(texts: FieldTexts): JsonObject {
  const words: JsonObject = {};
  for (const [option, kind] of [
    ["title", "label"],
    ["help", "help"],
    ["placeholder", "placeholder"],
    ["tooltip", "tooltip"],
  ] as const) {
    const text = texts.text(kind);
    if (text !== undefined) words[option] = text;
  }
  return words;
}

function boundsOf(property: JsonObject, scope: Scope): JsonObject {
  const bounds: JsonObject = {};
  if (isObject(property.dateWindow)) {
    const { from, to } = property.dateWindow;
    if (typeof from === "string") bounds.min = dateAt(scope.today, from);
    if (typeof to === "string") bounds.max = dateAt(scope.today, to);
  }
  for (const name of ["maxLength", "maxItems"]) if (typeof property[name] === "number") bounds[name] = property[name];
  return bounds;
}

/** Disabled fields and notes; the note joins the options that are passed in. */
function serverSays(path: string[], options: JsonObject, { meta, translate }: Scope): JsonObject {
  const name = path.join(".");
  const disabled = meta.disabled?.includes(name) === true;
  const note = meta.field_text?.[name] ?? (disabled ? translate("wizard.notice.disabled_field") : null);
  if (note) options.note = note;
  return disabled ? { "ui:readonly": true } : {};
}

function presentKind(property: JsonObject, own: JsonObject, path: string[], texts: FieldTexts, scope: Scope): Shown {
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
