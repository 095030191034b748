// What the layout of a field needs for its rules between answers: a message, and a control under which the broker can confirm.
import type { Schema, UiSchema } from "#engine/schema.ts";
import { member, type Report } from "../../read/findings/reporting.ts";

/** The layout of a field; that of the fields of records is beside that of their list. */
export const findLayout = (layout: object, path: readonly string[]): UiSchema =>
  path.filter((name) => name !== "*").reduce<UiSchema>(member, layout as UiSchema);

interface RulePlace {
  step: string;
  place: string;
  path: readonly string[];
  report: Report;
}

/** A warning is shown and confirmed under the control of its field, in a step. */
export function checkConfirmable({ type }: Schema, { step, place, path, report }: RulePlace, layout: UiSchema): void {
  const pointer = `${place}/expects`;
  if (step === "request")
    report(
      pointer,
      "the request block is sent at once and confirms nothing",
      'write the rule in a step, or as "holds"',
    );
  else if (path.length === 0 || path.at(-1) === "*" || type === "object" || layout["ui:widget"] === "hidden")
    report(
      pointer,
      "there is no control under which the broker could confirm this",
      "write the rule at a field that is shown",
    );
}

export function checkMessage(name: string, pointer: string, layout: UiSchema, report: Report): void {
  if (Object.hasOwn(member(layout, "ui:errors"), name)) return;
  const hint = `add "ui:errors": { "${name}": { "message": … } } to the layout of the field`;
  report(pointer, `the rule "${name}" has no message`, hint);
}
