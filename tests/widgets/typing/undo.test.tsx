// Edits that only a real keyboard, clipboard or input method can make: undo and redo, paste, a text that is put in without a key.
import { expect, test } from "vitest";
import { cdp, userEvent } from "vitest/browser";
import { byId, openForm } from "../support.tsx";

const open = (widget: string, type: "number" | "string", start?: unknown) =>
  openForm({
    schema: { type: "object", properties: { it: { type }, other: { type: "string" } } },
    ui: { it: { "ui:widget": widget } },
    data: start === undefined ? {} : { it: start },
  });

/** As a menu, dictation or a phone does it: the browser edits the text and no key is pressed. */
const putIn = (text: string) =>
  (cdp() as unknown as { send(name: string, params: object): Promise<void> }).send("Input.insertText", { text });

const press = (key: string) => userEvent.keyboard(`{Control>}${key}{/Control}`);

test.each([
  ["currency", 100_000, "250000", { value: 250_000, shown: "250.000" }],
  ["currency", 95_000, "120000", { value: 120_000, shown: "120.000" }],
  ["currency", 1234, "1.23", { value: 1.23, shown: "1,23" }],
  ["year", 1, "7", { value: 7, shown: "7" }],
])("a %s of %s that is selected by keyboard and replaced by %s without a key", async (widget, start, put, expected) => {
  const { session } = await open(widget, "number", start);
  byId("step_it").focus();
  await press("a");
  await putIn(put);
  await userEvent.tab();
  expect({ value: session.data().it, shown: byId("step_it").value }).toEqual(expected);
});

test.each([
  ["over all of it", "1.23", "1,23", 1.23],
  ["at its end", "5", "12.345", 12_345],
])("what is pasted in an amount %s counts as it was copied", async (selection, copied, shown, value) => {
  const { session } = await open("currency", "number", 1234);
  await userEvent.fill(byId("step_other"), copied);
  byId("step_other").focus();
  await press("a");
  await press("c");
  byId("step_it").focus();
  if (selection === "at its end") await userEvent.keyboard("{End}");
  else await press("a");
  await press("v");
  expect([byId("step_it").value, session.pending().it]).toEqual([shown, value]);
});

test.each([
  ["currency", "number", "1234567"],
  ["currency", "number", "12,5"],
  ["year", "number", "1234"],
  ["text", "string", "De Molen"],
  ["textarea", "string", "De Molen"],
  ["date", "string", "1-12-2026"],
] as const)("undo takes back what was typed in a %s, and redo puts it back", async (widget, type, text) => {
  const { session } = await open(widget, type);
  await expect.poll(() => document.getElementById("step_it")).not.toBeNull();
  const input = byId("step_it");
  input.focus();
  const shown: string[] = [""];
  for (const key of text) {
    await userEvent.keyboard(key);
    shown.push(input.value);
  }
  const full = { text: input.value, value: session.pending().it };
  for (let step = 0; step < 2 * text.length && input.value !== ""; step += 1) {
    await press("z");
    expect(shown).toContain(input.value);
  }
  expect([input.value, session.pending().it]).toEqual(["", undefined]);
  for (let step = 0; step < 2 * text.length && input.value !== full.text; step += 1)
    await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect({ text: input.value, value: session.pending().it }).toEqual(full);
});
