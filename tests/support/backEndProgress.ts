// The flags of the steps as a simple back end keeps them: what Next completes, and when the extra step comes. Ours derives
// them from what is stored; a test that needs a back end without a database uses these.
import type { Progress, StepFlags } from "#engine/progress.ts";
import type { FlowName, Manifest } from "#engine/types.ts";

type ProgressManifest = Pick<Manifest, "steps" | "flows">;

/** A fresh request: the first step open, later ones disabled. A flow with disabled steps starts with all of them closed. */
export function startProgress(manifest: ProgressManifest, flow: FlowName, withExtra = false): Progress {
  const shut = manifest.flows[flow]?.steps === "disabled";
  const steps = manifest.steps.filter((step) => withExtra || !step.extra);
  return Object.fromEntries(
    steps.map((step, index) => [
      step.key,
      { active: !shut && index === 0, completed: false, disabled: shut || index > 0 },
    ]),
  );
}

/**
 * A step was saved with action next: it is complete, and later steps that still stand (valid, inputs unchanged) are
 * completed again at once, up to the first that does not; that one opens.
 */
export function completeStep(progress: Progress, key: string, stillStands: (key: string) => boolean): Progress {
  const keys = Object.keys(progress);
  const saved = keys.indexOf(key);
  if (saved < 0) return progress;
  let next = saved + 1;
  while (next < keys.length && stillStands(keys[next]!)) next += 1;
  return mapFlags(progress, (flags, index) => {
    if (index < saved) return { ...flags, active: false };
    if (index < next) return { active: false, completed: true, disabled: false };
    return { active: index === next, completed: false, disabled: index > next };
  });
}

/** Adds or removes the extra step at its place in the manifest; a step that stays keeps its flags. */
export function withExtraStep(manifest: ProgressManifest, progress: Progress, wanted: boolean): Progress {
  const steps = manifest.steps.filter((step) => (step.extra ? wanted : true));
  const added = { active: false, completed: false, disabled: true };
  const kept = steps.map((step) => [step.key, progress[step.key] ?? added] as const);
  const flags = Object.fromEntries(kept);
  const waiting = kept.find(([, step]) => !step.completed);
  const someoneOpen = kept.some(([, step]) => step.active);
  if (!waiting || someoneOpen || !wanted || progress[waiting[0]]) return flags;
  return { ...flags, [waiting[0]]: { active: true, completed: false, disabled: false } };
}

function mapFlags(progress: Progress, change: (flags: StepFlags, index: number) => StepFlags): Progress {
  return Object.fromEntries(Object.entries(progress).map(([key, flags], index) => [key, change(flags, index)]));
}
