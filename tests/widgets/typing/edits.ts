// Edits of a text control, as data: drawn by fast-check, performed on the real element by the browser's own editor.
import fc from "fast-check";

type TextElement = HTMLInputElement | HTMLTextAreaElement;

export type Edit =
  | { kind: "type" | "insert" | "compose"; text: string }
  | { kind: "backspace" | "delete"; hasKey: boolean }
  /** Places as a share of the text, so that a sequence stays valid when it is made shorter. */
  | { kind: "select"; from: number; to: number }
  | { kind: "selectAll" | "undo" | "redo" | "blur" | "next" }
  /** The text is changed without the editor: password managers, autofill, scripts. */
  | { kind: "fill"; text: string; event: "change" | "input" | "none" }
  /** A value from elsewhere: the register, the server. */
  | { kind: "receive"; text: string };

export function edits(pieces: string[]): fc.Arbitrary<Edit[]> {
  const text = fc.constantFrom(...pieces);
  const share = fc.constantFrom(0, 0.2, 0.5, 0.8, 1);
  const kinds = <K extends Edit["kind"]>(...names: K[]) => fc.constantFrom(...names);
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: kinds("type", "insert", "compose"), text }) },
    { weight: 2, arbitrary: fc.record({ kind: kinds("backspace", "delete"), hasKey: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ kind: kinds("select"), from: share, to: share }) },
    { weight: 3, arbitrary: fc.record({ kind: kinds("selectAll", "undo", "redo", "blur", "next") }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: kinds("fill"),
        text,
        event: fc.constantFrom("change" as const, "input" as const, "none" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: kinds("receive"), text }) },
  );
  return fc.array(edit, { minLength: 1, maxLength: 12, size: "max" });
}

const prototypeOf = (element: TextElement) =>
  element instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;

/** As a content script of another world does it: React does not notice. */
export function setText(element: TextElement, text: string): void {
  Object.getOwnPropertyDescriptor(prototypeOf(element), "value")!.set!.call(element, text);
}

function withKey(element: TextElement, key: string, work: () => void): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  work();
  element.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
}

function compose(element: TextElement, text: string): void {
  const { selectionStart, selectionEnd } = element;
  element.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  element.setRangeText(text, selectionStart ?? 0, selectionEnd ?? 0, "end");
  const composed = { inputType: "insertCompositionText", data: text, isComposing: true, bubbles: true };
  element.dispatchEvent(new InputEvent("input", composed));
  element.dispatchEvent(new CompositionEvent("compositionend", { data: text, bubbles: true }));
}

function fill(element: TextElement, text: string, event: "change" | "input" | "none"): void {
  setText(element, text);
  if (event !== "none") element.dispatchEvent(new Event(event, { bubbles: true }));
}

const command = (name: string, text?: string) => document.execCommand(name, false, text);

function erase(element: TextElement, kind: "backspace" | "delete", hasKey: boolean): void {
  const erased = () => command(kind === "delete" ? "forwardDelete" : "delete");
  if (hasKey) withKey(element, kind === "delete" ? "Delete" : "Backspace", erased);
  else erased();
}

function select(element: TextElement, shares: number[]): void {
  const places = shares.map((share) => Math.round(share * element.value.length));
  element.setSelectionRange(Math.min(...places), Math.max(...places));
}

/** Performs an edit on the focused element. `next` and `receive` belong to the form. */
export function perform(element: TextElement, edit: Edit): void {
  const { kind } = edit;
  if (kind === "type") withKey(element, edit.text.at(-1) ?? "", () => command("insertText", edit.text));
  if (kind === "insert") command("insertText", edit.text);
  if (kind === "compose") compose(element, edit.text);
  if (kind === "backspace" || kind === "delete") erase(element, kind, edit.hasKey);
  if (kind === "select") select(element, [edit.from, edit.to]);
  if (kind === "selectAll") element.select();
  if (kind === "undo" || kind === "redo") command(kind);
  if (kind === "fill") fill(element, edit.text, edit.event);
  if (kind === "blur") element.blur();
}
