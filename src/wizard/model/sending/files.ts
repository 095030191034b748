// The files of a request that are not stored safely: uploading, failed, or stored without a step that names them.
import type { UiSchema } from "#engine/schema.ts";
import type { JsonObject, StepForm } from "#engine/types.ts";
import type { FailedFile } from "#widgets/runtime.ts";
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

/** The field of a step that takes files. */
function fileField(ui: UiSchema | undefined): string | undefined {
  return Object.keys(ui ?? {}).find((field) => {
    const fieldLayout = ui?.[field] as JsonObject | undefined;
    return fieldLayout?.["ui:field"] === "dropzone" || fieldLayout?.["ui:widget"] === "dropzone";
  });
}

/**
 * Files that the server has and the step does not name yet: uploaded, and the wizard left before the step was saved.
 * They count, so they are shown, and go along with the next save. The broker may remove them.
 */
export function adoptFiles(core: WizardCore): void {
  for (const [step, form] of Object.entries(core.state.get().forms)) {
    const field = fileField(core.opened.bundle.steps[step]?.ui);
    const stored = storedIds(form);
    if (field === undefined || stored.length === 0) continue;
    const session = core.session(step);
    const named = (session.data()[field] as string[] | undefined) ?? [];
    const forgotten = stored.filter((id) => !named.includes(id));
    if (forgotten.length > 0) session.replace({ ...session.data(), [field]: [...named, ...forgotten] });
  }
}

const storedIds = ({ meta }: StepForm): string[] => (meta.uploads ?? []).map(({ id }) => id);
