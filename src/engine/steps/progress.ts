// The flags of the steps and what may be sent (spec: wizard 2 and 4, decisions 26 to 30, 41, 63). Plain data in, plain
// data out. The server stores it, the browser shows it.
import type { FlowManifest, FlowName, Manifest, SendAction, StepManifest, StepSidebar } from "../schema/types.ts";

/** The server's progress of a step. */
interface StepState {
  active: boolean;
  completed: boolean;
  disabled?: boolean;
  /** It was saved, and what its answers depend on changed since: it waits for the broker (decisions 26). */
  changed?: boolean;
}

interface StepFlags extends StepState {
  disabled: boolean;
}

/** In the order of the steps. Only steps present here are shown. */
export type Progress = Record<string, StepFlags>;

type ProgressManifest = Pick<Manifest, "steps" | "flows">;

/**
 * The flags that follow from what is stored. Complete: the step is valid by itself (saved with Next, valid today, its inputs
 * unchanged), and so do all before it. The first that does not is open. `isAsked`: the answers call for the step.
 */
export function foldProgress(
  manifest: ProgressManifest,
  stands: (step: string) => boolean,
  isAsked: (step: StepManifest) => boolean,
): Progress {
  const progress: Progress = {};
  let chain = true;
  for (const step of manifest.steps) {
    if (!isAsked(step)) continue;
    const { key } = step;
    const completed: boolean = chain && stands(key);
    progress[key] = { active: chain && !completed, completed, disabled: !chain };
    chain = completed;
  }
  return progress;
}

/** Opening a step closes the others and disables and un-completes all later ones. No value is lost. */
export function openStep(progress: Progress, key: string): Progress {
  const keys = Object.keys(progress);
  const opened = keys.indexOf(key);
  if (opened < 0) return progress;
  return mapFlags(progress, (flags, index) => {
    if (index < opened) return { ...flags, active: false };
    if (index === opened) return { active: true, completed: flags.completed, disabled: false };
    return { active: false, completed: false, disabled: true };
  });
}

/** A completed step whose answers changed waits for the next save, and so does what follows. */
export function reconsiderStep(progress: Progress, key: string): Progress {
  const flags = progress[key];
  return flags ? { ...openStep(progress, key), [key]: { active: true, completed: false, disabled: false } } : progress;
}

interface SendState {
  /** An answer that leads to dropout: nothing can be sent (decisions 61). */
  dropout: boolean;
}

/** What may be sent: everything complete, except at most the extra step, which the submit saves first (decisions 29, 63). */
export function sendState(manifest: ProgressManifest, progress: Progress, { dropout }: SendState) {
  const extra = new Set(manifest.steps.filter((step) => step.extra).map((step) => step.key));
  const complete = Object.entries(progress).every(([key, flags]) => flags.completed || extra.has(key));
  const reason = dropout ? ("dropout" as const) : complete ? null : ("incomplete" as const);
  return { quotation: reason === null, "insurance-policy": reason === null, reason };
}

export function toProgressAnswer(manifest: ProgressManifest, progress: Progress, state: SendState) {
  const send = sendState(manifest, progress, state);
  const flags = Object.values(progress);
  return {
    data: progress,
    total_steps: flags.length,
    completed_steps: flags.filter((step) => step.completed).length,
    can_send_quotation_request: send.quotation,
    can_send_insurance_policy_request: send["insurance-policy"],
    reason: send.reason,
  };
}

/** From the wire, in the manifest's order. A back end that sends no `disabled` gets it derived from the flags before. */
export function fromProgressAnswer(manifest: ProgressManifest, answer: { data: Record<string, StepState> }): Progress {
  const present = manifest.steps.filter((step) => answer.data[step.key] !== undefined);
  let open = true;
  const flags = present.map((step) => {
    const { active, completed, disabled } = answer.data[step.key]!;
    const shown = { active, completed, disabled: disabled ?? !(open || active || completed) };
    open = open && completed;
    return [step.key, shown] as const;
  });
  return Object.fromEntries(flags);
}

/** The send actions that a flow leaves over. */
function sendActions(flow: FlowManifest | undefined, actions: readonly SendAction[]): SendAction[] {
  return actions.filter((action) => !flow?.hide?.includes(action));
}

/** The sidebar blocks for the open step. A flow may show the last step's blocks from the start. */
export function sidebarFor(manifest: ProgressManifest, flow: FlowName, progress: Progress): StepSidebar {
  const settings = manifest.flows[flow];
  const shown = manifest.steps.filter((step) => progress[step.key]);
  const last = shown.at(-1);
  const active: StepManifest | undefined = shown.find((step) => progress[step.key]?.active);
  const chosen = settings?.sidebar === "last-step" ? last : (active ?? last ?? manifest.steps[0]);
  const sidebar = chosen?.sidebar ?? { why: "closed", premium: "closed", request: "closed", send: [] };
  // A broker who changes inputs of the premium sees it, whichever blocks the flow shows.
  const premium = active?.sidebar.premium === "open" ? "open" : sidebar.premium;
  return { ...sidebar, premium, send: sendActions(settings, sidebar.send) };
}

function mapFlags(progress: Progress, change: (flags: StepFlags, index: number) => StepFlags): Progress {
  return Object.fromEntries(Object.entries(progress).map(([key, flags], index) => [key, change(flags, index)]));
}
