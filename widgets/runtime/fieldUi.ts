// Reads a field's ui-schema: `ui:options` first, then the `ui:*` keys beside it. Once per object: it is made once and read on
// every render.
import { oncePer } from "#engine/schema/oncePer.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { ListItem } from "#engine/schema/types.ts";
import type { FieldUi } from "./runtime.ts";

const EMPTY: FieldUi = {};

export const fieldUi = (ui: unknown): FieldUi => (ui !== null && typeof ui === "object" ? read(ui) : EMPTY);

const read = oncePer((ui: object): FieldUi => {
  const keys = Object.entries(ui).filter(([key]) => key.startsWith("ui:") && key !== "ui:options");
  const options = (ui as UiSchema)["ui:options"];
  return { ...Object.fromEntries(keys.map(([key, value]) => [key.slice(3), value])), ...options };
});

export interface Choice {
  value: string | number | boolean;
  label: string;
  item: ListItem;
}

/** A stored value that is no longer offered. */
export const isGone = <Value>(value: Value | undefined, choices: readonly Choice[]): value is Value =>
  value !== undefined && choices.length > 0 && !choices.some((choice) => choice.value === value);

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
