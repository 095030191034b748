// Questions with an explanation: it is under its own question, is named with it, is reached from the summary and by keyboard, and is
// kept while the answer is no.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { JsonObject } from "#engine/schema/types.ts";
import { byId, findError, type Language, openForm } from "./support.tsx";

const THEN = "then";
const YES = { properties: { answer: { const: true } }, required: ["answer"] };
const schema = {
  type: "object",
  properties: {
    it: {
      type: "object",
      ask: {
        from: "asked",
        explain: {
          if: YES,
          [THEN]: { properties: { why: { type: "string", minLength: 1, maxLength: 9 } }, required: ["why"] },
        },
      },
    },
  },
  required: ["it"],
};
const lists = {
  asked: [
    { value: "fire", label: "Is er brand geweest?" },
    { value: "theft", label: "Is er gestolen?" },
  ],
};
const texts = { "field.it.why.label": "Toelichting" };
const open = (data: JsonObject = {}, language: Language = "nl") =>
  openForm({
    ...{ schema, lists, texts, data, language },
    ui: { it: { "ui:field": "questions", "ui:options": { answerAllNo: true }, why: { "ui:widget": "textarea" } } },
  });
const radio = (key: string, index: 0 | 1) => byId(`step_it_${key}_answer`).querySelectorAll("input")[index]!;
const why = (key: string) => document.getElementById(`step_it_${key}_why`) as HTMLTextAreaElement | null;

test("a yes shows its explanation under its own question, named with the question, and a no hides it", async () => {
  const { session } = await open();
  expect(why("fire")).toBeNull();
  await userEvent.click(radio("fire", 0));
  await expect.element(page.getByRole("textbox", { name: "Is er brand geweest? – Toelichting" })).toBeVisible();
  expect(why("theft")).toBeNull();
  const above = byId("step_it_fire_answer").getBoundingClientRect();
  const below = byId("step_it_theft_answer").getBoundingClientRect();
  const { top, bottom } = why("fire")!.getBoundingClientRect();
  expect([top >= above.bottom, bottom <= below.top]).toEqual([true, true]);
  expect(byId("step_it_fire_answer").contains(why("fire"))).toBe(false);
  await userEvent.fill(why("fire")!, "In 2021");
  await userEvent.click(radio("fire", 1));
  await expect.poll(() => why("fire")).toBeNull();
  expect(session.given().it).toEqual({ fire: { answer: false }, theft: {} });
  await userEvent.click(radio("fire", 0));
  await expect.poll(() => why("fire")?.value).toBe("In 2021");
});

test("Tab goes from the answer to its explanation, and on to the next question", async () => {
  await open({ it: { fire: { answer: true } } });
  await expect.poll(() => why("fire")).not.toBeNull();
  await userEvent.click(radio("fire", 0));
  await userEvent.keyboard("{Tab}In 2021");
  expect(document.activeElement).toBe(why("fire"));
  await userEvent.keyboard("{Tab}");
  expect(byId("step_it_theft_answer").contains(document.activeElement)).toBe(true);
});

test("the summary names the question and leads to its answer or its explanation", async () => {
  const { next } = await open({ it: { fire: { answer: true } } });
  await expect.poll(() => why("fire")).not.toBeNull();
  await next();
  const lines = page.getByRole("link", { name: /^Vraag/ });
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent?.split(":")[0]))
    .toEqual(["Vraag 1 – Toelichting", "Vraag 2"]);
  expect(findError("step_it_fire_why")).toBeTruthy();
  await userEvent.click(lines.nth(0));
  expect(document.activeElement).toBe(why("fire"));
  await userEvent.click(lines.nth(1));
  expect(byId("step_it_theft_answer").contains(document.activeElement)).toBe(true);
});

test("a text that is too long is an error of the explanation alone", async () => {
  await open({ it: { fire: { answer: true } } });
  await expect.poll(() => why("fire")).not.toBeNull();
  await userEvent.fill(why("fire")!, "Veel te lang voor dit veld");
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => findError("step_it_fire_why")).toContain("9");
  expect(findError("step_it_fire_answer")).toBeUndefined();
});

test("answering all with no keeps the explanations, and undoing brings the answers back with them", async () => {
  const { session } = await open({ it: { fire: { answer: true, why: "In 2021" } } });
  const all = page.getByRole("switch");
  await userEvent.click(all);
  expect(session.given().it).toEqual({ fire: { answer: false }, theft: { answer: false } });
  await userEvent.click(all);
  expect(session.given().it).toEqual({ fire: { answer: true, why: "In 2021" }, theft: {} });
  await userEvent.click(radio("fire", 1));
  await userEvent.click(radio("theft", 1));
  await userEvent.click(all);
  expect(session.given().it).toEqual({ fire: {}, theft: {} });
  await userEvent.click(radio("fire", 0));
  await expect.poll(() => why("fire")?.value).toBe("In 2021");
});

test("a text that was typed just before all with no is there after undo", async () => {
  const { session } = await open({ it: { fire: { answer: true } } });
  await expect.poll(() => why("fire")).not.toBeNull();
  await userEvent.fill(why("fire")!, "In 2021");
  await userEvent.click(page.getByRole("switch"));
  await userEvent.click(page.getByRole("switch"));
  expect(session.given().it).toMatchObject({ fire: { answer: true, why: "In 2021" } });
});

test.each([320, 390])("at %i px nothing scrolls aside", async (width) => {
  await page.viewport(width, 800);
  await open({ it: { fire: { answer: true } } });
  await expect.poll(() => why("fire")).not.toBeNull();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await page.viewport(1280, 800);
});
