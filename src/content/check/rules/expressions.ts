// Rules between answers (`rules`), computed fields and fields that start with another answer. The whole of an expression is
// true or false, or fits its field; its parts are checked in `typing.ts`. A rule also has a name of its own, a field under which it is
// shown, and a message. A warning has a control under which the broker can confirm it.
import type { AnswerRule } from "#engine/expressions/breach.ts";
import { isErrorName } from "#engine/schema/rules.ts";
import type { UiSchema } from "#engine/schema/schema.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { type PlacedSchema, placedSchemas, type Steps, schemasAt } from "../../read/steps/stepIndex.ts";
import { checkComputed } from "./computed.ts";
import { checkStart, checkStarts } from "./starts.ts";
import { type ExpressionPlace, Typing } from "./typing.ts";

/** Checks the rules between answers of one step. */
export function checkExpressions(product: ProductFiles, files: StepFiles, steps: Steps): Finding[] {
  const { key } = files;
  const findings: Finding[] = [];
  const report = reporter(files.schema.file, findings);
  const order = Object.keys(steps);
  const schema = steps[key]?.schema ?? {};
  const names = new Set<string>();
  for (const part of placedSchemas(schema)) {
    const around = { product, steps, order, step: key, here: schemasAt([schema], part.path.slice(0, -1)), report };
    const { computed, startsWith } = part.schema;
    if (computed !== undefined) new Typing(around).value("computed", part.schema, `${part.place}/computed`);
    if (startsWith !== undefined) checkStart(part, around);
    const layout = findLayout(files.ui.content, part.path);
    for (const rule of part.rules) {
      if (names.has(rule.name))
        report(`${part.place}/rules/${rule.name}`, t`another rule has the name "${rule.name}"`, t`choose another name`);
      names.add(rule.name);
      checkRule(rule, part, layout, around);
    }
  }
  checkComputed(key, schema, report);
  checkStarts(schema, report);
  return findings;
}

function checkRule(
  { name, level, rule }: AnswerRule,
  part: PlacedSchema,
  layout: UiSchema,
  around: ExpressionPlace,
): void {
  const { report } = around;
  const pointer = `${part.place}/rules/${name}`;
  if (isErrorName(name))
    report(pointer, t`"${name}" is the name of a rule of the form language`, t`choose another name`);
  if (part.path.at(-1) === "*") {
    const sentence = t`a rule of a whole record or row has no field under which it could be shown`;
    report(pointer, sentence, t`write it at the field of the record that the broker corrects`);
    return;
  }
  if (level === "warning") checkConfirmable(part, `${pointer}/level`, layout, around);
  new Typing(around).truth(rule, pointer, "rules");
  const hint = t`add "message": { "nl": …, "fr": … } to it, or to "ui:errors" of a shared layout the key of a text`;
  if (!Object.hasOwn(member(layout, "ui:errors"), name)) report(pointer, t`the rule "${name}" has no message`, hint);
}

/** The layout of a field; that of the fields of records is beside that of their list. */
const findLayout = (layout: object, path: readonly string[]): UiSchema =>
  path.filter((name) => name !== "*").reduce<UiSchema>(member, layout as UiSchema);

/** A warning is shown and confirmed under the control of its field, in a step. */
function checkConfirmable(
  { schema, path }: PlacedSchema,
  pointer: string,
  layout: UiSchema,
  { step, report }: ExpressionPlace,
): void {
  const isShown =
    path.length > 0 && path.at(-1) !== "*" && schema.type !== "object" && layout["ui:widget"] !== "hidden";
  if (step === "request") {
    const hint = t`write the rule in a step, or remove "level"`;
    report(pointer, t`the request block is sent at once and confirms nothing`, hint);
  } else if (!isShown) {
    const sentence = t`there is no control under which the broker could confirm this`;
    report(pointer, sentence, t`write the rule at a field that is shown`);
  }
}
