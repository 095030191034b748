// A list of records as cards: by keyboard and for a screen reader, errors and links, at 320 px.
import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { JsonObject } from "#engine/schema/types.ts";
import { markAnswers } from "#engine/texts/answersInTexts.ts";
import { byId, findError, type Language, openForm, wait } from "./support.tsx";

/** The title is "a (eu)" once both are answered. */
const { name: NAME, kind: KIND } = markAnswers(["name", "kind"]);

const owners = (more: object = {}, options: object = {}) => ({
  schema: {
    type: "object",
    properties: {
      it: {
        ...{ type: "array", minItems: 1, maxItems: 3, uniqueBy: "name" },
        items: {
          type: "object",
          properties: {
            name: { type: "string", minLength: 1, maxLength: 40 },
            share: { type: "integer", maximum: 100 },
            kind: { type: "string", enum: ["nl", "eu"] },
          },
          required: ["name"],
          allOf: [
            {
              if: { properties: { kind: { const: "eu" } }, required: ["kind"] },
              // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
              then: { properties: { land: { type: "string", maxLength: 9 } }, required: ["land"] },
            },
          ],
        },
        ...more,
      },
    },
    required: ["it"],
  },
  ui: {
    it: {
      "ui:field": "list",
      "ui:options": { title: "Eigenaren", itemName: "Eigenaar", ...options },
      name: { "ui:widget": "text", "ui:options": { title: "Naam" } },
      share: { "ui:widget": "number", "ui:options": { title: "Aandeel BV" } },
      kind: { "ui:widget": "radio", "ui:options": { title: "Vestiging" } },
      land: { "ui:widget": "text", "ui:options": { title: "Land" } },
    },
  },
});
const three = ["a", "b", "c"].map((_id) => ({ _id, name: `Naam ${_id}` }));
const button = (name: string) => page.getByRole("button", { name, exact: true });
/** Of each record: folded to a line ("Eigenaar 1: Naam a"), or with its fields. */
const lines = () =>
  [...document.querySelectorAll("ol > li:not(:has([id$=__undo]))")].map((card) => {
    const name = card.querySelector("p[id$=__legend]")?.textContent;
    if (name) return name;
    const [title, input] = [card.querySelector("legend"), card.querySelector<HTMLInputElement>("input[id$=_name]")];
    return `${title?.textContent}: ${input?.value}`;
  });
const names = () => lines().map((line) => line.split(": ")[1]);
const legends = () => lines().map((line) => line.split(": ")[0]);
const status = () => document.querySelector("[role=status]")?.textContent ?? "";
/** What one test announces last is not heard together with the first words of the next: each announcement takes two pauses of 50 ms. */
afterEach(() => wait(4 * 50));
const open = async (
  data: JsonObject = {},
  { more = {}, options = {}, language = "nl" }: { more?: object; options?: object; language?: Language } = {},
) => {
  const opened = await openForm({ ...owners(more, options), data, language });
  await expect.poll(() => document.querySelectorAll("button").length).toBeGreaterThan(1);
  return { ...opened, rows: () => (opened.session.data().it ?? []) as JsonObject[] };
};

test("a record that is added gets the focus in its first field and is announced; the last one is the maximum", async () => {
  const { rows } = await open({ it: three.slice(0, 2) });
  await userEvent.click(button("Eigenaar toevoegen"));
  await expect.poll(() => rows().length).toBe(3);
  await expect.poll(() => document.activeElement?.id).toBe(`step_it_${rows()[2]!._id}_name`);
  await expect.poll(status).toBe("Eigenaar 3 is toegevoegd");
  await userEvent.keyboard("Anna");
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => rows()[2]!.name).toBe("Anna");
  const add = button("Eigenaar toevoegen").element();
  expect(add.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(add.getAttribute("aria-describedby")!)?.textContent).toBe(
    "U kunt er maximaal 3 toevoegen",
  );
  (add as HTMLElement).click();
  expect(rows()).toHaveLength(3);
});

