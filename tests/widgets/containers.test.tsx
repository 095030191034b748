// Every act on a field works in a group, in a record and in a row of a table as it does in the step itself.
import { beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { heavy } from "#widgets/heavy.ts";
import { byId, findError, openForm } from "./support.tsx";

/** The schema lists the fields in another order than the layout. */
const FIELDS: Schema = {
  type: "object",
  properties: {
    day: { type: "string", format: "date" },
    abroad: { type: "number", expects: { mostly_home: { atMost: [".abroad", { divide: [".total", 2] }] } } },
    total: { type: "number" },
    kind: { type: "string", enum: ["nl", "eu"] },
  },
  required: ["day", "total"],
  allOf: [
    {
      if: { properties: { kind: { const: "eu" } }, required: ["kind"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { land: { type: "string", minLength: 2, maxLength: 9 } }, required: ["land"] },
    },
  ],
};
const LAYOUT: UiSchema = {
  "ui:order": ["kind", "land", "total", "abroad", "day"],
  day: { "ui:widget": "date" },
  abroad: { "ui:widget": "currency" },
  total: { "ui:widget": "currency" },
  kind: { "ui:widget": "radio" },
  land: { "ui:widget": "text" },
};
const WORDS = { day: "Datum", abroad: "Buitenland", total: "Omzet", kind: "Vestiging", land: "Land" };
const labelsOf = (prefix: string) =>
  Object.fromEntries(Object.entries(WORDS).map(([name, label]) => [`field.${prefix}${name}.label`, label]));

interface Container {
  schema: Schema;
  ui: UiSchema;
  texts: Record<string, string>;
  /** Path of the object with the fields. */
  path: string[];
  data(answers: object): object;
  read(data: unknown): Record<string, unknown>;
  /** What names the container in a summary. */
  name: string;
  /** Removes it, where it can be removed, and takes that back. */
  undo?(): Promise<void>;
  /** Moves it, and adds another. */
  move?(): Promise<void>;
}

const member = (it: Schema): Schema => ({ type: "object", properties: { it } });
const LABELS = { ...labelsOf("it."), "field.it.label": "Zaken", "field.it.item": "Zaak" };
const press = (name: string) => userEvent.click(page.getByRole("button", { name, exact: true }));

const list = (layout: "cards" | "table"): Container => ({
  schema: member({ type: "array", items: FIELDS }),
  ui: { it: { "ui:field": "list", "ui:options": { layout }, ...LAYOUT } },
  texts: LABELS,
  path: ["it", "a"],
  data: (answers) => ({
    it: [
      { _id: "b", total: 1, day: "2026-11-20" },
      { _id: "a", ...answers },
    ],
  }),
  read: (data) => (data as { it: Record<string, unknown>[] }).it.find(({ _id }) => _id === "a") ?? {},
  name: "Zaak 2",
  async undo() {
    await press("Zaak 2 verwijderen");
    await press("Ongedaan maken: Zaak 2 verwijderen");
  },
  async move() {
    await press("Zaak 2 naar boven");
    await press("Zaak toevoegen");
    await press("Zaak 1 naar beneden");
  },
});

const containers: Record<string, Container> = {
  "the step": {
    ...{ schema: FIELDS, ui: LAYOUT, texts: labelsOf(""), path: [], name: "" },
    data: (answers) => answers,
    read: (data) => data as Record<string, unknown>,
  },
  "a group": {
    ...{ schema: member(FIELDS), ui: { it: { "ui:field": "group", ...LAYOUT } }, texts: LABELS, path: ["it"] },
    data: (answers) => ({ it: answers }),
    read: (data) => (data as { it: Record<string, unknown> }).it,
    name: "Zaken",
  },
  "a record": list("cards"),
  "a record in a table": list("table"),
  "a row": {
    schema: member({ type: "object", requiredFrom: "areas", additionalProperties: FIELDS }),
    ui: { it: { "ui:field": "table", ...LAYOUT } },
    texts: { ...LABELS, "field.it.option.nl": "Nederland" },
    path: ["it", "nl"],
    data: (answers) => ({ it: { nl: answers } }),
    read: (data) => (data as { it: { nl: Record<string, unknown> } }).it.nl,
    name: "Nederland",
  },
};

/** Next focuses the box of a warning that is on the page. */
beforeAll(() => heavy.warnings());

describe.each(Object.entries(containers))("in %s", (_name, container) => {
  const { schema, ui, texts, path, name, data, read } = container;
  const id = (field: string) => ["step", ...path, field].join("_");
  const open = async (answers: object) => {
    const opened = await openForm({
      schema,
      ui,
      texts,
      data: data(answers) as never,
      lists: { areas: [{ value: "nl" }] },
    });
    await expect.poll(() => document.querySelector(`[id^="${["step", ...path].join("_")}"]`)).not.toBeNull();
    await unfold();
    return { ...opened, answers: () => read(opened.session.data()) };
  };
  /** A finished record is folded to a line. */
  const unfold = async () => {
    document.getElementById(`${["step", ...path].join("_")}__change`)?.click();
    await expect.poll(() => document.getElementById(id("total"))).not.toBeNull();
  };
  const act = async () => {
    await container.undo?.();
    await container.move?.();
  };
  const lineOf = (field: string) => (name ? `${name} – ${field}` : field);
  const links = () => [...document.querySelectorAll("section li a")].map(({ textContent }) => textContent);

  test("a warning is confirmed, stays confirmed, and the confirmation can be taken back", async () => {
    const { next, answers, session } = await open({ total: 100, abroad: 60, day: "2026-11-20" });
    const box = () => byId(id("_confirmed_mostly_home"));
    await next();
    await expect.poll(() => document.activeElement?.id).toBe(id("_confirmed_mostly_home"));
    await userEvent.keyboard(" ");
    await expect.poll(() => box().checked).toBe(true);
    expect(answers()._confirmed).toEqual({ mostly_home: [60, 100] });
    await act();
    await unfold();
    await expect.poll(() => box().checked).toBe(true);
    expect(session.warnings().map(({ isConfirmed }) => isConfirmed)).toEqual([true]);
    await userEvent.click(box());
    await expect.poll(() => box().checked).toBe(false);
  });

  test("a hidden answer is kept while its container changes", async () => {
    const { session, answers } = await open({ kind: "eu", land: "België", total: 1, day: "2026-11-20" });
    session.commitField([...path, "kind"], "nl");
    await expect.poll(() => document.getElementById(id("land"))).toBeNull();
    await act();
    expect(answers().land).toBe("België");
    session.commitField([...path, "kind"], "eu");
    await unfold();
    await expect.poll(() => byId(id("land")).value).toBe("België");
  });

  test("errors are listed in the order of the layout, named with their container, and lead to their fields", async () => {
    const { next } = await open({ kind: "eu" });
    await next();
    const missing = ["Land", "Omzet", "Datum"].map((field) => `${lineOf(field)}: Dit veld is verplicht`);
    await expect.poll(links).toEqual(missing);
    (page.getByRole("link", { name: `${lineOf("Omzet")}: Dit veld is verplicht` }).element() as HTMLElement).click();
    expect(document.activeElement?.id).toBe(id("total"));
    expect(findError(id("total"))).toBe("Dit veld is verplicht");
  });

  test("a refusal of the server is at its field until that changes", async () => {
    const { session } = await open({ total: 1, day: "2026-11-20" });
    const place = path.includes("a") ? ["it", "1"] : path;
    session.setServerErrors([
      { pointer: `/${[...place, "total"].join("/")}`, keyword: "refused", params: {} } as never,
    ]);
    await expect.poll(() => findError(id("total"))).toBeTruthy();
    await container.move?.();
    expect(findError(id("total"))).toBeTruthy();
    await userEvent.fill(byId(id("total")), "2");
    await expect.poll(() => findError(id("total"))).toBeUndefined();
  });

  test("a text that is being typed counts when its container changes", async () => {
    const { session, answers } = await open({ day: "2026-11-20" });
    await userEvent.fill(byId(id("total")), "25");
    if (container.undo) await container.undo();
    else session.flush();
    expect(answers().total).toBe(25);
    await unfold();
    await expect.poll(() => byId(id("total")).value).toContain("25");
  });

  test("a range of cells is refused at its field", async () => {
    const { session } = await open({ day: "2026-11-20" });
    byId(id("total")).focus();
    await userEvent.fill(byId(id("total")), "10\t20");
    session.flush();
    await userEvent.tab();
    await expect.poll(() => findError(id("total"))).toBe("Dit zijn meerdere waarden. Vul er één in.");
  });

  test("the calendar is named with its field and its container", async () => {
    await open({ day: "2026-11-20" });
    const button = page.getByRole("button", { name: /^Kalender openen.*Datum/ });
    const named = button.elements().filter((element) => element.id === `${id("day")}__open`);
    await expect.element(page.elementLocator(named[0]!)).toHaveAccessibleName(new RegExp(`^Kalender openen.*${name}$`));
  });
});
