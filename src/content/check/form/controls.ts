// Each field's control can fill it in: type, choices, notation and the moment at which a value counts fit each other. A field for files
// is where files can be sent, and its schema accepts the ids that the server gives to files (decisions 164).
import { basename, dirname } from "node:path";
import { takesFiles } from "#engine/answers/fileFields.ts";
import { type Control, findControl } from "#engine/fields/controls.ts";
import { isRecordList, isTable } from "#engine/fields/recordFields.ts";
import { MOST_FILES } from "#engine/rules/fileRules.ts";
import { ANSWER, asksExplained } from "#engine/schema/members.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isGroup } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import type { ProductFiles } from "../../read/catalogue.ts";
import { type Finding, removal, setting } from "../../read/findings/finding.ts";
import { member, type Report, reporter } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { type FormField, formFields, requiredPlaces } from "../../read/steps/stepIndex.ts";
import { misfit } from "./misfit.ts";

/** A field of the form of a step. Places of `report` begin at its layout, those of `inSchema` at its schema. */
export interface CheckedField extends FormField {
  files: StepFiles;
  step: StepSource;
  product: ProductFiles;
  /** By place. */
  fields: ReadonlyMap<string, FormField>;
  report: Report;
  inSchema: Report;
}

export function listChecked(files: StepFiles, step: StepSource, product: ProductFiles, findings: Finding[]) {
  const fields = new Map(formFields(step).map((field) => [field.place, field]));
  return [...fields.values()].map((field): CheckedField => {
    const { place } = field;
    const report = reporter(files.ui.file, findings, `/${place}`);
    const inSchema = reporter(files.schema.file, findings, `/properties/${place.replaceAll("/", "/properties/")}`);
    return { ...field, files, step, product, fields, report, inSchema };
  });
}

export function checkControl(field: CheckedField): void {
  const { place, described, layout = {}, isRequired, files, report } = field;
  const hint = t`add "${place}" to "required" in ${basename(files.schema.file)}`;
  if (!isRequired && described.some(({ ask }) => ask && !ask.optional))
    report("", t`the questions of ${place} can be left unanswered`, hint);
  if (described.some((field) => field.ask?.optional && asksExplained(field)))
    report("", t`the questions of ${place} may stay open, so nothing explains them`, t`remove "optional" or "explain"`);
  if (!isRequired && layout["ui:widget"] === "agreement")
    report("", t`the agreement is not required: a request without ${place} is sent too`, hint);
  if (described.some(asksExplained) && layout[ANSWER] !== undefined)
    report(`/${ANSWER}`, t`the answer to a question needs no layout, so this is never read`, removal());
  const unique = described.find(({ uniqueBy }) => uniqueBy !== undefined)?.uniqueBy;
  if (unique !== undefined && takesFiles(member(layout, unique))) {
    const sentence = t`every file has an id of its own, so "uniqueBy": "${unique}" never finds two alike`;
    report(`/${unique}`, sentence, t`name another field in "uniqueBy", or remove it`);
  }
  checkGroup(field);
  checkNamed(field);
}

/** A group or table is always shown, and contains single fields. */
function checkGroup({ place, described, isRequired, step, fields, report }: CheckedField): void {
  const inside = [...requiredPlaces(step)].some((path) => path.startsWith(`${place}/`));
  const isRows = described.some((field) => isTable(field) && !asksExplained(field));
  const kind = described.some(isGroup) ? t`group` : isRows ? t`table` : undefined;
  if (kind && inside && !isRequired) {
    const sentence = t`the ${kind} ${place} has required fields, and is not required itself`;
    report("", sentence, t`add "${place}" to "required"`);
  }
  if (!place.includes("/")) return;
  if (described.some(({ type }) => type === "object"))
    report("", t`a group or row contains single fields, not groups`, t`put the field beside the group`);
  if (described.some(isRecordList)) checkDepth(place, fields, report);
}

