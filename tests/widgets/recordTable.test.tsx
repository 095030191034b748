// A list of records as a table: eight columns beside the sidebar of a large screen, cards on a small one, headings that are read once.
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { JsonObject } from "#engine/schema/types.ts";
import { readSpoken } from "./said/tree.ts";
import { findError, openForm } from "./support.tsx";

const schema = {
  type: "object",
  properties: {
    it: {
      ...{ type: "array", maxItems: 30 },
      items: {
        type: "object",
        properties: {
          name: { type: "string", minLength: 1, maxLength: 40 },
          born: { type: "string", format: "date", maxLength: 10, dateWindow: { to: "-18y" } },
          country: { type: "string", enum: ["nl", "eu"] },
          share: { type: "number", minimum: 25, maximum: 100, multipleOf: 0.01 },
          turnover: { type: "integer", minimum: 0, maximum: 9_999_999 },
          staff: { type: "integer", minimum: 0, maximum: 999 },
          active: { type: "boolean" },
        },
        required: ["name", "born"],
        allOf: [
          {
            if: { properties: { country: { const: "eu" } }, required: ["country"] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
            then: { properties: { land: { type: "string", maxLength: 9 } }, required: ["land"] },
          },
        ],
      },
    },
  },
};
const member = (widget: string, title: string, more: object = {}) => ({
  "ui:widget": widget,
  "ui:options": { title, ...more },
});
const ui = {
  it: {
    "ui:field": "list",
    "ui:order": ["name", "born", "country", "land", "*"],
    "ui:options": { title: "Eigenaren", itemName: "Eigenaar", layout: "table" },
    name: member("text", "Naam"),
    born: member("date", "Geboren"),
    country: member("select", "Vestiging", { enumNames: ["Nederland", "Europa"] }),
    land: member("text", "Land"),
    share: member("number", "Belang", { unit: "%", tooltip: "Het deel van de aandelen." }),
    turnover: member("currency", "Omzet", { help: "Van vorig jaar" }),
    staff: member("number", "Personeel"),
    active: member("yes-no", "Actief"),
  },
};
const ALWAYS = ["name", "born", "country", "share", "turnover", "staff", "active"];
const two = ["a", "b"].map((_id) => ({ _id, name: `Naam ${_id}`, born: "1980-02-01" }));

/** The width of a form beside the sidebar in a window of 1440 px. */
const WIDE = 810;

async function open(width: number, data: JsonObject[] = two) {
  const before = [window.innerWidth, window.innerHeight] as const;
  onTestFinished(() => page.viewport(...before));
  await page.viewport(width, 700);
  const opened = await openForm({ schema, ui, data: { it: data } });
  // The dates are loaded later.
  await expect.poll(() => document.querySelectorAll("ol [id$=_born]").length).toBe(data.length);
  return { ...opened, rows: () => opened.session.data().it as JsonObject[] };
}

const box = (id: string) => document.getElementById(id)!.getBoundingClientRect();
const isSeen = (element: Element) => element.getBoundingClientRect().width > 1;
/** The element that names a column for the eye, if it is shown. */
const heading = (title: string) =>
  [...document.querySelectorAll("span[aria-hidden]")].find(
    (element) => isSeen(element) && element.textContent?.startsWith(title),
  );
const seenLabels = () => [...document.querySelectorAll("ol [id$=__label]")].filter(isSeen);
const TITLES = ["Naam", "Geboren", "Vestiging", "Land", "Belang (%)", "Omzet", "Personeel", "Actief"];

test("eight columns are beside each other beside the sidebar, each named once", async () => {
  await open(WIDE, [...two, { ...two[0]!, _id: "c", country: "eu" }]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(WIDE);
  expect(TITLES.filter((title) => !heading(title))).toEqual([]);
  expect(seenLabels()).toEqual([]);
  for (const id of ["a", "b", "c"]) {
    const bottoms = ALWAYS.filter((name) => name !== "active").map((name) =>
      Math.round(box(`step_it_${id}_${name}`).bottom),
    );
    expect(new Set(bottoms).size, "the controls of a row are on one line").toBe(1);
  }
  for (const [index, name] of ALWAYS.slice(3, 6).entries())
    expect(box(`step_it_a_${name}`).right, name).toBeGreaterThan(
      heading(TITLES[index + 4]!)!.getBoundingClientRect().left,
    );
});

test("a field that only some records show is below its own heading, and the others leave the place empty", async () => {
  const { session } = await open(WIDE);
  const left = box("step_it_a_share").left;
  session.commitField(["it", "b", "country"], "eu");
  await expect.poll(() => document.getElementById("step_it_b_land")).not.toBeNull();
  expect(box("step_it_b_land").left).toBeCloseTo(heading("Land")!.getBoundingClientRect().left, 0);
  expect(box("step_it_a_share").left).toBe(left);
  expect(box("step_it_b_share").left).toBe(left);
});

test.each([WIDE, 390])("a screen reader hears the record, and each name once, at %s px", async (width) => {
  await open(width, [two[0]!]);
  const spoken = await readSpoken(".schema-form");
  const names = spoken.map(({ name }) => name ?? "");
  for (const title of ["Naam", "Vestiging", "Omzet", "Actief"])
    expect(
      names.filter((name) => name.startsWith(title)),
      title,
    ).toHaveLength(1);
  expect(names).toContain("Eigenaar 1");
  expect(spoken.filter(({ name }) => name?.includes("Belang")).map(({ role }) => role)).toEqual(["button", "textbox"]);
});

test.each([390, 320])(
  "records are cards at %s px: every field has its label, and nothing is wider than the page",
  async (width) => {
    await open(width);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(heading("Naam")).toBeUndefined();
    expect(seenLabels()).toHaveLength(2 * ALWAYS.length);
    expect(box("step_it_a_born").top).toBeGreaterThan(box("step_it_a_name").bottom);
  },
);

test("an error is in its cell, and the summary names its record and its column and leads there", async () => {
  const { next } = await open(WIDE, [two[0]!, { _id: "b", name: "Bo", share: 3 }]);
  await next();
  const links = () => [...document.querySelectorAll("section li a")].map(({ textContent }) => textContent);
  await expect
    .poll(links)
    .toEqual(["Eigenaar 2 – Geboren: Dit veld is verplicht", "Eigenaar 2 – Belang: Minimaal 25%"]);
  expect(findError("step_it_b_share")).toBe("Minimaal 25%");
  const error = box("step_it_b_share__error");
  expect(error.left).toBeGreaterThanOrEqual(box("step_it_b_share").left - 1);
  expect(error.right).toBeLessThanOrEqual(box("step_it_b_share").right + 1);
  await userEvent.click(page.getByRole("link", { name: /Eigenaar 2 – Belang/ }));
  expect(document.activeElement?.id).toBe("step_it_b_share");
});

test("rows are added, moved, removed and put back by keyboard, and Tab goes through a row and then to its buttons", async () => {
  const { rows } = await open(WIDE);
  const press = async (name: string) => {
    (page.getByRole("button", { name, exact: true }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  await press("Eigenaar toevoegen");
  await expect.poll(() => rows().length).toBe(3);
  await expect.poll(() => document.activeElement?.id).toBe(`step_it_${rows()[2]!._id}_name`);
  await press("Eigenaar 3 naar boven");
  await expect.poll(() => rows()[2]!._id).toBe("b");
  expect(document.activeElement?.id).toBe(`step_it_${rows()[1]!._id}__up`);
  await press("Eigenaar 1 verwijderen");
  await expect.poll(() => rows().length).toBe(2);
  expect(document.activeElement?.id).toBe("step_it__undo");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => rows().map(({ _id }) => _id)).toEqual(["a", expect.anything(), "b"]);
  document.getElementById("step_it_a_staff")!.focus();
  const stops = [];
  for (let tab = 0; tab < 4; tab += 1) {
    await userEvent.keyboard("{Tab}");
    stops.push(document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);
  }
  expect(stops.slice(1)).toEqual(["Eigenaar 1 naar boven", "Eigenaar 1 naar beneden", "Eigenaar 1 verwijderen"]);
  expect(document.activeElement?.textContent).toBe("Verwijderen");
});

test("a tooltip is opened from the heading, once for all rows", async () => {
  await open(WIDE);
  const buttons = page.getByRole("button", { name: /Belang/ });
  expect(buttons.elements()).toHaveLength(1);
  await userEvent.click(buttons);
  await expect.element(page.getByText("Het deel van de aandelen.")).toBeVisible();
});

test("a calendar that opens in a row is above the rows below it", async () => {
  await open(WIDE, [...two, { ...two[0]!, _id: "c" }, { ...two[0]!, _id: "d" }]);
  await userEvent.click(page.getByRole("button", { name: /kalender/i }).first());
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const dialog = document.querySelector("[role=dialog]")!;
  const { left, right, top, height } = dialog.getBoundingClientRect();
  for (const share of [0.4, 0.6, 0.8]) {
    const seen = document.elementFromPoint((left + right) / 2, top + height * share);
    expect(dialog.contains(seen), `at ${share} of its height`).toBe(true);
  }
});
