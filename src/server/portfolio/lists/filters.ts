// The filters of a list: by the value of a column, or by a group that its rows fall into. Counts how many rows each choice has.
import { type RawBuilder, sql } from "kysely";
import type { ListFilter } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";

export interface Filter {
  /** The value of a row `t`, in SQL. Null: no choice matches it. `today` is a day. */
  value(today: unknown): RawBuilder<unknown>;
  /** The words of a value. Absent: the screen has its own. */
  read?(language: Language, value: string): string;
}
export type Filters = Readonly<Partial<Record<FilterName, Filter>>>;
export type FilterName = ListFilter["name"];

/** The value that is chosen for each filter. */
export type Choices = Partial<Record<FilterName, string | undefined>>;

export const byColumn = (column: string, read: NonNullable<Filter["read"]>): Filter => ({
  value: () => sql.ref(`t.${column}`),
  read,
});

/** By how soon a contract or quotation ends: this week until its Sunday, the next, or days from today. `day` is its last day, in SQL. */
export const byExpiry = (day: RawBuilder<unknown>): Filter => ({
  value: (today) => {
    const sunday = sql`date_trunc('week', ${today}::date)::date + 6`;
    return sql`case when ${day} < ${today}::date then 'past' when ${day} <= ${sunday} then 'week'
      when ${day} <= ${sunday} + 7 then 'next_week' when ${day} <= ${today}::date + 30 then '30'
      when ${day} <= ${today}::date + 90 then '90' when ${day} is not null then 'later' end`;
  },
});

/** The filters of a list that have a choice, in a fixed order, and their values. */
export function readChoices(filters: Filters | undefined, choices: Choices = {}) {
  const names = (Object.keys(filters ?? {}) as FilterName[]).filter((name) => choices[name]);
  return { names, values: names.map((name) => choices[name] as string) };
}

interface FilterChoice {
  filters: Filters | undefined;
  names: readonly FilterName[];
  values: readonly string[];
  today: unknown;
}

export const matchChoices = ({ filters, names, values, today }: FilterChoice): RawBuilder<unknown>[] =>
  names.map((name, index) => sql`${filters?.[name]?.value(today)} = ${values[index]}`);

/**
 * Rows of filter, value and count: each filter counted among the rows that match the others and the search. A value that only other
 * rows have counts 0, so that a choice stays where it is. `rows` selects from a table `t`.
 */
export function countChoices(
  chosen: FilterChoice,
  searched: RawBuilder<unknown>,
  rows: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const { filters = {}, names, values, today } = chosen;
  const entries = Object.entries(filters) as [FilterName, Filter][];
  const columns = entries.map(([name, { value }]) => sql`${value(today)} as ${sql.ref(name)}`);
  const counts = entries.map(([name]) => {
    const others = names.flatMap((other, index) =>
      other === name ? [] : [sql`and ${sql.ref(other)} = ${values[index]}`],
    );
    return sql`select ${sql.lit(name)} as name, ${sql.ref(name)} as value,
      (count(*) filter (where searched ${sql.join(others, sql` `)}))::int as count from found
      where ${sql.ref(name)} is not null group by 2`;
  });
  return sql<{ name: FilterName; value: string; count: number }>`
    with found as materialized (${rows(sql.join([...columns, sql`${searched} as searched`]))}) ${sql.join(counts, sql` union all `)}`;
}

/** The choices in the order of their words, or of the groups themselves. */
export function wireFilters(
  filters: Filters,
  counted: readonly { name: FilterName; value: string; count: number }[],
  language: Language,
): ListFilter[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (Object.entries(filters) as [FilterName, Filter][]).map(([name, { read }]) => ({
    name,
    options: counted
      .filter((option) => option.name === name)
      .map(({ value, count }) => ({ value, label: read?.(language, value) ?? null, count }))
      .sort((left, right) => compare(left.label ?? left.value, right.label ?? right.value)),
  }));
}
