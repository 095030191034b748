// A layout's settings that would do nothing, or the wrong thing: words for an error that a field never gives, a link that leads
// nowhere, a field that empties itself, a list of professions beside something that is no sector.

import { wordFor } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { hasRule, isErrorName, RULE_NAMES, type RuleName } from "#engine/schema/rules.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { answerRules } from "../../read/steps/answerRules.ts";
import { fieldPlaces, requiredPlaces } from "../../read/steps/stepIndex.ts";

/** What the portal's configuration gives an address for. */
const LINKS = ["links.customWork"];

export function checkLayout(files: StepFiles, step: StepSource): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  const required = requiredPlaces(step);
  const fields = fieldPlaces(step);
  for (const [name, described] of fields) {
    const ui = valueAt(step.ui, name.split("/"));
    if (!isObject(ui)) continue;
    checkErrors(name, ui, { described, required: required.has(name), report });
    checkBeside(name, ui, { fields, described, report });
  }
  return findings;
}

function checkErrors(
  name: string,
  ui: UiSchema,
  { described, required, report }: { described: readonly Schema[]; required: boolean; report: Report },
): void {
  for (const [keyword, shown] of Object.entries(member(ui, "ui:errors"))) {
    const pointer = `/${name}/ui:errors/${keyword}`;
    const ruleNames = described.flatMap(answerRules).map(({ name }) => name);
    if (!isErrorName(keyword) && !ruleNames.includes(keyword)) {
      const names = [...RULE_NAMES, "listUnavailable", ...ruleNames];
      const hint = meantOr(names, keyword, `choose from: ${names.join(", ")}`);
      report(pointer, `${name} has no rule "${keyword}", so this is never shown`, hint);
    }
    if (isErrorName(keyword) && !gives(keyword, described, required)) {
      const sentence = `${name} has no rule "${keyword}", so this is never shown`;
      const hint = keyword === "required" ? "make the field required, or remove it" : "remove it, or add the rule";
      report(pointer, sentence, hint);
    }
    const { href } = member(shown, "link");
    if (typeof href === "string" && !LINKS.includes(href) && !href.startsWith("documents."))
      report(`${pointer}/link/href`, `"${href}" leads nowhere`, meantOr(LINKS, href, `write ${LINKS.join(" or ")}`));
  }
}

/** Whether a field can have the error: by a rule of its own, of its entries, or of the step. */
function gives(keyword: RuleName | "listUnavailable", described: readonly Schema[], required: boolean): boolean {
  if (keyword === "required") return required || described.some((field) => hasRule(field, "requiredFrom"));
  if (keyword === "listUnavailable" || keyword === "type") return true;
  return described.some((field) => [field, field.items ?? {}].some((rule) => hasRule(rule, keyword)));
}

function checkBeside(
  name: string,
  ui: UiSchema,
  {
    fields,
    described,
    report,
  }: { fields: ReadonlyMap<string, Schema[]>; described: readonly Schema[]; report: Report },
): void {
  const { clears, sector } = member(ui, "ui:options");
  if (Array.isArray(clears) && clears.includes(name))
    report(
      `/${name}/ui:options/clears/${clears.indexOf(name)}`,
      `${name} would empty itself`,
      "name the field that follows from it",
    );
  const pair = described.map(({ items }) => items?.pairFrom).find((keyword) => keyword !== undefined);
  if (pair === undefined) return;
  const beside = String(sector ?? "sector");
  const offers = fields.get(beside)?.some(({ enumFrom }) => enumFrom === pair.parents);
  if (pair.parents === undefined || offers || (sector !== undefined && !fields.has(beside))) return;
  const kind = fields.get(beside)?.[0]?.type;
  const sentence = `${name} is chosen within "${beside}", ${kind === undefined ? "which is not a field" : `which holds ${wordFor(kind)} and not one of ${pair.parents}`}`;
  report(`/${name}/ui:options/sector`, sentence, `name the field with "enumFrom": "${pair.parents}"`);
}
