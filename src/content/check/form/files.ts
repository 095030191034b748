// Where a product may ask for files: the server keeps, judges and sends those of one field of the step that explains answers.
import { valueAt } from "#engine/fieldPath.ts";
import type { StepSource } from "#engine/types.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, reporter } from "../../read/findings/reporting.ts";
import type { StepFiles } from "../../read/sharedContent.ts";
import { fieldPlaces } from "../../read/stepIndex.ts";

/** As the server reads it from the answers. */
const FIELD = "file";

export function checkFiles(files: StepFiles, step: StepSource, explains: boolean): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  for (const place of fieldPlaces(step).keys()) {
    if (explains && place === FIELD) continue;
    const ui = { field: valueAt(step.ui, place.split("/")) };
    const under = ["ui:field", "ui:widget"].find((key) => member(ui, "field")[key] === "dropzone");
    if (under === undefined) continue;
    const hint = explains ? `name the field "${FIELD}"` : "ask for the files there";
    report(`/${place}/${under}`, `only the field "${FIELD}" of a step of kind "explanation" keeps its files`, hint);
  }
  return findings;
}
