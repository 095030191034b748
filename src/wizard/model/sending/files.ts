// The files of a request that are not stored safely: uploading, failed, or stored without a step that names them.

import { defaultFileField, findFileField } from "#engine/answers/fileFields.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { FailedFile } from "#widgets/runtime/runtime.ts";
import type { WizardCore } from "../core.ts";
import type { WizardState } from "../state.ts";

export type HeldFiles = Pick<WizardState, "files" | "progress">;

/** Of steps that are still asked for: an answer may have taken one away with its files. */
const findFiles = ({ files, progress }: HeldFiles, step?: string) =>
  Object.values(files).filter((field) => progress[field.step] && (step === undefined || field.step === step));

/** Names of files on their way, of one step or of all. */
export const uploadingFiles = (state: HeldFiles, step?: string): string[] =>
  findFiles(state, step).flatMap(({ uploading }) => uploading);

export const failedFiles = (state: HeldFiles, step?: string): FailedFile[] =>
  findFiles(state, step).flatMap(({ failed }) => failed);

/** What holds back sending. */
export const filesHold = (state: HeldFiles) => ({
  uploading: uploadingFiles(state).length > 0,
  fileFailed: failedFiles(state).length > 0,
});

/**
 * Files that the server has and the step does not name yet: uploaded, and the wizard left before the step was saved.
 * They count, so they are shown at their field, and go along with the next save. The broker may remove them.
 */
export function adoptFiles(core: WizardCore): void {
  const { bundle } = core.opened;
  const ofExplanation = defaultFileField(bundle);
  for (const [step, { meta }] of Object.entries(core.state.get().forms)) {
    const uploads = (meta.uploads ?? []).map((upload) => ({ ...upload, field: upload.field ?? ofExplanation ?? "" }));
    const ofStep = uploads.filter(({ field }) => field.startsWith(`${step}.`) && findFileField(bundle.steps, field));
    if (ofStep.length === 0) continue;
    const session = core.session(step);
    const adopted = ofStep.reduce((data, { id, field }) => {
      const path = field.split(".").slice(1);
      const named = (valueAt(data, path) as string[] | undefined) ?? [];
      return named.includes(id) ? data : withValue(data, path, [...named, id]);
    }, session.data());
    if (adopted !== session.data()) session.replace(adopted);
  }
}
