// The changes that a control makes without moving the focus, each with what brings it about.
import { expect } from "vitest";
import type { userEvent } from "vitest/browser";
import { byId, type Opened } from "../support.tsx";

type Person = typeof userEvent;

interface Change {
  widget: string;
  change: string;
  from?: "empty" | "filled";
  /** What comes first and is not listened to. */
  before?: Act;
  act: Act;
}

type Act = (form: Opened, person: Person) => Promise<void>;

const press = (person: Person, selector: string) => person.click(document.querySelector<HTMLElement>(selector)!);

/** `stops`: as many as there are in the field. */
function typed(text: string, stops = 1) {
  return async (_form: Opened, person: Person) => {
    await person.type(byId("step_it"), text);
    for (let stop = 0; stop < stops; stop += 1) await person.tab();
  };
}

async function leftEmpty(): Promise<void> {
  document.querySelector<HTMLElement>(":is(#step_it, #step_it input):not([role=switch], [tabindex])")!.focus();
  (document.activeElement as HTMLElement).blur();
}

async function refused(form: Opened): Promise<void> {
  byId("step_it").focus();
  await form.next();
  await expect.poll(() => document.activeElement?.localName).toBe("section");
}

/** All at once, so that the announcements do not depend on the speed of typing. */
const inserted = (text: string) => async () => {
  byId("step_it").focus();
  document.execCommand("insertText", false, text);
};

async function drop(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const files = new DataTransfer();
  files.items.add(new File(["x"], name));
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.poll(() => document.querySelector("form")!.textContent).toContain(name);
}

export const changes: Change[] = [
  { widget: "text", change: "typed", act: typed("Zwolle") },
  { widget: "text", change: "left empty", act: leftEmpty },
  { widget: "text", change: "left as it was refused", before: leftEmpty, act: leftEmpty },
  { widget: "text", change: "repaired", before: leftEmpty, act: typed("Zwolle") },
  { widget: "text", change: "refused by Next", act: refused },
  { widget: "email", change: "typed wrong", act: typed("a") },
  { widget: "postal-code", change: "typed wrong", act: typed("12") },
  { widget: "number", change: "typed wrong", act: typed("x") },
  { widget: "date", change: "typed wrong", act: typed("31-02-2026", 2) },
  { widget: "date", change: "calendar opened", act: (_form, person) => press(person, "[aria-haspopup=dialog]") },
  {
    widget: "date",
    change: "day chosen in the calendar",
    before: (_form, person) => press(person, "[aria-haspopup=dialog]"),
    act: (_form, person) => press(person, `[data-day="2026-11-20"]`),
  },
  { widget: "yes-no", change: "left without an answer", act: leftEmpty },
  { widget: "textarea", change: "a tenth of the room is left", act: inserted("x".repeat(18)) },
  { widget: "textarea", change: "full", act: inserted("x".repeat(20)) },
  { widget: "textarea", change: "passed", act: inserted("x".repeat(24)) },
  { widget: "kvk", change: "an establishment number", act: typed("123456789012") },
  { widget: "currency", change: "above the maximum", act: typed("6000000") },
  {
    widget: "select",
    change: "another choice",
    act: async (_form, person) => person.selectOptions(byId("step_it"), "1"),
  },
  { widget: "radio", change: "another choice", act: (_form, person) => press(person, "[value='2']") },
  { widget: "cards", change: "another choice", act: (_form, person) => press(person, "[value='2']") },
  { widget: "coverages", change: "ticked", act: (_form, person) => press(person, "[type=checkbox]") },
  { widget: "coverages", change: "explanation opened", act: (_form, person) => press(person, "[aria-expanded=false]") },
  { widget: "switch", change: "explanation opened", act: (_form, person) => press(person, "[aria-expanded=false]") },
  { widget: "agreement", change: "ticked", act: (_form, person) => press(person, "[type=checkbox]") },
  { widget: "agreement", change: "left unticked", act: leftEmpty },
  {
    widget: "profession-pair",
    change: "one removed",
    from: "filled",
    act: (_form, person) => press(person, "ul[aria-label] > li button"),
  },
  {
    widget: "profession-pair",
    change: "the sector changed: professions emptied",
    from: "filled",
    act: async (_form, person) => person.selectOptions(byId("step_sector"), "1"),
  },
  {
    widget: "profession-pair",
    change: "one added",
    async before(_form, person) {
      await person.click(byId("step_it__profession"));
      await person.keyboard("{ArrowDown}{Enter}");
    },
    act: (_form, person) => press(person, "div + button"),
  },
  { widget: "questions", change: "all answered no", act: (_form, person) => press(person, "[role=switch]") },
  {
    widget: "questions",
    change: "all answered no is undone",
    before: (_form, person) => press(person, "[role=switch]"),
    act: (_form, person) => press(person, "[role=switch]"),
  },
  {
    widget: "questions",
    change: "an answer that calls for a notice",
    act: (_form, person) => press(person, "[value=true]"),
  },
  { widget: "questions", change: "left without an answer", act: leftEmpty },
  { widget: "questions", change: "explanation opened", act: (_form, person) => press(person, "[aria-expanded=false]") },
  { widget: "dropzone", change: "a file is there", act: () => drop("brief.pdf") },
  { widget: "dropzone", change: "a file is refused", act: () => drop("brief.exe") },
];
