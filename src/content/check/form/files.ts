// Where a product may ask for files: at a step, in its groups, and at the questions that are explained one by one (decisions 164). The
// schema of such a field has to accept the ids that the server gives to files.

import { takesFiles } from "#engine/answers/fileFields.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { asksExplained } from "#engine/fields/questions.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isGroup, isObject } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { reporter } from "../../read/findings/reporting.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { fieldPlaces, requiredPlaces } from "../../read/steps/stepIndex.ts";

/** As the server makes them. */
const ID = "00000000-0000-4000-8000-000000000000";

/** `isStep`: not for the request block and the forms of the portal, which send no files. */
export function checkFiles(files: StepFiles, step: StepSource, isStep: boolean): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  const inSchema = reporter(files.schema.file, findings);
  const places = fieldPlaces(step);
  const required = requiredPlaces(step);
  for (const [place, described] of places) {
    const under = findControl(step.ui, place);
    if (under === undefined) continue;
    const [outer = ""] = place.split("/");
    if (!isStep) report(`/${place}/${under}`, "this form sends no files", "ask for the files in a step");
    else if (outer !== place && !places.get(outer)?.some(mayContainFiles))
      report(`/${place}/${under}`, `the records and rows of "${outer}" take no files`, ELSEWHERE);
    else for (const problem of misfits(described, required.has(place))) inSchema(pointerTo(place), ...problem);
  }
  return findings;
}

const ELSEWHERE =
  'ask for them beside the list, in a group, or as "questions" with an "answer", which take files for each';

/** The member of a layout that says that the field takes files, or undefined. */
function findControl(ui: UiSchema, place: string): string | undefined {
  const layout = valueAt(ui, place.split("/"));
  if (!isObject(layout) || !takesFiles(layout)) return undefined;
  return layout["ui:field"] === undefined ? "ui:widget" : "ui:field";
}

const mayContainFiles = (field: Schema): boolean => isGroup(field) || asksExplained(field);

const pointerTo = (place: string) => `/properties/${place.replace("/", "/properties/")}`;

function misfits(described: readonly Schema[], isRequired: boolean): [sentence: string, hint: string][] {
  const found: [string, string][] = [];
  const takeOver = 'take over the field with "$ref": "../../shared/fields.schema.json#/definitions/files"';
  const rule = (test: (schema: Schema) => unknown) => described.some(test);
  if (!rule(({ items }) => items && acceptsId(items)))
    found.push(["its items do not accept the ids of files", takeOver]);
  if (!rule(({ uniqueItems }) => uniqueItems)) found.push(["a file could be named twice", 'add "uniqueItems": true']);
  if (isRequired && !rule(({ minItems }) => minItems))
    found.push(["a required field for files accepts an empty list", 'add "minItems": 1']);
  return found;
}

function acceptsId({ type, minLength = 0, maxLength = ID.length, pattern, format }: Schema): boolean {
  // The check of controls reports another type.
  if (type !== "string") return true;
  if (format !== undefined || minLength > ID.length || maxLength < ID.length) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(ID);
}
