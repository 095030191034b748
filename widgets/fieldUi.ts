// Reads a field's ui-schema: `ui:options` first, then the `ui:*` keys beside it, cached by identity because the
// presentation of a step is made once and read on every render.
import type { Schema } from "#engine/schema.ts";
import type { JsonObject, ListItem } from "#engine/types.ts";
import type { FieldUi } from "./runtime.ts";

const cache = new WeakMap<object, FieldUi>();
const EMPTY: FieldUi = {};

export function fieldUi(ui: unknown): FieldUi {
  if (ui === null || typeof ui !== "object") return EMPTY;
  const known = cache.get(ui);
  if (known) return known;
  const read: JsonObject = {};
  for (const [key, value] of Object.entries(ui)) {
    if (key.startsWith("ui:") && key !== "ui:options") read[key.slice(3)] = value;
  }
  const options = (ui as JsonObject)["ui:options"];
  const result = { ...read, ...(options as JsonObject | undefined) } as FieldUi;
  cache.set(ui, result);
  return result;
}

export interface Choice {
  value: string | number | boolean;
  label: string;
  item: ListItem;
}

/** The choices of a field: the list's items, else the schema's enum with its names. Undefined while the list is unknown. */
export function findChoices(schema: Schema, ui: FieldUi): Choice[] | undefined {
  if (ui.items && !ui.listMissing)
    return ui.items.map((item) => ({ value: item.value, label: item.label ?? String(item.value), item }));
  const values = schema.enum as (string | number | boolean)[] | undefined;
  if (!values || ui.listMissing) return undefined;
  return values.map((value, index) => {
    const label = ui.enumNames?.[index] ?? String(value);
    return { value, label, item: { value, label } };
  });
}
