// What row-level security promises of a database with the sample data, whichever engine it is: asked by hand, without the
// conditions that the portal's own statements have beside it.
import { sql } from "kysely";
import { expect } from "vitest";
import { runInOffice } from "#server/db/office.ts";
import type { Db, OpenDatabase } from "#server/db/open.ts";

/** Tables without an office's rows, each with the reason. */
const OF_NO_OFFICE: Record<string, string> = {
  analytics_counts: "sums of all brokers, without login or office",
  company_register: "sample of a public register",
  kysely_migration: "which migrations ran",
  kysely_migration_lock: "which migrations ran",
  published_files: "products are everybody's",
  published_releases: "products are everybody's",
  rate_counts: "hashes of callers, also of those who have not logged in",
  release_actions: "what an insurer's own staff puts on offer",
  watchlist: "sample of the insurer's own list",
};

interface Table {
  name: string;
  office: boolean;
  /** Under a policy that binds the owner of the table too. */
  bound: boolean;
}

async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'intermediary_number') as office,
      c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid) as bound
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm')
    order by 1`.execute(db);
  return rows;
}

const countRows = async (db: Db, table: string) =>
  (await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)}`.execute(db)).rows[0]?.rows ?? 0;

export async function checkOfficeRows({ db, officeDb }: OpenDatabase, offices: [number, number]): Promise<void> {
  const tables = await listTables(db);
  const open = tables.filter(({ bound }) => !bound).map(({ name }) => name);
  expect(
    open,
    "a migration protects each new table: see 0001_baseline.sql, or list above why it has no office",
  ).toEqual(Object.keys(OF_NO_OFFICE));
  expect(tables.filter(({ name, office }) => office && open.includes(name))).toEqual([]);
  for (const { name } of tables.filter(({ bound }) => bound)) {
    expect(await countRows(officeDb, name), `${name} without an office`).toBe(0);
    const counted = await officeDb.transaction().execute((all) => countRows(all, name));
    expect(counted, `${name} without an office, in a transaction`).toBe(0);
  }
  for (const { name } of tables.filter(({ office }) => office)) {
    const all = await countRows(db, name);
    const visible = await Promise.all(offices.map((office) => runInOffice(office, () => countRows(officeDb, name))));
    for (const [index, office] of offices.entries()) {
      const there = sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(name)}
        where intermediary_number = ${office}`;
      expect(visible[index], `${name} of ${office}, of ${all}`).toBe((await there.execute(db)).rows[0]?.rows);
    }
  }
}
