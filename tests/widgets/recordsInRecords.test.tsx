// Lists of records inside records, as cards and as a table: each list adds, removes and brings back its own records, is named with the
// record around it, and is counted in its line.
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { markAnswers } from "#engine/texts/answersInTexts.ts";
import { findError, openForm, wait } from "./support.tsx";

const { town: TOWN, hall: HALL } = markAnswers(["town", "hall"]);

const depots = (options: object = {}) => ({
  schema: {
    type: "object",
    properties: {
      it: {
        ...{ type: "array", minItems: 1, maxItems: 3 },
        items: {
          type: "object",
          properties: {
            town: { type: "string", minLength: 1, maxLength: 40 },
            halls: {
              ...{ type: "array", maxItems: 2 },
              items: {
                type: "object",
                properties: {
                  hall: { type: "string", minLength: 1, maxLength: 40 },
                  area: { type: "integer", maximum: 100 },
                },
                required: ["hall"],
              },
            },
            main: { type: "string", enumFrom: ".halls" },
            area: { type: "integer", computed: { sum: ".halls.*.area" } },
          },
          required: ["town"],
        },
      },
      total: { type: "integer", computed: { sum: ".it.*.area" } },
    },
    required: ["it"],
  },
  ui: {
    "ui:order": ["it", "total"],
    it: {
      "ui:field": "list",
      "ui:order": ["town", "halls", "main", "area"],
      "ui:options": { title: "Depots", itemName: "Depot", recordTitle: TOWN, addItem: "Depot toevoegen" },
      town: { "ui:widget": "text", "ui:options": { title: "Plaats" } },
      halls: {
        "ui:field": "list",
        "ui:options": { title: "Hallen", itemName: "Hal", recordTitle: HALL, addItem: "Hal toevoegen", ...options },
        hall: { "ui:widget": "text", "ui:options": { title: "Naam" } },
        area: { "ui:widget": "number", "ui:options": { title: "Oppervlakte" } },
      },
      main: { "ui:widget": "select", "ui:options": { title: "Hoofdhal", list: ".halls", items: [] } },
      area: { "ui:widget": "computed", "ui:options": { title: "Samen" } },
    },
    total: { "ui:widget": "computed", "ui:options": { title: "Alles" } },
  },
});
const data = () => ({
  it: [
    { _id: "a", town: "Zwolle", halls: [{ _id: "x", hall: "Noord", area: 10 }] },
    { _id: "b", town: "Assen", halls: [{ _id: "x", hall: "Zuid", area: 20 }] },
  ],
});
type Depot = ReturnType<typeof data>["it"][number];
const button = (name: string) => page.getByRole("button", { name, exact: true });
const open = async (options?: object) => {
  const opened = await openForm({ ...depots(options), data: data() });
  await expect.element(button("Zwolle wijzigen")).toBeVisible();
  return { ...opened, rows: () => opened.session.data().it as Depot[] };
};
afterEach(() => wait(4 * 50));

test("a folded record says how many records its list has, and opens with them folded", async () => {
  await open();
  const folded = document.querySelector("ol > li")!;
  expect(folded.textContent).toContain("hallen 1");
  await userEvent.click(button("Zwolle wijzigen"));
  await expect.element(button("Zwolle – Noord wijzigen")).toBeVisible();
});

test("an inner record is added, removed and brought back in its own list alone", async () => {
  const { rows } = await open();
  await userEvent.click(button("Zwolle wijzigen"));
  await userEvent.click(button("Hal toevoegen"));
  await expect.poll(() => rows()[0]!.halls.length).toBe(2);
  const added = rows()[0]!.halls[1]!._id;
  await expect.poll(() => document.activeElement?.id).toBe(`step_it_a_halls_${added}_hall`);
  await userEvent.keyboard("Oost{Tab}");
  await expect.poll(() => rows()[0]!.halls[1]!.hall).toBe("Oost");
  await userEvent.click(button("Zwolle – Noord verwijderen"));
  await expect.poll(() => rows()[0]!.halls.map(({ hall }) => hall)).toEqual(["Oost"]);
  expect(document.activeElement?.id).toBe("step_it_a_halls__undo");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => rows()[0]!.halls.map(({ hall }) => hall)).toEqual(["Noord", "Oost"]);
  expect(rows()[1]).toEqual(data().it[1]);
});

test("an error in a folded record of a folded record opens both, and is named with both", async () => {
  const { session, next } = await open();
  session.commitField(["it", "b", "halls", "x", "area"], 200);
  await next();
  const link = page.getByRole("link", { name: /^Assen – Zuid – Oppervlakte: / });
  await userEvent.click(link);
  await expect.poll(() => document.activeElement?.id).toBe("step_it_b_halls_x_area");
  expect(findError("step_it_b_halls_x_area")).toBeDefined();
  session.commitField(["it", "b", "town"], "Emmen");
  await expect.element(page.getByRole("link", { name: /^Emmen – Zuid – Oppervlakte: / })).toBeVisible();
});

test("a table inside a card has its own total, and not that of the list around it", async () => {
  await open({ layout: "table" });
  await userEvent.click(button("Zwolle wijzigen"));
  await expect.poll(() => document.querySelector("[id='step_it_a_halls__total']")?.textContent).toContain("10");
  expect(document.querySelectorAll("[id='step_total']")).toHaveLength(1);
  expect(document.querySelector("[id='step_it_a']")!.contains(document.querySelector("[id='step_total']"))).toBe(false);
});

test("a choice offers the inner records of its own record by their titles, as they are now", async () => {
  const { rows } = await open();
  await userEvent.click(button("Zwolle wijzigen"));
  const choice = page.getByRole("combobox", { name: /^Hoofdhal/ });
  const offered = () =>
    Array.from(choice.element().querySelectorAll("option:not([value=''])"), (option) => option.textContent);
  await expect.poll(offered).toEqual(["Noord"]);
  await userEvent.click(button("Hal toevoegen"));
  await userEvent.keyboard("Oost{Tab}");
  await expect.poll(offered).toEqual(["Noord", "Oost"]);
  await userEvent.selectOptions(choice, "Oost");
  expect(rows()[0]).toMatchObject({ main: rows()[0]!.halls[1]!._id });
  await userEvent.click(button("Zwolle – Oost verwijderen"));
  await expect.poll(offered).not.toContain("Oost");
  expect(document.body.textContent).not.toContain("nog niets kiezen");
  await userEvent.click(button("Zwolle – Noord verwijderen"));
  await expect.element(page.getByText(/nog niets kiezen/)).toBeVisible();
});
