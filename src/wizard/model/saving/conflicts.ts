// A step that a colleague or another window saved first: what the answers here started from, and how both are merged
// (decisions 38).
import { PortalError } from "#api/calls/errors.ts";
import type { ConflictAnswer } from "#api/wire/wireTypes.ts";
import type { SaveAction } from "#api/wizard/wizard.ts";
import { type Comparison, compare, resolve, withHidden } from "#engine/answers/conflict.ts";
import type { Answers, StepForm } from "#engine/schema/types.ts";
import type { WizardCore } from "../core.ts";

/**
 * What the answers of each step started from: the stored values and their revision. Forms that arrive later, with the save of
 * another step or from the register, do not change it while the broker's own answers are there. So a stale save is always
 * found, and compared with what the broker saw (decisions 38).
 */
export interface Origin {
  revision: number | undefined;
  /** Null in a draft of an earlier version, which does not contain them: then every difference is a conflict. */
  data: Answers | null;
}

export interface Origins {
  of(step: string): Origin;
  /** The answers now start from this. */
  take(step: string, form: StepForm): void;
  /** The answers came back from this device with what they started from. */
  reopen(step: string, origin: Origin): void;
}

const unknown: Origin = { revision: undefined, data: {} };

export function createOrigins(forms: Record<string, StepForm>): Origins {
  const origins = new Map<string, Origin>();
  const take = (step: string, { data, meta }: StepForm) => void origins.set(step, { revision: meta.revision, data });
  for (const [step, form] of Object.entries(forms)) take(step, form);
  const of = (step: string) => origins.get(step) ?? unknown;
  return {
    of,
    take,
    reopen(step, origin) {
      if (origin.revision !== of(step).revision) origins.set(step, origin);
    },
  };
}

/** Someone else saved the step first. */
interface Conflicts {
  /** Loads the stored answers after a 409 without them, because the same save would be refused again. */
  find(error: unknown, step: string): Promise<ConflictAnswer | null>;
  /** Takes over what does not clash. False when the broker has to choose about the rest. */
  merge(conflict: ConflictAnswer, step: string, action: SaveAction): boolean;
  /** Takes over what the broker chose. Returns the save that the conflict held back, or null when there is none. */
  settle(step: string, choices: Record<string, "yours" | "stored">): SaveAction | null;
}

export function createConflicts(core: WizardCore, origins: Origins): Conflicts {
  const { state, dispatch } = core;

  /** The choices, over the stored answers. Answers that no field shows stay. */
  function takeOver(
    step: string,
    chosen: Answers,
    { stored, revision }: Pick<ConflictAnswer, "stored" | "revision">,
  ): void {
    const form = { data: stored.data, meta: { ...core.form(step).meta, ...stored.meta, revision } };
    dispatch({ type: "conflictSettled", step, form });
    origins.take(step, form);
    const session = core.session(step);
    session.replace(withHidden(chosen, session.data(), session.active()));
  }

  async function find(error: unknown, step: string): Promise<ConflictAnswer | null> {
    if (!(error instanceof PortalError) || error.status !== 409) return null;
    const forms = await core.api.forms().catch(() => null);
    const stored = forms?.data[step];
    const revision = stored?.meta.revision;
    if (!stored || revision === undefined || revision === origins.of(step).revision) return null;
    return { success: false, code: "conflict", stored, revision };
  }

  function compareWith(step: string, { stored, revision }: Pick<ConflictAnswer, "stored" | "revision">): Comparison {
    // No stored answers: the request was restarted elsewhere. The answers here stay.
    const base = revision === 0 ? {} : origins.of(step).data;
    return compare(base, core.session(step).given(), stored.data);
  }

  return {
    find,
    merge(conflict, step, action) {
      const { revision, stored } = conflict;
      const comparison = compareWith(step, conflict);
      const merged = comparison.conflicts.length === 0;
      if (merged) takeOver(step, comparison.merged, conflict);
      else dispatch({ type: "conflict", step, conflict: { comparison, stored, revision, action } });
      return merged;
    },
    settle(step, choices) {
      const conflict = state.get().conflicts[step];
      if (!conflict) return null;
      // What was typed since the fields were compared counts too.
      core.session(step).flush();
      takeOver(step, resolve(compareWith(step, conflict), choices), conflict);
      return conflict.action;
    },
  };
}
