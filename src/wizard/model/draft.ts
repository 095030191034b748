// What this device keeps of a wizard: what was typed in each step and is not saved, and which step was open.
import type { Answers } from "#engine/types.ts";

interface DraftStep {
  /** Answers that are not saved. */
  data?: Answers | undefined;
  /** Texts that are no answers yet, by id of their widget. */
  texts?: Record<string, string> | undefined;
  /** The stored revision it started from: a stale one is found out at the next save. */
  revision?: number | undefined;
}

export interface Draft {
  version: 1;
  /** The request it belongs to; revisions hold for that one only. */
  relation: number;
  open: string | null;
  steps: Record<string, DraftStep>;
}

export function parseDraft(text: string | null): Draft | null {
  try {
    const draft = JSON.parse(text ?? "null") as Draft | null;
    return draft?.version === 1 && typeof draft.steps === "object" ? draft : null;
  } catch {
    return null;
  }
}
