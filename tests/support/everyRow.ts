// All rows and sequences of a database as one value: equal values mean that nothing was written in between. Leaves out
// the time at which a session was last used, and the trail, which contains refusals too.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export async function everyRow(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'audit' order by 1`.execute(db);
  const states: Record<string, string> = {};
  for (const { name } of tables) {
    const row = name === "sessions" ? sql`t.id_hash || t.csrf_token` : sql`t::text`;
    const { rows } = await sql<{ state: string }>`select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by
      ${row})), '') as state from ${sql.table(name)} t`.execute(db);
    states[name] = rows[0]?.state ?? "";
  }
  const { rows: sequences } = await sql<{ name: string; value: string | null }>`select sequencename as name,
    last_value::text as value from pg_sequences where schemaname = 'public' and sequencename not like 'audit%'`.execute(
    db,
  );
  for (const { name, value } of sequences) states[name] = value ?? "not used";
  return states;
}

/** The tables, those of jobs too, but for the trail and the files of products, with a row that has this in it. */
export async function findTables(db: Db, word: string | number): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select
    case schemaname when 'public' then '' else schemaname || '.' end || tablename as name from pg_tables
    where schemaname in ('public', 'jobs') and tablename not in ('audit', 'published_files') order by 1`.execute(db);
  const matchingTables: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.table(name)} t where position(${String(word)} in t::text) > 0 limit 1`.execute(db);
    if (rows.length > 0) matchingTables.push(name);
  }
  return matchingTables;
}
