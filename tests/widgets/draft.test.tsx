// What typing costs and when it counts: no render and no validation per key, everything in the data when it matters.
import { useLayoutEffect } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { controls } from "#engine/fields/controls.ts";
import type { FormSession } from "#engine/form/session.ts";
import type { Lists } from "#engine/schema/types.ts";
import { byId, findError, holdTime, openForm } from "./support.tsx";

const schema = {
  type: "object",
  properties: { name: { type: "string", minLength: 2, maxLength: 20 }, city: { type: "string", minLength: 1 } },
  required: ["name", "city"],
};

/** Controls that a ui-schema names with `ui:field`. */
const GROUPS = Object.fromEntries(Object.entries(controls).filter(([, control]) => "group" in control));

test("typing renders nothing and validates nothing until the rest", async () => {
  const { counts, session } = await openForm({ schema, data: { city: "Zwolle" } });
  holdTime();
  const before = { ...counts };
  await userEvent.type(byId("step_name"), "Jans");
  expect(counts).toEqual(before);
  expect(session.data().name).toBeUndefined();
  vi.advanceTimersByTime(400);
  expect(session.data().name).toBe("Jans");
  expect(counts.validations).toBeGreaterThan(before.validations);
});

test("text that is typed before the first paint is in the draft", async () => {
  let pending: unknown;
  let session: FormSession | undefined;
  function TypeAtOnce() {
    useLayoutEffect(() => {
      byId("step_name").focus();
      document.execCommand("insertText", false, "Jans");
      pending = session?.pending().name;
    }, []);
    return null;
  }
  await openForm({
    schema,
    children: <TypeAtOnce />,
    onSession: (created) => {
      session = created;
    },
  });
  expect(pending).toBe("Jans");
});

test("a pause in typing changes nothing under a button that is being pressed", async () => {
  const { session } = await openForm({ schema });
  holdTime();
  await userEvent.type(byId("step_name"), "Jans");
  document.dispatchEvent(new PointerEvent("pointerdown"));
  vi.advanceTimersByTime(400);
  expect(session.data().name).toBeUndefined();
  document.dispatchEvent(new PointerEvent("pointerup"));
  vi.advanceTimersByTime(1);
  await expect.poll(() => session.data().name).toBe("Jans");
});

test.each<[name: string, happens: (box: Element) => void]>([
  [
    "a right click, whose release goes to the menu",
    (box) => box.dispatchEvent(new PointerEvent("pointerdown", { button: 2, bubbles: true })),
  ],
  ["a press that became a menu", (box) => pressAnd(box, new MouseEvent("contextmenu", { bubbles: true }))],
  [
    "a press that ended outside the page",
    (box) => pressAnd(box, new PointerEvent("pointermove", { buttons: 0, bubbles: true })),
  ],
  ["a press before a key", (box) => pressAnd(box, new KeyboardEvent("keydown", { key: "Tab", bubbles: true }))],
])("what was typed is committed after %s", async (_what, happens) => {
  const { session } = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Jans");
  happens(byId("step_name"));
  byId("step_name").blur();
  await expect.poll(() => session.data().name).toBe("Jans");
});

function pressAnd(element: Element, event: Event): void {
  element.dispatchEvent(new PointerEvent("pointerdown", { buttons: 1, bubbles: true }));
  element.dispatchEvent(event);
}

test("a field with commit on blur waits for the blur", async () => {
  const { session } = await openForm({ schema, ui: { name: { "ui:options": { commit: "blur" } } } });
  holdTime();
  await userEvent.type(byId("step_name"), "Jans");
  vi.advanceTimersByTime(450);
  expect(session.data().name).toBeUndefined();
  await userEvent.tab();
  expect(session.data().name).toBe("Jans");
});

test("Enter in a field that is still being typed in submits the whole value", async () => {
  const { session, counts } = await openForm({ schema, data: { city: "Zwolle" } });
  await userEvent.type(byId("step_name"), "Jansen{Enter}");
  expect(session.data()).toEqual({ name: "Jansen", city: "Zwolle" });
  expect(counts.submits).toBe(1);
});

test("flush takes in what was typed, at once", async () => {
  const { session } = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Jan");
  session.flush();
  expect(session.data().name).toBe("Jan");
  expect(session.dirty).toBe(true);
});

