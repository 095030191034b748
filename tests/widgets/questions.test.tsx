// Acceptance questions: answers, notices, explanations, errors, and answering all with no.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ListItem } from "#engine/schema/types.ts";
import { byId, findError, type Language, openForm } from "./support.tsx";

const questions = [
  {
    value: 21,
    label: "Vraag over het buitenland?",
    refusal_yes: "Dit beoordelen wij apart.",
    list_items: ["VS", "Canada"],
    tooltip: "Uitleg erbij",
  },
  {
    value: 11,
    label: "Vraag over productie?",
    refusal_yes: "Dit verzekeren wij niet.",
    list_items: [],
    tooltip: null,
    judged: { id: 11, answer: true, effect: "decline" },
  },
  {
    value: 31,
    label: "Vraag die ja hoort te zijn?",
    refusal_yes: null,
    list_items: [],
    tooltip: null,
    judged: { id: 31, answer: false, effect: "decline" },
  },
];
/** There is no message about it beforehand, and no is the wrong answer. */
const referring = {
  value: 41,
  label: "Vraag naar een back-up?",
  refusal_yes: null,
  list_items: [],
  tooltip: null,
  judged: { id: 41, answer: false, effect: "refer" },
};
const schema = {
  type: "object",
  properties: { answers: { type: "object", ask: { from: "asked" } } },
  required: ["answers"],
};
interface Asked {
  language?: Language;
  asked?: ListItem[];
}

const open = (options: object = {}, data = {}, { language = "nl", asked = questions }: Asked = {}) =>
  openForm({
    language,
    schema,
    ui: { answers: { "ui:field": "questions", "ui:options": options } },
    lists: { asked },
    data,
  });
const answer = (id: number, index: 0 | 1) => byId(`step_answers_${id}`).querySelectorAll("input")[index]!;

test("questions are in the order of the list, named by their text and what it enumerates", async () => {
  await open();
  expect([...document.querySelectorAll("[role=radiogroup]")].map((row) => row.id)).toEqual([
    "step_answers_21",
    "step_answers_11",
    "step_answers_31",
  ]);
  const named = byId("step_answers_21").getAttribute("aria-labelledby")!.split(" ");
  expect(named.map((id) => byId(id).textContent)).toEqual(["Vraag 1: Vraag over het buitenland?", "VSCanada"]);
  expect([...document.querySelectorAll("[id$=__points] li")].map((item) => item.textContent)).toEqual(["VS", "Canada"]);
});

test("a note of the server is below its question and describes it", async () => {
  const meta = { field_text: { "answers.11": "In offerte 50010414: nee" } };
  await openForm({ schema, ui: { answers: { "ui:field": "questions" } }, lists: { asked: questions }, meta });
  const description = byId("step_answers_11").getAttribute("aria-describedby")!;
  expect(byId(description).textContent).toBe("In offerte 50010414: nee");
  expect(byId("step_answers_21").getAttribute("aria-describedby")).toBeNull();
});

test("the star of a question is on the line of its last word, however wide the page", async () => {
  const { container } = await open();
  const words = byId("step_answers_11__text");
  const star = words.nextElementSibling!;
  const lines = (element: Element) => [...element.getClientRects()].map(({ bottom }) => Math.round(bottom));
  for (let width = 320; width < 640; width += 2) {
    container.style.width = `${width}px`;
    expect(lines(star).at(-1), `${width} px`).toBe(lines(words).at(-1));
  }
});

test("an answer goes to its own key, and arrow keys move between the two", async () => {
  const { session } = await open();
  await userEvent.click(answer(11, 0));
  await userEvent.keyboard("{ArrowRight}");
  expect(session.data()).toEqual({ answers: { 11: false } });
});

test("yes gets its notice at once, and an answer that the server declined is red and shows the consequence", async () => {
  await open();
  await userEvent.click(answer(21, 0));
  const status = byId("step_answers_21").querySelector("[role=status]")!;
  await expect.poll(() => status.textContent).toContain("Dit beoordelen wij apart.");
  await userEvent.click(answer(21, 1));
  await expect.poll(() => status.textContent).toBe("");
  await userEvent.click(answer(11, 0));
  const decline = byId("step_answers_11").querySelector("[role=status]")!;
  await expect.poll(() => decline.textContent).toContain("Het gekozen antwoord leidt tot uitval.");
  await userEvent.click(answer(31, 0));
  await expect.poll(() => byId("step_answers_31").querySelector("[role=status]")!.textContent).toBe("");
  await userEvent.click(answer(31, 1));
  await expect
    .poll(() => byId("step_answers_31").querySelector("[role=status]")!.textContent)
    .toContain("leidt tot uitval");
});

