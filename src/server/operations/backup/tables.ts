// Reads the list of tables from the database itself, so that a backup includes every table that a migration adds.
import { sql } from "kysely";
import type { Db } from "../../db/open.ts";

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** Has file contents, so only few rows are read at a time. */
  large: boolean;
}

/** Sorted so that a table comes after those that it refers to. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table & { needs: string[] }>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns,
      bool_or(a.atttypid = 'bytea'::regtype) as large,
      (select coalesce(json_agg(distinct f.relname), '[]') from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname`.execute(db);
  const sorted: Table[] = [];
  const visit = ({ needs, ...table }: Table & { needs: string[] }) => {
    if (sorted.some(({ name }) => name === table.name)) return;
    for (const row of rows) if (needs.includes(row.name)) visit(row);
    sorted.push(table);
  };
  for (const row of rows) visit(row);
  return sorted;
}

export async function listMigrations(db: Db): Promise<string[]> {
  const there = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(db);
  if (!there.rows[0]?.name) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
