// What typing costs and when it counts: no render and no validation per key, everything in the data when it matters.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { byId, findError, openForm, wait } from "./support.tsx";

const schema = {
  type: "object",
  properties: { name: { type: "string", minLength: 2, maxLength: 20 }, city: { type: "string", minLength: 1 } },
  required: ["name", "city"],
};

test("typing renders nothing and validates nothing until the rest", async () => {
  const { counts, session } = await openForm({ schema, data: { city: "Zwolle" } });
  const before = { ...counts };
  await userEvent.type(byId("step_name"), "Jans");
  expect(counts).toEqual(before);
  expect(session.data().name).toBeUndefined();
  await wait(400);
  expect(session.data().name).toBe("Jans");
  expect(counts.validations).toBeGreaterThan(before.validations);
});

test("a pause in typing changes nothing under a button that is being pressed", async () => {
  const { session } = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Jans");
  document.dispatchEvent(new PointerEvent("pointerdown"));
  await wait(400);
  expect(session.data().name).toBeUndefined();
  document.dispatchEvent(new PointerEvent("pointerup"));
  await expect.poll(() => session.data().name).toBe("Jans");
});

test("a field with commit on blur waits for the blur", async () => {
  const { session } = await openForm({ schema, ui: { name: { "ui:options": { commit: "blur" } } } });
  await userEvent.type(byId("step_name"), "Jans");
  await wait(450);
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
  const given = { ...schema, properties: { ...schema.properties, ...more } };
  const { session, counts } = await openForm({ schema: given, ui: { ...ui, day: { "ui:widget": "date" } } });
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

test("what a crash left comes back into the field as it was typed", async () => {
  const first = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Jans");
  const kept = first.session.pending();
  expect(first.session.data().name).toBeUndefined();
  first.unmount();
  await wait(20);
  const { session } = await openForm({ schema });
  session.replace(kept);
  await expect.poll(() => byId("step_name").value).toBe("Jans");
});

test("a text in composition is not committed on rest", async () => {
  const { session } = await openForm({ schema });
  const input = byId("step_name");
  input.focus();
  input.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  input.value = "に";
  input.dispatchEvent(new InputEvent("input", { bubbles: true, isComposing: true }));
  await wait(400);
  expect(session.data().name).toBeUndefined();
  input.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  await wait(400);
  expect(session.data().name).toBe("に");
});

test("a value from elsewhere replaces the text, but not what is being typed", async () => {
  const { session } = await openForm({ schema });
  session.replace({ name: "Uit register" });
  await wait(20);
  expect(byId("step_name").value).toBe("Uit register");
  await userEvent.type(byId("step_city"), "Zwo");
  session.replace({ name: "Anders", city: "Deventer" });
  await wait(20);
  await expect.poll(() => byId("step_name").value).toBe("Anders");
  await expect.poll(() => byId("step_city").value).toBe("Zwo");
  await expect.poll(() => findError("step_city")).toBeUndefined();
});

test("leaving the page of a step keeps what was typed", async () => {
  const { session, unmount } = await openForm({ schema });
  await userEvent.type(byId("step_name"), "Half");
  unmount();
  await wait(20);
  expect(session.data().name).toBe("Half");
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
