// The layout of one step, old and new: controls, messages, order and sections of its fields, and what is between them.
import { sameValue } from "#engine/fields/formValues.ts";
import { orderedNames, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { objects } from "../../read/findings/reporting.ts";
import { replacePlain } from "../../read/plainContent.ts";
import type { Labelled } from "../words/labels.ts";
import { joined, NO_WORDS, phrase, phraseFor, quoted, type Words } from "../words/words.ts";
import { pairUp, type Row } from "./changes.ts";
import { comparePlain, type LayoutComparison } from "./plain.ts";

export function compareLayout(layout: LayoutComparison): void {
  const { old, now, changes, step, told } = layout;
  const isTold = (name: string) => told.added.has(`${step}/${name}`) || told.removed.has(`${step}/${name}`);
  const [before, after] = [old, now].map((side): JsonObject => {
    const { "ui:order": _order, ...members } = replacePlain(side.steps[step]?.ui ?? {}, () => null);
    return Object.fromEntries(Object.entries(members).filter(([name]) => !isTold(name)));
  });
  changes.walk(layoutRows(layout), before, after);
  compareOrder(layout);
  comparePlain(layout);
}

function layoutRows({ old, now, step }: LayoutComparison): Row[] {
  const field = (path = "") => quoted(now.field(step, path.split("/")));
  const row = (
    pattern: string,
    what: (name: string) => Words,
    write: (value: unknown, side: Labelled) => Words,
  ): Row => ({
    at: new RegExp(`^(.+)/${pattern}$`),
    describe: ({ from, to, match }) => {
      const [, path, name = ""] = match;
      return { subject: field(path), what: what(name), from: write(from, old), to: write(to, now) };
    },
  });
  const control = (value: unknown) => phraseFor(`control.${value}`, {}, String(value ?? "text"));
  const message = (value: unknown, side: Labelled) =>
    typeof value === "string" ? quoted(side.text([value])) : phrase("standard");
  return [
    { at: /^\$schema$/, describe: null },
    // Sections are compared by their fields.
    { at: /^ui:options\/sections$/, describe: null },
    row("ui:(?:widget|field)", () => phrase("control"), control),
    row(
      "ui:errors/(\\w+)/severity",
      (rule) => phrase("blocks", { rule }),
      (value) => phrase(value === "blocking" ? "yes" : "no"),
    ),
    row("ui:errors/(\\w+)/message", (rule) => phrase("errorMessage", { rule }), message),
  ];
}

type Item = string | { title: unknown };

/** Sections that come and go, and the order of the fields that both sides have. */
function compareOrder({ changes, old, now, step }: LayoutComparison): void {
  const pointer = "/ui:options/sections";
  const names = [old, now].map((side) => [...propertySchemas(side.steps[step]?.schema ?? {}).keys()]);
  const both = names[1]!.filter((name) => names[0]!.includes(name));
  const [before, after] = [old, now].map((side) => readSections(side, step, both)) as [Section[], Section[]];
  const { added, removed } = pairUp(before, after, ({ title }) => title);
  for (const [section, index] of added)
    changes.describe(`${pointer}/${index}`, { what: nameSection(now, section), to: NO_WORDS });
  for (const [section, index] of removed)
    changes.describe(`${pointer}/${index}`, { what: nameSection(old, section), from: NO_WORDS });
  const titles = before.filter(({ title }) => after.some((other) => other.title === title)).map(({ title }) => title);
  const items = (side: Labelled, sections: readonly Section[]): Item[] =>
    sections.length === 0
      ? orderedNames(both, side.steps[step]?.ui["ui:order"])
      : sections.flatMap(({ title, fields }) => [...(titles.includes(title) ? [{ title }] : []), ...fields.flat(2)]);
  const [from, to] = [items(old, before), items(now, after)];
  const write = (side: Labelled, all: readonly Item[]) =>
    joined(all.map((item) => (typeof item === "string" ? now.field(step, [item]) : nameSection(side, item))));
  if (!sameValue(from, to))
    changes.describe("/ui:order", { what: phrase("orderOfFields"), from: write(old, from), to: write(now, to) });
  else if (added.length + removed.length === 0) changes.other(before, after, pointer);
}

interface Section {
  title: unknown;
  fields: (string | string[])[];
}

const nameSection = (side: Labelled, { title }: { title: unknown }): Words =>
  phrase("section", { section: typeof title === "string" ? side.text([title]) : phrase("untitled") });

/** With the fields that both sides have. */
function readSections({ steps }: Labelled, step: string, both: readonly string[]): Section[] {
  const { sections } = Object(steps[step]?.ui?.["ui:options"]);
  return objects(sections).map(({ title, fields, ...others }) => {
    const rows = (Array.isArray(fields) ? fields : []) as Section["fields"];
    const commonRows = rows.map((row) => (Array.isArray(row) ? row.filter((name) => both.includes(name)) : row));
    return {
      ...others,
      title,
      fields: commonRows.filter((row) => (Array.isArray(row) ? row.length > 0 : both.includes(row))),
    };
  });
}