test("an answer that requires an explanation shows it, also where the content has no notice for it", async () => {
  await open({}, {}, { asked: [referring] });
  const status = byId("step_answers_41").querySelector("[role=status]")!;
  await userEvent.click(answer(41, 0));
  expect(status.textContent).toBe("");
  await userEvent.click(answer(41, 1));
  expect(status.textContent).toContain("Dit antwoord vraagt om een toelichting.");
});

test("the explanation opens in the row and Escape closes it", async () => {
  await open();
  const button = byId("step_answers_21").querySelector("button")!;
  expect(button.getAttribute("aria-label")).toBe("Uitleg bij vraag 1 tonen");
  await userEvent.click(button);
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => byId("step_answers_21").querySelector("[role=note]")!.textContent).toBe("Uitleg erbij");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
  await expect.poll(() => document.activeElement).toBe(button);
});

test("an explanation that opens at the edge of the window is brought 170 pixels away from it", async () => {
  await open();
  const row = byId("step_answers_21");
  const button = row.querySelector("button")!;
  document.body.style.paddingBlock = "200vh";
  window.scrollTo(0, scrollY + button.getBoundingClientRect().bottom - innerHeight);
  await userEvent.click(button);
  const { top, bottom } = row.querySelector("[role=note]")!.getBoundingClientRect();
  document.body.style.paddingBlock = "";
  expect(innerHeight - bottom).toBeGreaterThanOrEqual(170);
  expect(top).toBeGreaterThanOrEqual(170);
});

test("after Next each open question has its error and the summary leads into its radios", async () => {
  const { next } = await open({}, { answers: { 21: false } });
  await next();
  await expect.poll(() => findError("step_answers_21")).toBeUndefined();
  await expect.poll(() => findError("step_answers_11")).toBe("Kies Ja of Nee");
  const links = [...document.querySelectorAll("section a")];
  await expect
    .poll(() => links.map((link) => link.textContent))
    .toEqual(["Vraag 2: Kies Ja of Nee", "Vraag 3: Kies Ja of Nee"]);
  await userEvent.click(links[0]!);
  await expect.poll(() => byId("step_answers_11").contains(document.activeElement)).toBe(true);
  await expect.poll(() => document.activeElement!.tagName).toBe("INPUT");
  await userEvent.click(answer(11, 1));
  await expect.poll(() => findError("step_answers_11")).toBeUndefined();
});

test("the only question that is open gets the focus itself", async () => {
  const { next } = await open({}, { answers: { 21: false, 11: false } });
  await next();
  await expect.poll(() => byId("step_answers_31").contains(document.activeElement)).toBe(true);
  await expect.poll(() => document.querySelectorAll("section a")).toHaveLength(1);
});

test("all with no fills every question, and can be undone", async () => {
  const { session } = await open({ answerAllNo: true }, { answers: { 21: true } });
  const toggle = document.querySelector<HTMLInputElement>("[role=switch]")!;
  await userEvent.click(toggle);
  expect(session.data()).toEqual({ answers: { 21: false, 11: false, 31: false } });
  await expect.poll(() => toggle.checked).toBe(true);
  const undo = [...document.querySelectorAll("button")].find((button) => button.textContent === "Ongedaan maken")!;
  await userEvent.click(undo);
  expect(session.data()).toEqual({ answers: { 21: true } });
  await expect.poll(() => toggle.checked).toBe(false);
});

test("the way back from all-no leaves its label the width of a telephone", async () => {
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1280, 900));
  await open({ answerAllNo: true }, {}, { language: "fr" });
  const toggle = document.querySelector<HTMLInputElement>("[role=switch]")!;
  const label = document.querySelector(`label[for="${toggle.id}"]`)!;
  const measure = () => [label, toggle].map((part) => JSON.stringify(part.getBoundingClientRect()));
  const before = measure();
  await userEvent.click(toggle);
  await expect.poll(() => toggle.checked).toBe(true);
  expect(measure()).toEqual(before);
});

test("answering questions does not render the other rows' errors or lose the focus", async () => {
  await open();
  await userEvent.click(answer(21, 1));
  await expect.poll(() => document.activeElement).toBe(answer(21, 1));
});
