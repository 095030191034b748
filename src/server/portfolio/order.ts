// The order of a list: by the columns that its definition names, up or down, and last by the number, so that no row stands
// on two pages. A column whose words are translated is sorted in the user's language.
import { type RawBuilder, sql } from "kysely";
import type { Language } from "#engine/types.ts";
import type { Db } from "../db/open.ts";

/** Values of a column that a user reads as words of his language. */
interface Translated {
  column: string;
  read(language: Language, value: string): string;
}

/** Names of the wire, each with the column of the database that it sorts by. */
export interface Sorting {
  /** The order of a list that nobody sorted. */
  usual: string;
  columns: Record<string, string | Translated>;
  /** Columns of the database that are empty in some rows, which stand last either way. */
  sometimesEmpty?: readonly string[];
}

/** Null: of every office, for who works for the insurer. */
export type OfOffice = number | null;

export const isOfOffice = (office: OfOffice): RawBuilder<unknown> =>
  office === null ? sql`true` : sql`t.intermediary_number = ${office}`;

export interface SortedList {
  /** Its table. */
  list: string;
  /** Column of the number in the address. */
  key: string;
  sorting: Sorting;
}

export interface Order {
  by: RawBuilder<unknown>;
  /** Joined to the list `t`. */
  join: RawBuilder<unknown>;
  /** The words that are sorted by stand in it: another order each time. */
  ofWords: boolean;
}

export async function findOrder(
  db: Db,
  definition: SortedList,
  { office, sort, language }: { office: OfOffice; sort?: string | undefined; language: Language },
): Promise<Order> {
  const asked = sort ?? definition.sorting.usual;
  const sorted = definition.sorting.columns[asked.replace(/^-/, "")];
  if (sorted === undefined) throw new Error(`${definition.list} does not sort by ${asked}`);
  if (typeof sorted === "string") return { by: orderByColumn(definition, sorted, asked), join: sql``, ofWords: false };
  const places = placeWords(await readWords(db, definition, office, sorted.column), sorted, language);
  return {
    by: orderBy(definition, sql`words.place`, asked, sql`nulls last`),
    join: sql`left join (select key, value::int as place from jsonb_each_text(${JSON.stringify(places)}::jsonb)) words
      on words.key = ${sql.ref(`t.${sorted.column}`)}`,
    ofWords: true,
  };
}

/** What the usual order of a list says in SQL. */
export function usualOrder(definition: SortedList): RawBuilder<unknown> {
  const { usual, columns } = definition.sorting;
  return orderByColumn(definition, columns[usual.replace(/^-/, "")] as string, usual);
}

/** An index serves downwards only where nothing is said of what is empty. */
function orderByColumn(definition: SortedList, column: string, sort: string): RawBuilder<unknown> {
  const last = definition.sorting.sometimesEmpty?.includes(column) ? sql`nulls last` : sql``;
  return orderBy(definition, sql.ref(`t.${column}`), sort, last);
}

function orderBy(
  definition: SortedList,
  value: RawBuilder<unknown>,
  sort: string,
  emptyLast: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const number = sql.ref(`t.${definition.key}`);
  return sort.startsWith("-") ? sql`${value} desc ${emptyLast}, ${number} desc` : sql`${value}, ${number}`;
}

async function readWords(db: Db, { list }: SortedList, office: OfOffice, column: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select distinct ${sql.ref(`t.${column}`)} as word
    from ${sql.table(list)} t where ${isOfOffice(office)}`.execute(db);
  return rows.map((row) => row.word);
}

/** What reads alike has the same place. */
function placeWords(words: string[], { read }: Translated, language: Language): Record<string, number> {
  const { compare } = new Intl.Collator(language);
  const inLanguage = new Map(words.map((word) => [word, read(language, word)]));
  const order = [...new Set(inLanguage.values())].sort(compare);
  const places = new Map(order.map((word, place) => [word, place]));
  return Object.fromEntries(words.map((word) => [word, places.get(inLanguage.get(word) ?? "") ?? 0]));
}
