// Rules between answers (`holds`, `expects`), computed fields and fields that start with another answer: the whole of an expression is
// true or false, or fits its field. Its parts are checked in `typing.ts`.
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { reporter } from "../../read/findings/reporting.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { answerRules, schemasAt } from "../../read/steps/stepIndex.ts";
import { checkComputed } from "./computed.ts";
import { checkConfirmable, checkMessage, checkRuleName, checkRulePlace, findLayout } from "./ruleLayout.ts";
import { checkStart, checkStarts } from "./starts.ts";
import { Typing } from "./typing.ts";

/** Checks the rules between answers of one step. */
export function checkExpressions(product: ProductFiles, files: StepFiles, steps: Steps): Finding[] {
  const { key } = files;
  const findings: Finding[] = [];
  const report = reporter(files.schema.file, findings);
  const order = Object.keys(steps);
  const schema = steps[key]?.schema ?? {};
  const names = new Set<string>();
  visitSchema(schema, ({ schema: part, place, path }) => {
    const around = { product, steps, order, step: key, here: schemasAt([schema], path.slice(0, -1)), report };
    if (part.computed !== undefined) new Typing(around).value("computed", part, `${place}/computed`);
    if (part.startsWith !== undefined) checkStart({ schema: part, place, path }, around);
    const layout = findLayout(files.ui.content, path);
    if (part.expects !== undefined) checkConfirmable(part, { step: key, place, path, report }, layout);
    for (const { keyword, name, rule } of answerRules(part)) {
      const pointer = `${place}/${keyword}/${name}`;
      checkRuleName(name, pointer, names, report);
      names.add(name);
      if (!checkRulePlace(path, pointer, report)) continue;
      new Typing(around).rule(rule, pointer);
      checkMessage(name, pointer, layout, report);
    }
  });
  checkComputed(key, schema, report);
  checkStarts(schema, report);
  return findings;
}
