// A table of fixed rows: names for a screen reader, keyboard, errors and links, and cards at 320 px.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { JsonObject } from "#engine/schema/types.ts";
import { findError, type Language, openForm } from "./support.tsx";

const THEN = "then";
const EU = { properties: { kind: { const: "agent" } }, required: ["kind"] };
const schema = {
  type: "object",
  properties: {
    it: {
      type: "object",
      rows: {
        from: "areas",
        properties: {
          last: { type: "integer", minimum: 0, maximum: 1000 },
          kind: { type: "string", enum: ["own", "agent"] },
        },
        required: ["last"],
        allOf: [{ if: EU, [THEN]: { properties: { agent: { type: "string", maxLength: 9 } }, required: ["agent"] } }],
      },
    },
  },
  required: ["it"],
};
const ui = {
  it: {
    "ui:field": "table",
    last: { "ui:widget": "currency" },
    kind: { "ui:widget": "select" },
    agent: { "ui:widget": "text" },
  },
};
const lists = { areas: [{ value: "nl" }, { value: "eu" }] };
const texts = {
  "field.it.label": "Omzet per gebied",
  "field.it.option.nl": "Nederland",
  "field.it.option.eu": "Rest van de Europese Economische Ruimte",
  "field.it.last.label": "Vorig jaar",
  "field.it.kind.label": "Verkoop",
  "field.it.kind.option.own": "Eigen",
  "field.it.kind.option.agent": "Agent",
  "field.it.agent.label": "Naam van de agent",
};
const open = (data: JsonObject = {}, language: Language = "nl") =>
  openForm({ schema, ui, lists, texts, data, language });
const input = (name: string) => page.getByRole("textbox", { name, exact: true });
const findLabels = (id: string) => [...document.querySelectorAll<HTMLElement>(`label[for="${id}"]`)];
const setWidth = async (width: number) => {
  const { innerWidth, innerHeight } = window;
  await page.viewport(width, 800);
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
};

test("each field is named with its row and its column, and each row and column has a heading", async () => {
  await setWidth(1000);
  await open();
  await expect.element(input("Nederland – Vorig jaar")).toBeVisible();
  await expect.element(input("Rest van de Europese Economische Ruimte – Vorig jaar")).toBeVisible();
  await expect.element(page.getByRole("group", { name: "Nederland" })).toBeVisible();
  const head = document.getElementById("step_it_nl")!.closest("ol")!.previousElementSibling!;
  expect([...head.children].map(({ textContent }) => textContent)).toEqual([
    "Vorig jaar\u00a0*",
    "Verkoop (niet verplicht)",
    "Naam van de agent",
  ]);
  const [label] = findLabels("step_it_eu_last");
  expect(getComputedStyle(label!).clipPath).toBe("inset(50%)");
  await expect.element(page.getByRole("group", { name: /Omzet per gebied/ })).toBeVisible();
});

test("Tab goes through a row and on to the next, and what is typed is an answer of its cell", async () => {
  await setWidth(1000);
  const { session } = await open();
  await userEvent.click(input("Nederland – Vorig jaar"));
  await userEvent.keyboard("12{Tab}{Tab}34{Tab}");
  await expect.poll(() => session.data()).toEqual({ it: { nl: { last: 12 }, eu: { last: 34 } } });
});

test("an error is at its cell, and the summary leads to it by row and column", async () => {
  const { next } = await open({ it: { nl: { last: 5 }, eu: { last: 1001 } } });
  await next();
  const link = page.getByRole("link", { name: /^Rest van de Europese Economische Ruimte – Vorig jaar: / });
  await expect.element(link).toBeVisible();
  expect(findError("step_it_eu_last")).toContain("1.000");
  expect(findError("step_it_nl_last")).toBeUndefined();
  await userEvent.click(link);
  expect(document.activeElement?.id).toBe("step_it_eu_last");
});

test("a field shows by the answers of its row alone", async () => {
  const { session } = await open();
  const agents = () => [...document.querySelectorAll("input[id$=_agent]")].map(({ id }) => id);
  session.commitField(["it", "eu", "kind"], "agent");
  await expect.poll(agents).toEqual(["step_it_eu_agent"]);
  session.commitField(["it", "eu", "kind"], "own");
  await expect.poll(agents).toEqual([]);
});

test.each([320, 390])(
  "at %i px each row is a card with its fields and their labels, without scrolling aside",
  async (width) => {
    await setWidth(width);
    await open();
    const [label] = findLabels("step_it_eu_last");
    await expect.element(page.getByRole("group", { name: "Nederland" })).toBeVisible();
    expect(label!.getBoundingClientRect().height).toBeGreaterThan(15);
    expect(getComputedStyle(label!).clipPath).toBe("none");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const [first, second] = ["nl", "eu"].map((row) =>
      document.getElementById(`step_it_${row}`)!.getBoundingClientRect(),
    );
    expect(second!.top).toBeGreaterThanOrEqual(first!.bottom);
  },
);