test("a removed record can be put back where it was, with what was typed; the last of the minimum stays", async () => {
  const { session, rows } = await open({ it: three });
  session.keepText("step_it_b_share", "1x");
  session.blur("step_it_b_share");
  await userEvent.click(button("Eigenaar 2 verwijderen"));
  await expect.poll(names).toEqual(["Naam a", "Naam c"]);
  expect(document.activeElement?.id).toBe("step_it__undo");
  await expect.poll(status).toBe("Eigenaar 2 is verwijderd");
  await userEvent.keyboard("{Enter}");
  await expect.poll(names).toEqual(["Naam a", "Naam b", "Naam c"]);
  expect(rows()).toEqual(three);
  expect(session.text("step_it_b_share")).toBe("1x");
  expect(document.activeElement?.id).toBe("step_it_b_name");
  await userEvent.click(button("Eigenaar 3 verwijderen"));
  await userEvent.click(button("Eigenaar 2 verwijderen"));
  const last = button("Eigenaar 1 verwijderen").element();
  expect(last.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(last.getAttribute("aria-describedby")!)?.textContent).toBe("Minstens één is nodig");
});

test("a record moves by keyboard, keeps its values and the focus on its button, and its place is announced", async () => {
  const { rows } = await open({ it: three });
  const down = button("Eigenaar 1 naar beneden").element() as HTMLElement;
  down.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(names).toEqual(["Naam b", "Naam a", "Naam c"]);
  expect(rows().map(({ _id }) => _id)).toEqual(["b", "a", "c"]);
  expect(legends()).toEqual(["Eigenaar 1", "Eigenaar 2", "Eigenaar 3"]);
  expect(document.activeElement?.id).toBe("step_it_a__down");
  await expect.poll(status).toBe("Eigenaar 1 staat nu op plaats 2 van 3");
  await userEvent.keyboard("{Enter}{Enter}");
  await expect.poll(names).toEqual(["Naam b", "Naam c", "Naam a"]);
  expect(document.activeElement?.getAttribute("aria-disabled")).toBe("true");
});

test("an error is at its field, follows its record, and links from the summary by the number of the record", async () => {
  const { session, next } = await open({ it: [three[0]!, { _id: "b", share: 200 }] });
  await next();
  const links = () => [...document.querySelectorAll("section li a")].map(({ textContent }) => textContent);
  await expect
    .poll(links)
    .toEqual(["Eigenaar 2 – Naam: Dit veld is verplicht", expect.stringContaining("Eigenaar 2 – Aandeel BV: ")]);
  expect(findError("step_it_b_name")).toBe("Dit veld is verplicht");
  await userEvent.click(page.getByRole("link", { name: /Aandeel/ }));
  expect(document.activeElement?.id).toBe("step_it_b_share");
  await userEvent.click(button("Eigenaar 2 naar boven"));
  await expect.poll(links).toEqual([expect.stringContaining("Eigenaar 1 – Naam: "), expect.anything()]);
  expect(findError("step_it_b_name")).toBe("Dit veld is verplicht");
  session.commitField(["it", "b", "name"], "Naam a");
  await expect.poll(() => findError("step_it_b_name")).toBeUndefined();
  await expect.poll(() => findError("step_it_a_name")).toBe("Deze waarde staat er al");
});

test("a title names a record in its line, buttons, errors and announcements; without one of its answers it has its number", async () => {
  const records = [
    { ...three[0], kind: "nl", share: 60 },
    { ...three[1], share: 200, kind: "eu", land: "<b>" },
    three[2]!,
  ];
  const { session, next } = await open({ it: records }, { options: { recordTitle: `${NAME} (${KIND})` } });
  await expect.poll(lines).toEqual(["Naam a (nl)", "Naam b (eu): Naam b", "Eigenaar 3: Naam c"]);
  expect(document.querySelector("li p + p")?.textContent).toBe("aandeel BV 60");
  await next();
  const link = () => document.querySelector("section li a")?.textContent;
  await expect.poll(link).toContain("Naam b (eu) – Aandeel BV: ");
  session.commitField(["it", "b", "name"], "<i>B</i>");
  await expect.poll(link).toContain("<i>B</i> (eu) – Aandeel BV: ");
  await userEvent.click(button("<i>B</i> (eu) verwijderen"));
  await expect.poll(status).toBe("<i>B</i> (eu) is verwijderd");
  await userEvent.click(button("Ongedaan maken: <i>B</i> (eu) verwijderen"));
  await expect.poll(status).toBe("<i>B</i> (eu) is teruggezet");
  session.commitField(["it", "b", "kind"], undefined);
  await expect.poll(() => legends()[1]).toBe("Eigenaar 2");
});

