// Which places of the content hold a name: `rows.json` is one table for every kind of file, so a new place of a name is one row. A row
// names its `files` and the `path` of its keys or values by patterns, in which `{PART}` is one of `parts`:
// `SAME` leads into the parts of a condition that are about the same answers, `WHOLE` into those of a step's rules, `FIELDS` into its
// fields, records and rows, `WITHIN` into conditions about fields in fields, `DATA` into answers with the numbers and codes of their
// entries, `LAID` into a layout, `PLAIN` to content between fields.
import table from "./rows.json" with { type: "json" };

export type NameKind =
  | "field"
  | "step"
  | "list"
  | "text"
  | "rule"
  | "code"
  | "document"
  | "value"
  | "sector"
  | "fact"
  | "shared";

/**
 * How a text holds its name: alone, as `<step>.<field>`, as `.<field>` of the same step, as a pointer `/field/0`, behind a `#/definitions/`, or as the end of a
 * text key `unit.<name>`.
 */
type Form = "alone" | "address" | "sibling" | "pointer" | "reference" | "unit";

export interface Row {
  files: RegExp;
  on: "key" | "value";
  /**
   * Of the JSON Pointer. Its groups fill the places in `step`. Named groups lead to what surrounds a field: `schema` through schemas or conditions,
   * `data` through members of answers or layouts, `pointer` by a pointer that is a key, `address` by an address without its step.
   */
  path: RegExp;
  kind: NameKind;
  form?: Form;
  defines?: true;
  /** Only names of this shape. */
  only?: RegExp;
  /** Pointer to where the step is named, `=<step>` for a known one. Absent: the file's own step. */
  step?: string;
}

const parts: Record<string, string> = table.parts;
const fill = (pattern: string): string =>
  pattern.replace(/\{([A-Z]+)\}/g, (_, name: string) => fill(parts[name] ?? ""));
const files: Record<string, RegExp> = Object.fromEntries(
  Object.entries(table.files).map(([name, pattern]) => [name, new RegExp(pattern)]),
);
export const { CASES, QUOTATIONS } = files as Record<"CASES" | "QUOTATIONS", RegExp>;

export const ROWS = table.rows.map(({ only, ...row }) => ({
  ...row,
  files: files[row.files],
  path: new RegExp(`^${fill(row.path)}$`),
  ...(only && { only: new RegExp(only) }),
})) as readonly Row[];
