// Each field's control can fill it in: type, choices, notation and the moment at which a value counts fit each other.

import { basename } from "node:path";
import { takesFiles } from "#engine/answers/fileFields.ts";
import { findControl, misfit } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { ANSWER, asksExplained } from "#engine/fields/questions.ts";
import { isRecordList, isTable } from "#engine/fields/recordFields.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isGroup, isObject } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, type Report, reporter } from "../../read/findings/reporting.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { fieldPlaces, requiredPlaces } from "../../read/steps/stepIndex.ts";

const UNIQUE = 'name another field in "uniqueBy", or remove it';

export function checkControls(files: StepFiles, step: StepSource): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  const requiredFields = requiredPlaces(step);
  for (const [name, described] of fieldPlaces(step)) {
    const ui = valueAt(step.ui, name.split("/"));
    const hint = `add "${name}" to "required" in ${basename(files.schema.file)}`;
    const unasked = answersAsked(name, described).find((place) => !requiredFields.has(place));
    if (unasked !== undefined)
      report(`/${name}`, `nobody has to answer the questions of ${name}`, hint.replace(name, basename(unasked)));
    if (!requiredFields.has(name) && isObject(ui) && ui["ui:widget"] === "agreement")
      report(`/${name}`, `nobody has to agree: a request without ${name} is sent too`, hint);
    if (described.some(asksExplained) && isObject(ui) && ui[ANSWER] !== undefined)
      report(`/${name}/${ANSWER}`, "the answer to a question needs no layout, so this is never read", "remove it");
    const unique = described.find(({ uniqueBy }) => uniqueBy !== undefined)?.uniqueBy;
    if (unique !== undefined && takesFiles(member(ui, unique)))
      report(
        `/${name}/${unique}`,
        `every file has an id of its own, so "uniqueBy": "${unique}" never finds two alike`,
        UNIQUE,
      );
    checkGroup(name, described, { asked: requiredFields, report });
    const required = step.schema.required?.includes(name) === true;
    if (isObject(ui)) checkControl(name, ui, described, { required, report });
  }
  return findings;
}

/** The places that make the answers to questions required. */
function answersAsked(name: string, described: readonly Schema[]): string[] {
  if (described.some(asksExplained)) return [name, `${name}/${ANSWER}`];
  return described.some((field) => field.requiredFrom !== undefined && !isTable(field)) ? [name] : [];
}

/** A group or table is always shown, and contains single fields. */
function checkGroup(
  name: string,
  described: readonly Schema[],
  { asked, report }: { asked: ReadonlySet<string>; report: Report },
): void {
  const inside = [...asked].some((path) => path.startsWith(`${name}/`));
  const isRows = described.some((field) => isTable(field) && !asksExplained(field));
  const kind = described.some(isGroup) ? "group" : isRows ? "table" : undefined;
  if (kind && inside && !asked.has(name))
    report(
      `/${name}`,
      `the ${kind} ${name} has required fields, and is not required itself`,
      `add "${name}" to "required"`,
    );
  if (!name.includes("/")) return;
  if (described.some(({ type }) => type === "object"))
    report(`/${name}`, "a group or row contains single fields, not groups", "put the field beside the group");
  if (described.some(isRecordList))
    report(`/${name}`, "a group or record contains single fields, not lists of records", "make it a field of the step");
}

/**
 * A box that must be ticked is refused while it is not ticked. A field that is not shown cannot be filled in by a
 * broker.
 */
function checkAnswerable(
  named: string,
  { described, report, place }: { described: readonly Schema[]; report: Report; place: string },
): void {
  if (named === "agreement" && described.some((field) => field.const !== true))
    report(place, '"agreement" is a box that must be ticked, and the field takes no too', AGREEMENT);
  const filled = described.some((field) => (field.default ?? field.prefill ?? field.startsWith) !== undefined);
  if (named === "hidden" && !filled)
    report(
      place,
      "the field is not shown and nothing fills it",
      'add "default", "prefill" or "startsWith", or show it',
    );
}

const AGREEMENT = 'add "const": true to the field, or take "checkbox"';

function checkControl(
  name: string,
  ui: UiSchema,
  described: readonly Schema[],
  { required, report }: { required: boolean; report: Report },
): void {
  const under = ui["ui:field"] === undefined ? "ui:widget" : "ui:field";
  const named = ui[under];
  const control = findControl(named);
  if (!control) return;
  const pointer = `/${name}/${under}`;
  // A field without a type is a finding of its own.
  const wrong = described
    .filter(({ type }) => type !== undefined)
    .map((field) => misfit(String(named), control, field))
    .find((problem) => problem !== null);
  if (wrong) {
    report(pointer, ...wrong);
    return;
  }
  checkAnswerable(String(named), { described, report, place: pointer });
  if (control.offIsNo && required && described.some((field) => field.default === undefined)) {
    const sentence = `an untouched "${named}" is not an answer, and the field is required`;
    report(pointer, sentence, 'take "yes-no", or add "default": false');
  }
  if (named !== "hidden" && (control.group !== undefined) !== (under === "ui:field"))
    report(pointer, `"${named}" is under the wrong name`, `write it as "${control.group ? "ui:field" : "ui:widget"}"`);
  if (member(ui, "ui:options").commit !== undefined && !control.typed)
    report(`/${name}/ui:options/commit`, `what is chosen in "${named}" counts at once`, "remove it");
}
