// Turns rows into the cells of an export, by the columns of the list and the kind of each column. Headers come from the server's
// texts.
import { dayAtInstant } from "#engine/dates.ts";
import type { Language } from "#engine/types.ts";
import { type ServerTexts, serverTexts } from "../serverTexts.ts";
import type { Cell } from "./csv.ts";

/** `instant`: a timestamp, shown as its day in the Netherlands. `word`: a code, shown as the word that the screens use. */
type Kind = "text" | "amount" | "day" | "instant" | "yesNo" | "word";
/** Named after the members of a row in the response. */
export type Columns<Row> = { readonly [name in keyof Row]?: Kind };

export const exportName = (list: string, language: Language) => serverTexts[language].exports.file[list] ?? list;

/** A member that another list has too may have a word of its own: `<list>.<member>`. */
export function exportHeader({ list, exported }: { list: string; exported: object }, language: Language): Cell[] {
  const { column } = serverTexts[language].exports;
  return Object.keys(exported).map((name) => ({ text: column[`${list}.${name}`] ?? column[name] ?? name }));
}

export function exportCells<Row extends object>(columns: Columns<Row>, row: Row, language: Language): Cell[] {
  return Object.entries(columns).map(([name, kind]) =>
    formatCell(kind as Kind, name, Reflect.get(row, name) ?? null, serverTexts[language].exports),
  );
}

function formatCell(kind: Kind, name: string, value: unknown, { yes, no, words }: ServerTexts["exports"]): Cell {
  if (kind === "amount") return { amount: value as number | null };
  if (kind === "day") return { day: value as string | null };
  if (kind === "instant") return { day: value === null ? null : dayAtInstant(Date.parse(value as string)) };
  if (kind === "yesNo") return { text: value === true || value === "J" ? yes : no };
  if (kind === "word") return { text: words[name]?.[String(value)] ?? String(value ?? "") };
  return { text: value as string | number | null };
}
