// The local draft: unsaved answers of a request, encrypted on this device (IndexedDB), so that a closed page, a crash or a lost
// connection loses nothing (decisions 36, 37). How it works:
// - A change is written 80 ms after its first key, also text that is not committed yet, and once more when the page closes.
// - Saved answers leave the draft. Sending the request deletes it, and so does its age (8 hours).
// - The draft contains the stored answers that each step started from, and their revision. A step that a colleague saved meanwhile
//   is then found at the next save and merged, also after a reload or a crash, as if the page had stayed open.
// - When the wizard opens again, the draft is restored over the server's forms. A draft of another request is offered, never merged.
// - Fields that were renamed in a newer release get their present names.
// - Where the browser refuses storage, steps are saved to the server early instead (`saving/saveQueue.ts`).
import type { Answers } from "#engine/schema/types.ts";

interface DraftStep {
  /** Answers that are not saved. */
  data?: Answers | undefined;
  /** Typed text that is not an answer yet, by the id of its widget. */
  texts?: Record<string, string> | undefined;
  /** The stored revision that the answers started from, and its answers. */
  revision?: number | undefined;
  base?: Answers | undefined;
}

export interface Draft {
  version: 1;
  /** The request it belongs to. Revisions apply to that one only. */
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
