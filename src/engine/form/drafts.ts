// Text that open text widgets hold and have not committed yet. `flush` commits it, `over` reads it without committing. Also
// texts that are no answers, which outlive their widgets. A keystroke reaches only the listeners of typed text: nothing is
// validated, and no field renders.
import { byIndex, fieldId, toPointer } from "../fields/fieldPath.ts";
import { sameValue, withValue } from "../fields/formValues.ts";
import type { Answers, FieldError } from "../schema/types.ts";
import { addUnder } from "./keyedSets.ts";
import { Listeners } from "./listeners.ts";

export interface PendingText {
  path: readonly string[];
  /** The value that a commit would give now. Undefined removes the field. */
  value: unknown;
}

export interface TextDraft {
  flush(): void;
  /** Text that was typed and not committed, or undefined when there is none. */
  peek(): PendingText | undefined;
  /** The text is no answer and would be lost without a word: this error takes the place of the contract's. */
  holds?(): { path: readonly string[]; keyword: string } | undefined;
}

export class Drafts {
  readonly #open = new Map<string, Set<TextDraft>>();
  readonly #texts = new Map<string, string>();
  readonly #listeners = new Listeners();

  add(id: string, draft: TextDraft): () => void {
    return addUnder(this.#open, id, draft);
  }

  flush(): void {
    for (const draft of this.#all()) draft.flush();
  }

  typed(): void {
    this.#listeners.callAll();
  }

  onTyped(listener: () => void): () => void {
    return this.#listeners.onAll(listener);
  }

  /** `isGone`: the record of a path was removed while its draft is open. */
  over(data: Answers, isGone: (path: readonly string[]) => boolean): Answers {
    let result = data;
    for (const draft of this.#all()) {
      const pending = draft.peek();
      if (pending && !isGone(pending.path)) result = withValue(result, pending.path, pending.value);
    }
    return result === data || sameValue(result, data) ? data : result;
  }

  text = (id: string): string => this.#texts.get(id) ?? "";
  texts = (): Record<string, string> => Object.fromEntries(this.#texts);

  /** Whether it is another text than before. */
  keepText(id: string, text: string): boolean {
    if (text === this.text(id)) return false;
    if (text) this.#texts.set(id, text);
    else this.#texts.delete(id);
    this.typed();
    return true;
  }

  held(step: string, data: Answers): FieldError[] {
    return this.#all().flatMap((draft) => {
      const held = draft.holds?.();
      if (!held) return [];
      const { path, keyword } = held;
      return { id: fieldId(step, path), pointer: toPointer(byIndex(path, data)), keyword, params: {} };
    });
  }

  /** A copy: a draft may be removed while it is flushed. */
  #all(): TextDraft[] {
    return [...this.#open.values()].flatMap((drafts) => [...drafts]);
  }
}
