// Which steps are saved before the request is sent, and which stored revisions the broker sees when it is.
import type { SendAction } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";
import { openKey } from "../state.ts";

/**
 * The steps that have to be stored before sending: the open one when it has unsaved answers, and an extra one, which a
 * policy cannot go without. A quotation takes it along when something is in it (decisions 29, 63).
 */
export function findUnsavedSteps(core: WizardCore, action: SendAction): string[] {
  const { progress } = core.state.get();
  const open = openKey(progress);
  /** Something was typed or chosen in the step. */
  const hasAnswers = (step: string) =>
    Object.values(core.session(step).active()).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return Object.entries(progress).flatMap(([key, flags]) => {
    const extra = core.step(key)?.extra === true && !flags.completed;
    const unsaved = core.sessions().get(key)?.dirty === true && (key === open || flags.completed);
    return (extra ? action !== "quotation" || hasAnswers(key) : unsaved) ? [key] : [];
  });
}

/** Of the stored answers that the broker sees. Later input is saved before it is sent. */
export function shownRevisions(
  core: WizardCore,
  revisionOf: (step: string) => number | undefined,
): Record<string, number> {
  const steps = Object.keys(core.state.get().progress).filter((step) => core.sessions().get(step)?.dirty !== true);
  return Object.fromEntries(
    steps.flatMap((step) => {
      const revision = revisionOf(step);
      return revision === undefined ? [] : [[step, revision]];
    }),
  );
}
