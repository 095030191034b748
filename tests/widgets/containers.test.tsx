// Every act on a field works in a group, in a record and in a row of a table as it does in the step itself. Records and rows take
// no files (decisions 164).
import { beforeAll, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { byIndex } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers } from "#engine/schema/types.ts";
import { heavy } from "#widgets/heavy.ts";
import { findLabel, formatSummary, type WordingTools, wordsFor } from "#widgets/runtime/words.ts";
import type { WizardCore } from "#wizard/model/core.ts";
import { createConflicts, createOrigins } from "#wizard/model/saving/conflicts.ts";
import { byId, findError, type Opened, openForm, translateFor } from "./support.tsx";

/** The schema lists the fields in another order than the layout. */
const FIELDS: Schema = {
  type: "object",
  properties: {
    day: { type: "string", format: "date" },
    abroad: {
      type: "number",
      rules: { mostly_home: { atMost: [".abroad", { divide: [".total", 2] }], level: "warning" } },
    },
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
    schema: member({ type: "object", rows: { from: "areas", ...FIELDS } }),
    ui: { it: { "ui:field": "table", ...LAYOUT } },
    texts: { ...LABELS, "field.it.option.nl": "Nederland" },
    path: ["it", "nl"],
    data: (answers) => ({ it: { nl: answers } }),
    read: (data) => (data as { it: { nl: Record<string, unknown> } }).it.nl,
    name: "Nederland",
  },
};

const lists = { areas: [{ value: "nl" }] };
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const tools: WordingTools = {
  text: (key, values) => translateFor("nl")(key, values) ?? key,
  has: () => false,
  language: "nl",
  fileName: (name) => name,
};

/** Someone else stored the step first, and Next is refused. */
async function conflictOf(session: Opened["session"], { base, stored }: { base: Answers; stored: Answers }) {
  const state = { conflicts: {} as Record<string, unknown> };
  const form = { data: base, meta: { revision: 1 } };
  const core = {
    state: { get: () => state },
    dispatch: ({ type, step, conflict }: { type: string; step: string; conflict: unknown }) => {
      if (type === "conflict") state.conflicts = { [step]: conflict };
    },
    form: () => form,
    session: () => session,
  } as unknown as WizardCore;
  const conflicts = createConflicts(core, createOrigins({ step: form }));
  const answer = { success: false, code: "conflict", revision: 2, stored: { data: stored, meta: {} } } as const;
  expect(conflicts.merge(answer, "step", "next"), "the broker has to choose").toBe(false);
  const { comparison } = state.conflicts.step as { comparison: { conflicts: unknown[] } };
  const settle = (choices: Record<string, "stored">) => conflicts.settle("step", choices);
  return { conflict: comparison.conflicts, settle };
}

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
      lists,
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

  test("an answer that a colleague changed too is named and chosen, and hidden answers stay", async () => {
    const { session, presented, answers } = await open({ kind: "eu", land: "België", total: 1, day: "2026-11-20" });
    session.commitField([...path, "kind"], "nl");
    const base = session.given();
    const stored = [
      { field: "total", value: 3 },
      { field: "day", value: "2026-11-21" },
    ].reduce((data, { field, value }) => withValue(data, [...path, field], value), base);
    session.commitField([...path, "total"], 2);
    const { conflict, settle } = await conflictOf(session, { base, stored });
    const indexPath = byIndex([...path, "total"], session.active());
    expect(conflict).toEqual([{ path: [...path, "total"], yours: 2, stored: 3 }]);
    expect(findLabel({ ...presented(), answers: session.active() }, indexPath, tools)).toContain(lineOf("Omzet"));
    expect(plain(wordsFor(presented(), indexPath, 3, tools))).toBe("€ 3");
    await act();
    settle({ [[...path, "total"].join("/")]: "stored" });
    expect(answers()).toMatchObject({ total: 3, day: "2026-11-21", land: "België" });
    await unfold();
    await expect.poll(() => byId(id("total")).value).toBe("3");
  });

  test.each([
    { language: "nl", amount: "4.000,50" },
    { language: "fr", amount: "4 000,50" },
  ] as const)(
    "what is answered, typed and confirmed comes back after a reload in $language",
    async ({ language, amount }) => {
      const first = await open({ total: 4000.5, abroad: 3000, day: "x", _confirmed: { mostly_home: [3000, 4000.5] } });
      await userEvent.fill(byId(id("day")), "20-13");
      const draft = { data: first.session.pending(), typed: first.session.texts() };
      await first.unmount();
      const { next } = await openForm({
        ...{ schema, ui, texts, lists, language, data: draft.data },
        onSession: (session) => {
          for (const [field, text] of Object.entries(draft.typed)) session.keepText(field, text);
        },
      });
      await unfold();
      expect(plain(byId(id("total")).value)).toBe(amount);
      expect(byId(id("day")).value).toBe("20-13");
      await next();
      expect(findError(id("day"))).toBeTruthy();
      await expect.poll(() => byId(id("_confirmed_mostly_home")).checked).toBe(true);
    },
  );

  test("its answers are in the summary line of the step, without the codes of a list that is missing", async () => {
    const { presented, session } = await open({ kind: "nl", total: 100, day: "2026-11-20" });
    const line = (form = presented()) =>
      plain(formatSummary(form, path.length > 0 ? ["it"] : ["kind", "total", "day"], session.active(), tools));
    expect(line()).toContain("€ 100");
    expect(line()).toContain("20-11-2026");
    expect(line()).toContain("nl");
    const place = path[0] === undefined ? ["kind"] : path[1] === "nl" ? ["it", "nl", "kind"] : ["it", "kind"];
    const missing = withValue(presented().uiSchema as Answers, [...place, "ui:options"], { listMissing: true });
    expect(line({ ...presented(), uiSchema: missing as UiSchema })).not.toMatch(/\bnl\b/);
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
