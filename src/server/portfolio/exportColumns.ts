// A row of an export, by the columns of its list, each with the kind of its cells. Headers come from exportTexts.json.
import { readFileSync } from "node:fs";
import type { Language } from "#engine/types.ts";
import type { Cell } from "./csv.ts";

/** `word`: a code that the screens show by its word. */
type Kind = "text" | "amount" | "day" | "yesNo" | "word";
/** Of the members that a row has on the wire. */
export type Columns<Row> = { readonly [name in keyof Row]?: Kind };

interface Texts {
  file: Record<string, string>;
  yes: string;
  no: string;
  column: Record<string, string>;
  words: Record<string, Record<string, string>>;
}
const texts = JSON.parse(readFileSync(new URL("./exportTexts.json", import.meta.url), "utf8")) as Record<
  Language,
  Texts
>;

export const exportName = (list: string, language: Language) => texts[language].file[list] ?? list;

export function exportHeader(columns: object, language: Language): Cell[] {
  return Object.keys(columns).map((name) => ({ text: texts[language].column[name] ?? name }));
}

export function exportCells<Row extends object>(columns: Columns<Row>, row: Row, language: Language): Cell[] {
  return Object.entries(columns).map(([name, kind]) =>
    formatCell(kind as Kind, name, Reflect.get(row, name) ?? null, texts[language]),
  );
}

function formatCell(kind: Kind, name: string, value: unknown, words: Texts): Cell {
  if (kind === "amount") return { amount: value as number | null };
  if (kind === "day") return { day: value as string | null };
  if (kind === "yesNo") return { text: value === true || value === "J" ? words.yes : words.no };
  if (kind === "word") return { text: words.words[name]?.[String(value)] ?? String(value ?? "") };
  return { text: value as string | number | null };
}
