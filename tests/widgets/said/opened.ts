// What a control opens, each with what opens it and its position.
import { expect } from "vitest";
import type { userEvent } from "vitest/browser";
import { byId } from "../support.tsx";

interface Opening {
  widget: string;
  name: string;
  from: "empty" | "filled";
  open(person: typeof userEvent): Promise<void>;
  /** The part that is read. */
  part: string;
}

const press = (person: typeof userEvent, selector: string) =>
  person.click(document.querySelector<HTMLElement>(selector)!);

export const openings: Opening[] = [
  {
    widget: "date",
    name: "the calendar",
    from: "filled",
    async open(person) {
      await press(person, "[aria-haspopup=dialog]");
      await expect.poll(() => (document.activeElement as HTMLElement).dataset.day).toBe("2026-11-20");
    },
    part: "[role=dialog]",
  },
  {
    widget: "profession-pair",
    name: "the list of professions",
    from: "filled",
    async open(person) {
      await person.click(byId("step_it__profession"));
      await person.keyboard("{ArrowDown}");
      await expect.poll(() => document.querySelector("[role=option]")).not.toBeNull();
    },
    part: "body",
  },
  {
    widget: "profession-pair",
    name: "the list of professions, nothing found",
    from: "empty",
    async open(person) {
      await person.type(byId("step_it__profession"), "xyz");
      await expect.poll(() => document.querySelector("[role=listbox]")?.textContent).toBeTruthy();
    },
    part: "body",
  },
  {
    widget: "questions",
    name: "an explanation and a notice",
    from: "empty",
    async open(person) {
      await press(person, "[aria-expanded=false]");
      await press(person, "[value=true]");
    },
    part: ".schema-form",
  },
];
