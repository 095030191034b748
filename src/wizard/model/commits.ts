// Tells what the form sessions of all steps take in: a commit with the fields it changed, and every key typed before that.
import { sameValue } from "#engine/formValues.ts";
import { Listeners } from "#engine/listeners.ts";
import type { FormSession } from "#engine/session.ts";
import type { Answers } from "#engine/types.ts";

export interface Commit {
  step: string;
  before: Answers;
  after: Answers;
  /** Top-level fields whose value differs. */
  fields: string[];
}

export interface Commits {
  watch(step: string, session: FormSession): void;
  onCommit(listener: (commit: Commit) => void): () => void;
  /** A key in a text of any step, not committed yet. */
  onTyped(listener: () => void): () => void;
}

function changedFields(before: Answers, after: Answers): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field] !== after[field] && !sameValue(before[field], after[field]),
  );
}

export function createCommits(): Commits {
  const committed = new Set<(commit: Commit) => void>();
  const typed = new Listeners();
  return {
    watch(step, session) {
      let before = session.data();
      session.onTyped(() => typed.callAll());
      session.subscribeAll(() => {
        const after = session.data();
        if (after === before) return;
        const commit = { step, before, after, fields: changedFields(before, after) };
        before = after;
        if (commit.fields.length > 0) for (const listener of [...committed]) listener(commit);
      });
    },
    onCommit(listener) {
      committed.add(listener);
      return () => {
        committed.delete(listener);
      };
    },
    onTyped: (listener) => typed.onAll(listener),
  };
}
