// Where the fields of an object stand: sections and rows of the ui-schema, then what they do not name, in order.
// A section without fields to show is left out. Pure; draws nothing.
import type { UiSchema } from "#engine/schema.ts";
import { fieldUi } from "../fieldUi.ts";

export interface Section {
  key: string;
  /** Text key, or the name of the field whose label heads the section. */
  title?: string;
  /** One row per entry; most rows hold one field. */
  rows: string[][];
}

interface RawSection {
  title?: string;
  fields: (string | string[])[];
}

export function splitSections(names: string[], ui: UiSchema): Section[] {
  const left = new Set(names);
  const raw = (fieldUi(ui).sections as RawSection[] | undefined) ?? [];
  const take = (row: string | string[]) => (Array.isArray(row) ? row : [row]).filter((name) => left.delete(name));
  const sections = raw.map(({ title, fields }, index) => ({
    key: String(index),
    title,
    rows: fields.map(take).filter((row) => row.length > 0),
  }));
  const rest: Section = { key: "rest", rows: names.filter((name) => left.has(name)).map((name) => [name]) };
  return [...sections, rest].filter((section) => section.rows.length > 0);
}
