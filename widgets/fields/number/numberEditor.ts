// Shows the text of a number field while the broker edits it. Each change of the shown text is an edit of the browser, so that
// undo takes it back: setting the value of an input would empty the browser's list of edits.
import { type Notation, NumberText } from "./numberText.ts";

/** Replaces the text of an input by the shortest edit. */
function rewrite(input: HTMLInputElement, text: string, caret: number): void {
  const { value } = input;
  const least = Math.min(value.length, text.length);
  let start = 0;
  while (start < least && value[start] === text[start]) start += 1;
  let same = 0;
  while (same < least - start && value.at(-1 - same) === text.at(-1 - same)) same += 1;
  if (input === document.activeElement) {
    input.setSelectionRange(start, value.length - same);
    const put = text.slice(start, text.length - same);
    document.execCommand(put === "" ? "delete" : "insertText", false, put);
  }
  // No browser edits within an edit that a script made.
  if (input.value !== text) input.value = text;
  if (input === document.activeElement) input.setSelectionRange(caret, caret);
}

const HISTORY: Record<string, string> = { historyUndo: "undo", historyRedo: "redo" };

export class NumberEditor {
  readonly #number: NumberText;
  /** Texts that were shown only until they were rewritten: undo and redo pass over them. */
  readonly #passing = new Set<string>();
  #isBusy = false;

  constructor(notation: Notation, text: string) {
    this.#number = new NumberText(notation);
    this.#number.adopt(text);
  }

  /** Takes a text that was not edited key by key. In a composition the text before it is still needed. */
  readonly adopt = (text: string): void => {
    if (!this.#isBusy) this.#number.adopt(text);
  };

  readonly startComposition = (): void => {
    this.#isBusy = true;
  };

  endComposition(input: HTMLInputElement, data: string): void {
    this.#isBusy = false;
    this.#take(input, data, false);
  }

  /** Takes an input event. Returns whether the text of the input is the new draft. */
  follow(input: HTMLInputElement, { inputType = "", data }: Partial<InputEvent>): boolean {
    if (this.#isBusy) return inputType === "insertCompositionText";
    const command = HISTORY[inputType];
    if (command && this.#passing.has(input.value) && document.execCommand(command)) return false;
    const put = inputType.startsWith("delete") ? "" : (data ?? undefined);
    this.#take(input, put, inputType.endsWith("Forward"));
    return true;
  }

  #take(input: HTMLInputElement, put: string | undefined, isForward: boolean): void {
    const text = input.value;
    const caret = this.#number.edit({ text, caret: input.selectionEnd ?? text.length, put, isForward });
    if (this.#number.shown === text) return;
    this.#passing.add(text);
    this.#isBusy = true;
    rewrite(input, this.#number.shown, caret);
    this.#isBusy = false;
  }
}
