// What a rule between answers needs besides its expression: a name of its own, a field under which it is shown, a message, and of a
// warning a control under which the broker can confirm.
import { isErrorName } from "#engine/schema/rules.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { member, type Report } from "../../read/findings/reporting.ts";

/** The layout of a field; that of the fields of records is beside that of their list. */
export const findLayout = (layout: object, path: readonly string[]): UiSchema =>
  path.filter((name) => name !== "*").reduce<UiSchema>(member, layout as UiSchema);

export function checkRuleName(name: string, pointer: string, others: ReadonlySet<string>, report: Report): void {
  if (others.has(name)) report(pointer, `another rule has the name "${name}"`, "choose another name");
  if (isErrorName(name)) report(pointer, `"${name}" is the name of a rule of the form language`, "choose another name");
}

/** False: the rule is that of a whole record or row, which reads no answer and is shown nowhere. */
export function checkRulePlace(path: readonly string[], pointer: string, report: Report): boolean {
  if (path.at(-1) !== "*") return true;
  const sentence = "a rule of a whole record or row has no field under which it could be shown";
  report(pointer, sentence, "write it at the field of the record that the broker corrects");
  return false;
}

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
