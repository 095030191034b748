// The order of a list: by one of the columns in its definition, ascending or descending, and finally by number, so that no row
// appears on two pages. A column with translated words is sorted in the user's language.
import { type RawBuilder, sql } from "kysely";
import type { Language } from "#engine/schema/types.ts";
import type { Db } from "../../db/open.ts";
import { rowMembers } from "../../http/apiSchemas.ts";

/** A column whose values users read in their own language. */
export interface TranslatedColumn {
  column: string;
  read(language: Language, value: string): string;
}

/** How a list is sorted by the columns that its schema marks. */
export interface Sorting {
  /** The default order. */
  usual: string;
  /** By another database column or expression than the one with the name of the wire. */
  columns?: Record<string, string | RawBuilder<unknown> | TranslatedColumn>;
}

/** Null for all offices, for users who work for the insurer. */
export type OfficeScope = number | null;

export const isOfOffice = (office: OfficeScope): RawBuilder<unknown> =>
  office === null ? sql`true` : sql`t.intermediary_number = ${office}`;

export interface SortedList {
  /** Name of its table. */
  list: string;
  /** The file of schemas/api that describes its rows. */
  schema: string;
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
  const name = chosenSort.replace(/^-/, "");
  const sorted = definition.sorting.columns?.[name] ?? name;
  if (typeof sorted === "string" || !("column" in sorted))
    return { by: orderByColumn(definition, sorted, chosenSort), join: sql`` };
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
  const name = usual.replace(/^-/, "");
  return orderByColumn(definition, (columns?.[name] ?? name) as string, usual);
}

/**
 * Rows without a value come last in both directions. `nulls last` only where the schema allows null: a descending scan of the
 * index cannot serve it.
 */
function orderByColumn(definition: SortedList, column: string | RawBuilder<unknown>, sort: string) {
  const [, { type = [] } = {}] = rowMembers(definition.schema).find(([name]) => name === sort.replace(/^-/, "")) ?? [];
  const value = typeof column === "string" ? sql.ref(`t.${column}`) : column;
  return orderBy(definition, value, sort, type.includes("null") ? sql`nulls last` : sql``);
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
