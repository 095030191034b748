// Why a control cannot fill in a field, and which ones can.
import { type Control, controlFor, hasChoices, namesFor } from "#engine/fields/controls.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { listNames, t } from "../../read/findings/translate.ts";

/** Explains why a control cannot fill in a field, with the remedy. Returns null when it can. */
export function misfit(name: string, control: Control, field: Schema): [sentence: string, hint: string] | null {
  const { type = "", computed, format, multipleOf, items, uniqueItems } = field;
  const hint = adviseControl(field);
  if (computed !== undefined && !control.computed)
    return [t`"${name}" asks for an answer, the field is computed`, t`remove "ui:widget"`];
  if (!control.types.includes(type)) {
    const gives = listNames(control.types.map(wordFor), "disjunction");
    return [t`"${name}" gives ${gives}, the field holds ${wordFor(type)}`, hint];
  }
  if (control.choices && !hasChoices(field))
    return [t`"${name}" shows choices, the field has none`, t`give the field "enum" or "enumFrom"; else ${hint}`];
  if (control.typed && hasChoices(field)) return [t`in "${name}" anything can be typed, the field has choices`, hint];
  if (control.choices && type === "array" && uniqueItems !== true)
    return [t`in "${name}" no choice is ticked twice, the field allows it`, t`add "uniqueItems": true to the field`];
  if (control.choices && items?.type !== undefined && items.type !== "string") {
    const sentence = t`"${name}" gives a text for each entry, the field holds ${wordFor(items.type)}`;
    return [sentence, t`correct the type in "items"`];
  }
  if (control.typed && format === "date" && control.format !== "date")
    return [t`a day typed into "${name}" is never the date that the rule asks for`, hint];
  if (control.decimals && type === "number" && !(Number(multipleOf) >= 0.01))
    return [t`"${name}" takes at most two decimals, the field allows more`, t`add "multipleOf": 0.01 to the field`];
  return null;
}

function adviseControl(field: Schema): string {
  const own = controlFor(field);
  const others = namesFor(field).filter((name) => name !== own);
  const more = others.join(", ");
  if (own === undefined) return more ? t`this field takes ${more}` : t`correct the type of the field`;
  return more
    ? t`without "ui:widget" the field has ${own}; it also takes ${more}`
    : t`without "ui:widget" the field has ${own}`;
}
