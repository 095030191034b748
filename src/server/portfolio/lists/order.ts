// The order of a list: by one of the columns in its definition, ascending or descending, and finally by number, so that no row
// appears on two pages. A column with translated words is sorted in the user's language.
import { type RawBuilder, sql } from "kysely";
import type { Language } from "#engine/schema/types.ts";
import type { Db } from "../../db/open.ts";

/** A column whose values users read in their own language. */
interface TranslatedColumn {
  column: string;
  read(language: Language, value: string): string;
}

/** How a list can be sorted: `columns` maps wire names to database columns. */
export interface Sorting {
  /** The default order. */
  usual: string;
  columns: Record<string, string | TranslatedColumn>;
  /** Database columns that can be null. Those rows come last in both directions. */
  sometimesEmpty?: readonly string[];
}

/** Null for all offices, for users who work for the insurer. */
export type OfficeScope = number | null;

export const isOfOffice = (office: OfficeScope): RawBuilder<unknown> =>
  office === null ? sql`true` : sql`t.intermediary_number = ${office}`;

export interface SortedList {
  /** Name of its table. */
  list: string;
  /** Column with the number that addresses use. */
  key: string;
  sorting: Sorting;
}

interface Order {
  by: RawBuilder<unknown>;
  /** A join to the list's table `t`. */
  join: RawBuilder<unknown>;
}

export async function findOrder(
  db: Db,
  definition: SortedList,
  { office, sort, language }: { office: OfficeScope; sort?: string | undefined; language: Language },
): Promise<Order> {
  const chosenSort = sort ?? definition.sorting.usual;
  const sorted = definition.sorting.columns[chosenSort.replace(/^-/, "")];
  if (sorted === undefined) throw new Error(`${definition.list} does not sort by ${chosenSort}`);
  if (typeof sorted === "string") return { by: orderByColumn(definition, sorted, chosenSort), join: sql`` };
  const places = placeWords(await readWords(db, definition, office, sorted.column), sorted, language);
  return {
    by: orderBy(definition, sql`words.place`, chosenSort, sql`nulls last`),
    join: sql`left join (select key, value::int as place from jsonb_each_text(${JSON.stringify(places)}::jsonb)) words
      on words.key = ${sql.ref(`t.${sorted.column}`)}`,
  };
}

/** The default order of a list, in SQL. */
export function usualOrder(definition: SortedList): RawBuilder<unknown> {
  const { usual, columns } = definition.sorting;
  return orderByColumn(definition, columns[usual.replace(/^-/, "")] as string, usual);
}

/** `nulls last` only where needed: a descending scan of the index cannot serve it. */
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

async function readWords(db: Db, { list }: SortedList, office: OfficeScope, column: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`select distinct ${sql.ref(`t.${column}`)} as word
    from ${sql.table(list)} t where ${isOfOffice(office)}`.execute(db);
  return rows.map((row) => row.word);
}

/** The position of each word in the user's language. Equal translations share a position. */
function placeWords(words: string[], { read }: TranslatedColumn, language: Language): Record<string, number> {
  const { compare } = new Intl.Collator(language);
  const inLanguage = new Map(words.map((word) => [word, read(language, word)]));
  const order = [...new Set(inLanguage.values())].sort(compare);
  const places = new Map(order.map((word, rank) => [word, rank]));
  return Object.fromEntries(words.map((word) => [word, places.get(inLanguage.get(word) ?? "") ?? 0]));
}
