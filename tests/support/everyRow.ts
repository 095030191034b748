// What a database holds, table by table and sequence by sequence, as one value: two of them are equal when nothing at all
// was written in between. When a session was last seen does not count.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export async function everyRow(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' order by 1`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const row = name === "sessions" ? sql`t.id_hash || t.csrf_token` : sql`t::text`;
    const { rows } = await sql<{ state: string }>`select count(*) || ' ' || coalesce(md5(string_agg(${row}, '|' order by
      ${row})), '') as state from ${sql.table(name)} t`.execute(db);
    found[name] = rows[0]?.state ?? "";
  }
  const { rows: sequences } = await sql<{ name: string; value: string | null }>`select sequencename as name,
    last_value::text as value from pg_sequences where schemaname = 'public'`.execute(db);
  for (const { name, value } of sequences) found[name] = value ?? "not used";
  return found;
}
