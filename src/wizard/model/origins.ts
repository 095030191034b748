// What the answers of each step started from: the stored values and their revision. Forms that arrive later, with the save
// of another step or from the register, do not change it while the broker's own answers stand; so a stale save is always
// found out, and compared with what the broker had before him (decisions 38).
import type { Answers, StepForm } from "#engine/types.ts";

export interface Origin {
  revision: number | undefined;
  data: Answers;
}

export interface Origins {
  of(step: string): Origin;
  /** The answers now start from this. */
  take(step: string, form: StepForm): void;
  /** They came back from this device with the revision they started from; its values are not known any more. */
  reopen(step: string, revision: number | undefined): void;
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
    reopen(step, revision) {
      if (revision !== of(step).revision) origins.set(step, { revision, data: {} });
    },
  };
}
