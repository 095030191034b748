// What the browser does with the flags of the steps between two answers of the server: which is open, which header opens,
// how many are done. The folding itself is the engine's, so that both sides agree (decisions 26, 27, 41).
import type { Progress } from "#engine/progress.ts";
import type { FlowManifest } from "#engine/types.ts";

export const openKey = (progress: Progress): string | null =>
  Object.keys(progress).find((key) => progress[key]!.active) ?? null;

/** After the last of the steps that are present there is only sending (spec: wizard 2). */
export const isLast = (progress: Progress, key: string): boolean => Object.keys(progress).at(-1) === key;

/** Whether the header opens the step. In a flow whose steps are disabled, Change opens what is done or next. */
export function canOpen(progress: Progress, key: string, flow: FlowManifest = {}): boolean {
  const flags = progress[key];
  if (!flags || flags.active) return false;
  if (!flags.disabled) return true;
  if (flow.steps !== "disabled") return false;
  const keys = Object.keys(progress);
  const nothingOpen = openKey(progress) === null;
  return nothingOpen && keys.slice(0, keys.indexOf(key)).every((earlier) => progress[earlier]!.completed);
}

export function withFlags(
  progress: Progress,
  key: string,
  change: Partial<{ active: boolean; completed: boolean; disabled: boolean }>,
): Progress {
  const flags = progress[key];
  return flags ? { ...progress, [key]: { ...flags, ...change } } : progress;
}

/** The same step stays open after it saved itself, so that focus is not moved (decisions 30). */
export function keepOpen(progress: Progress, key: string): Progress {
  if (!progress[key]) return progress;
  return Object.fromEntries(
    Object.entries(progress).map(([step, flags]) => {
      if (step === key) return [step, { ...flags, active: true, disabled: false }];
      return [step, flags.active ? { ...flags, active: false, disabled: false } : flags];
    }),
  );
}

export function counts(progress: Progress): { completed: number; total: number } {
  const flags = Object.values(progress);
  return { completed: flags.filter((step) => step.completed).length, total: flags.length };
}

/** Steps that were not there before: an answer called for an extra one. */
export function addedSteps(before: Progress, after: Progress): string[] {
  return Object.keys(after).filter((key) => before[key] === undefined);
}
