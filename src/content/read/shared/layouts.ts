// The layout of a step as it is drawn: the order that the sections give, the layout of each shared field, and a control for each
// field whose kind of value has one that fits. A step writes only what differs.

import { controlFor, findControl } from "#engine/fields/controls.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";

/** The shared fields by name: how each is drawn, and its rules. */
export interface SharedFields {
  layouts: JsonObject;
  rules: JsonObject;
}

export function completeLayout(ui: JsonObject, schema: JsonObject, shared: SharedFields): JsonObject {
  const sections = [Object(ui["ui:options"]).sections].flat().filter(isObject);
  const placed = sections.flatMap(({ fields }) => (Array.isArray(fields) ? textsIn(fields.flat(2)) : []));
  const order = placed.length > 0 && ui["ui:order"] === undefined ? { "ui:order": [...placed, "*"] } : {};
  return { ...ui, ...order, ...completeFields(ui, schema, shared) };
}

/** Without the helpers of findings, because tests of forms complete layouts in a browser. */
const member = (value: JsonObject, key: string): JsonObject => Object(value[key]);

/** The layouts of the fields of a schema, also of those inside groups, records and rows. */
function completeFields(ui: JsonObject, schema: unknown, shared: SharedFields): JsonObject {
  const layouts: JsonObject = {};
  for (const [name, field] of fieldsIn(schema)) {
    if (!isObject(field)) continue;
    const [, definition = ""] = SHARED_FIELD.exec(String(field.$ref)) ?? [];
    const rules = member(shared.rules, definition);
    const [, base = ""] = SHARED_FIELD.exec(`fields.schema.json${rules.$ref}`) ?? [];
    const described = { ...member(shared.rules, base), ...rules, ...field };
    const written = { ...member(shared.layouts, definition), ...member(layouts, name), ...member(ui, name) };
    const layout = nameControl({ ...written, ...completeFields(written, insideOf(field), shared) }, described);
    if (Object.keys(layout).length > 0) layouts[name] = layout;
  }
  return layouts;
}

/** What a field contains that has a layout. */
const insideOf = (field: JsonObject): unknown => field.items ?? field.rows ?? Object(field.ask).explain ?? field;

/** Writes the control under the member that rjsf reads: `ui:field` for what shows more than one value. */
function nameControl(layout: JsonObject, field: JsonObject): JsonObject {
  const { "ui:widget": named = controlFor(field as Schema), ...rest } = layout;
  if (named === undefined) return rest;
  return { [findControl(named)?.group === undefined ? "ui:widget" : "ui:field"]: named, ...rest };
}

const SHARED_FIELD = /(?:^|\/)fields\.schema\.json#\/definitions\/([^/]+)$/;

/** The fields of a schema, also those of its conditions. */
function fieldsIn(schema: unknown): [name: string, field: unknown][] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsIn);
  if (!isObject(schema)) return [];
  const properties = Object.entries(Object(schema.properties) as JsonObject);
  return [...properties, ...["allOf", "then", "else"].flatMap((keyword) => fieldsIn(schema[keyword]))];
}

export const fieldNames = (schema: unknown): string[] => fieldsIn(schema).map(([name]) => name);

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