/** A record may contain lists of records, those of such a list none. */
function checkDepth(place: string, fields: CheckedField["fields"], report: Report): void {
  const outer = dirname(place);
  const name = basename(place);
  if (outer.includes("/"))
    report(
      "",
      t`"${name}" is a list in records that are in records themselves: there are two levels of records, not three`,
      t`put its fields into the records of "${outer}", or make it a list of the step`,
    );
  else if (!fields.get(outer)?.described.some(isRecordList))
    report("", t`a group or row contains single fields, not lists of records`, t`make it a field of the step`);
}

export function findNamed(layout: UiSchema = {}): [name: string, control: Control | undefined] {
  const name = String(layout["ui:widget"] ?? layout["ui:field"]);
  return [name, findControl(name)];
}

function checkNamed({ place, described, layout = {}, step, report }: CheckedField): void {
  const pointer = "/ui:widget";
  const [named, control] = findNamed(layout);
  if (!control) return;
  // A field without a type is a finding of its own.
  const wrong = described
    .filter(({ type }) => type !== undefined)
    .map((field) => misfit(named, control, field))
    .find((problem) => problem !== null);
  if (wrong) {
    report(pointer, ...wrong);
    return;
  }
  const filled = described.some((field) => (field.default ?? field.prefill ?? field.startsWith) !== undefined);
  if (named === "hidden" && !filled) {
    const hint = t`add "default", "prefill" or "startsWith", or show it`;
    report(pointer, t`the field is not shown and nothing fills it`, hint);
  }
  const isOpen = described.some((field) => field.default === undefined);
  if (control.offIsNo && step.schema.required?.includes(place) && isOpen) {
    const sentence = t`an untouched "${named}" is not an answer, and the field is required`;
    report(pointer, sentence, t`take "yes-no", or add "default": false`);
  }
}

/** `sendsFiles`: not the request block and the forms of the portal. */
export function checkFileField(field: CheckedField, sendsFiles: boolean): void {
  const { described, layout, isRequired, report, inSchema } = field;
  if (!layout || !takesFiles(layout)) return;
  const pointer = "/ui:widget";
  if (!sendsFiles) report(pointer, t`this form sends no files`, t`ask for the files in a step`);
  else {
    checkMost(field);
    const takeOver = t`add "enum" to "items"; of files take over "../../shared/fields.schema.json#/definitions/files"`;
    if (!described.some(({ items }) => items && acceptsId(items)))
      inSchema("", t`its items are no choices, and do not accept the ids of files`, takeOver);
    if (!described.some(({ uniqueItems }) => uniqueItems))
      inSchema("", t`a file could be named twice`, setting(t`add "uniqueItems": true`, true, "uniqueItems"));
    if (isRequired && !described.some(({ minItems }) => minItems))
      inSchema("", t`a required field for files accepts an empty list`, setting(t`add "minItems": 1`, 1, "minItems"));
  }
}

/** A list whose records need more files together than one request takes. */
function checkMost({ place, described, isRequired, fields, inSchema }: CheckedField): void {
  const list = fields.get(place.split("/")[0] ?? "")?.described.find(isRecordList);
  const least = isRequired ? Math.max(0, ...described.map(({ minItems = 0 }) => minItems)) : 0;
  if (!list?.maxItems || list.maxItems * least <= MOST_FILES) return;
  const sentence = t`with ${list.maxItems} records this is more than the ${MOST_FILES} files that a request takes`;
  inSchema(
    "",
    sentence,
    t`write at most ${Math.floor(MOST_FILES / least)} for "maxItems" of the list, or take the file out of "required"`,
  );
}

/** As the server makes them. */
const ID = "00000000-0000-4000-8000-000000000000";

function acceptsId({ type, minLength = 0, maxLength = ID.length, pattern, format }: Schema): boolean {
  // The check of controls reports another type.
  if (type !== "string") return true;
  if (format !== undefined || minLength > ID.length || maxLength < ID.length) return false;
  return pattern === undefined || new RegExp(pattern, "u").test(ID);
}
