// The accessible role, name, value, state and description of each kind of control, open too, and what each change announces, as
// tables that people can read: tests/widgets/said/*.md. `vitest -u` rewrites them. Read the differences before
// committing.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { heavy } from "#widgets/heavy.ts";
import { widgets } from "#widgets/registry.ts";
import { buildWithoutWaits } from "../support/heard.ts";
import { buildTableRef, type Spoken } from "../support/spoken.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { ALIKE, buildCase, cases } from "./said/cases.ts";
import { changes } from "./said/changes.ts";
import { openings } from "./said/opened.ts";
import { readSpoken, saidWhile } from "./said/tree.ts";
import { type Language, openForm, translateFor } from "./support.tsx";

const STATES = ["refused", "filled", "locked"] as const;

/** A row repeats its cells, and a cell its button, but for which one is chosen. */
const isNoFrame = ({ role, states }: Spoken): boolean =>
  role !== "row" && (role !== "gridcell" || states.includes("selected"));

async function readState(widget: string, state: (typeof STATES)[number], language: Language): Promise<string> {
  const form = await openForm(buildCase(widget, language, state === "refused" ? "empty" : state));
  if (state === "refused") await form.next();
  await expect.poll(() => document.querySelector("form [aria-busy=true]")).toBeNull();
  const spoken = (await readSpoken(".schema-form")).filter(({ name }) => name !== "Volgende");
  await form.unmount();
  return [`### ${widget}: ${state}`, "", buildTableRef(spoken), ""].join("\n");
}

test("every registered widget has a row", () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(widgets).sort());
});

const KINDS = Object.keys(cases).filter((widget) => !ALIKE.includes(widget));

for (const language of TOLD_IN) {
  test(`each kind of control in a screen reader (${language})`, async () => {
    await Promise.all(Object.values(heavy).map((load) => load()));
    const parts = [];
    for (const widget of KINDS) for (const state of STATES) parts.push(await readState(widget, state, language));
    await expect(parts.join("\n")).toMatchFileSnapshot(`./said/controls.${language}.md`);
  });

  test(`each open control in a screen reader (${language})`, async () => {
    const parts = [];
    for (const { widget, name, from, open, part } of openings) {
      const form = await openForm(buildCase(widget, language, from));
      await expect.poll(() => document.querySelector("form [aria-busy=true]")).toBeNull();
      await open(userEvent);
      parts.push(`### ${widget}: ${name}`, "", buildTableRef((await readSpoken(part)).filter(isNoFrame)), "");
      await userEvent.keyboard("{Escape}");
      await form.unmount();
    }
    await expect(parts.join("\n")).toMatchFileSnapshot(`./said/opened.${language}.md`);
  });

  test(`what each change announces (${language})`, async () => {
    const withoutWaits = buildWithoutWaits([(key) => translateFor(language)(key)!]);
    const rows = [];
    for (const { change, widget, from = "empty", before, act } of changes) {
      const form = await openForm(buildCase(widget, language, from));
      await expect.poll(() => document.querySelector("form [aria-busy=true]")).toBeNull();
      if (before) await saidWhile(() => before(form, userEvent));
      const announcements = (await saidWhile(() => act(form, userEvent))).map(withoutWaits).filter(Boolean);
      await form.unmount();
      rows.push(`| ${widget} | ${change} | ${announcements.join("<br>") || "(nothing)"} |`);
    }
    const table = ["| widget | change | said |", "|---|---|---|", ...rows, ""].join("\n");
    await expect(table).toMatchFileSnapshot(`./said/changes.${language}.md`);
  });
}