test("every key can be kept before it is committed, in a field that waits for the blur too", async () => {
  const ui = { name: { "ui:options": { commit: "blur" } }, why: { "ui:widget": "textarea" }, sum: {} };
  const more = { why: { type: "string" }, sum: { type: "number" }, day: { type: "string", format: "date" } };
  const extended = { ...schema, properties: { ...schema.properties, ...more } };
  const { session, counts } = await openForm({ schema: extended, ui: { ...ui, day: { "ui:widget": "date" } } });
  await expect.poll(() => document.getElementById("step_day")).not.toBeNull();
  const keys: unknown[] = [];
  const stop = session.onTyped(() => keys.push(session.pending().name));
  const before = { ...counts };
  await userEvent.type(byId("step_name"), "Jan");
  expect(keys).toEqual(["J", "Ja", "Jan"]);
  expect(counts).toEqual(before);
  expect(session.data().name).toBeUndefined();
  stop();
  for (const [id, text, field, value] of [
    ["step_why", "Omdat het", "why", "Omdat het"],
    ["step_sum", "1234,5", "sum", 1234.5],
    ["step_day", "1-12-2026", "day", "2026-12-01"],
  ] as const) {
    await userEvent.type(byId(id), text);
    expect(session.pending()[field]).toBe(value);
  }
});

/** A field for each control in whose box anything can be typed. */
const boxes: Record<string, { field: object; lists?: Lists; box?: string }> = {
  text: { field: { type: "string" } },
  textarea: { field: { type: "string" } },
  email: { field: { type: "string", format: "email" } },
  kvk: { field: { type: "string", format: "kvk" } },
  "postal-code": { field: { type: "string", format: "nl-postal-code" } },
  date: { field: { type: "string", format: "date" } },
  currency: { field: { type: "number" } },
  number: { field: { type: "number" } },
  year: { field: { type: "integer" } },
  "profession-pair": {
    field: { type: "array", items: { type: "array", pairFrom: { list: "professions", parent: "sector_id" } } },
    lists: { professions: [{ value: "p1", label: "Boekhouder", sector_id: "180" }] },
    box: "step_it__profession",
  },
};

test("the boxes below are those of every control that is typed in", () => {
  const typed = Object.entries(controls).filter(([name, control]) => "typed" in control || name === "profession-pair");
  expect(Object.keys(boxes).sort()).toEqual(typed.map(([name]) => name).sort());
});

for (const [control, { field, lists = {}, box = "step_it" }] of Object.entries(boxes)) {
  for (const text of ["29-02-2025", "Prompt engineer"]) {
    test(`the text of a crashed page comes back into the box unchanged: ${control}, "${text}"`, async () => {
      const ui = { it: { [control in GROUPS ? "ui:field" : "ui:widget"]: control } };
      const form = { schema: { type: "object", properties: { sector: { type: "string" }, it: field } }, ui, lists };
      const data = { sector: "180" };
      // A number is written without spaces.
      const shown = () => (document.getElementById(box) as HTMLInputElement | null)?.value.replaceAll(" ", "");
      const first = await openForm({ ...form, data });
      await expect.poll(shown).toBe("");
      await userEvent.type(byId(box), text);
      const stood = shown();
      const draft = { data: first.session.pending(), texts: first.session.texts() };
      await first.unmount();
      const { session } = await openForm({ ...form, data });
      await expect.poll(shown).toBe("");
      session.replace(draft.data);
      for (const [id, left] of Object.entries(draft.texts)) session.keepText(id, left);
      await expect.poll(shown).toBe(stood);
    });
  }
}

test("a text in composition is not committed on rest", async () => {
  const { session } = await openForm({ schema });
  holdTime();
  const input = byId("step_name");
  input.focus();
  input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  input.value = "に";
  input.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  vi.advanceTimersByTime(400);
  expect(session.data().name).toBeUndefined();
  input.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  vi.advanceTimersByTime(400);
  expect(session.data().name).toBe("に");
});

test("a value from elsewhere replaces the text, but not what is being typed", async () => {
  const { session } = await openForm({ schema });
  session.replace({ name: "Uit register" });
  await expect.poll(() => byId("step_name").value).toBe("Uit register");
  holdTime();
  await userEvent.type(byId("step_city"), "Zwo");
  session.replace({ name: "Anders", city: "Deventer" });
  await expect.poll(() => byId("step_name").value).toBe("Anders");
  await expect.poll(() => byId("step_city").value).toBe("Zwo");
  await expect.poll(() => findError("step_city")).toBeUndefined();
});

test("leaving the page of a step keeps what was typed", async () => {
  const { session, unmount } = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Half");
  unmount();
  await expect.poll(() => session.data().name).toBe("Half");
});

test("what a commit brings along at once is shown too: a field that another one empties", async () => {
  const { session } = await openForm({ schema, data: { name: "Jansen", city: "Zwolle" } });
  session.subscribeAll(() => {
    const { name, city } = session.data();
    if (name !== "Jansen" && city !== undefined) session.replace({ name });
  });
  await userEvent.clear(byId("step_name"));
  await userEvent.type(byId("step_name"), "Pietersen");
  await userEvent.tab();
  await expect.element(byId("step_city")).toHaveValue("");
  expect(session.data()).toEqual({ name: "Pietersen" });
});