test("finished records are folded to a line of their first answers; one is changed, and folded again when it is done", async () => {
  const { session } = await open({
    it: [
      { ...three[0], share: 60, kind: "nl" },
      { _id: "b", kind: "eu" },
    ],
  });
  await expect.poll(lines).toEqual(["Eigenaar 1: Naam a, aandeel BV 60", "Eigenaar 2: "]);
  expect(document.querySelector("li p + p")?.textContent).toBe("nl");
  await userEvent.click(button("Eigenaar 2 klaar"));
  await expect.poll(() => findError("step_it_b_name")).toBe("Dit veld is verplicht");
  expect(document.activeElement?.id).toBe("step_it_b_name");
  session.commitField(["it", "b", "name"], "Bo");
  session.commitField(["it", "b", "land"], "België");
  await userEvent.click(button("Eigenaar 2 klaar"));
  await expect.poll(lines).toEqual(["Eigenaar 1: Naam a, aandeel BV 60", "Eigenaar 2: Bo, eu"]);
  expect(document.activeElement?.id).toBe("step_it_b__change");
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement?.id).toBe("step_it_b_name");
});

test("a folded record that is wrong after all shows its fields", async () => {
  const { session, next } = await open({ it: three.slice(0, 2) });
  session.commitField(["it", "b", "name"], "Naam a");
  await next();
  await expect.poll(() => findError("step_it_b_name")).toBe("Deze waarde staat er al");
});

test("short fields share a line, in a window of a telephone too", async () => {
  const before = [window.innerWidth, window.innerHeight] as const;
  onTestFinished(() => page.viewport(...before));
  await page.viewport(800, 800);
  await open({ it: [{ _id: "a" }] });
  const top = (name: string) => byId(`step_it_a_${name}`).getBoundingClientRect().bottom;
  expect(top("share")).toBe(top("name"));
});

test("a field of a record shows by the answers of that record", async () => {
  const { session } = await open({ it: three.slice(0, 2) });
  await userEvent.click(button("Eigenaar 2 wijzigen"));
  const lands = () => [...document.querySelectorAll("input[id$=_land]")].map(({ id }) => id);
  session.commitField(["it", "b", "kind"], "eu");
  await expect.poll(lands).toEqual(["step_it_b_land"]);
  session.commitField(["it", "b", "kind"], "nl");
  await expect.poll(lands).toEqual([]);
});

test("an empty list asks for the first record, in both languages", async () => {
  const { next, unmount } = await open();
  await next();
  await expect.poll(() => findError("step_it")).toBe("Voeg er minstens één toe");
  await unmount();
  const french = await open({}, { language: "fr" });
  await french.next();
  await expect.poll(() => findError("step_it")).toBe("Ajoutez-en au moins 1");
});

test("a key in one record renders no other, and the page fits in 320 px", async () => {
  const before = [window.innerWidth, window.innerHeight] as const;
  onTestFinished(() => page.viewport(...before));
  await page.viewport(320, 640);
  const { counts } = await open({ it: three });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.click(button("Eigenaar 2 wijzigen"));
  expect(document.activeElement?.id).toBe("step_it_b_name");
  const renders = counts.renders;
  await userEvent.keyboard("xyz");
  expect(counts.renders - renders).toBeLessThanOrEqual(4);
});

test("a locked list shows its records and no buttons", async () => {
  const opened = await openForm({ ...owners(), data: { it: three }, props: { readonly: true } });
  await expect.poll(names).toEqual(["Naam a", "Naam b", "Naam c"]);
  expect([...opened.container.querySelectorAll("button")].map(({ textContent }) => textContent)).toEqual(["Volgende"]);
});
