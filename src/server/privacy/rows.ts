// Reads and counts rows about a relation or account, table by table, for exports and erasures.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";

/** A condition on the table, whose alias is `t`. */
export type Condition = RawBuilder<unknown>;
/** By table. */
export type Selected = Record<string, Condition>;
export type RowCounts = Record<string, number>;

const withoutContents = (selected: Selected) =>
  Object.entries(selected).filter(([table]) => !table.endsWith("_contents"));

/** The rows as stored, without contents of files and generated columns. */
export async function readRows(db: Db, selected: Selected): Promise<Record<string, object[]>> {
  const rowsByTable: Record<string, object[]> = {};
  for (const [table, condition] of withoutContents(selected)) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) - '{content,search,rank_key}'::text[] as row
      from ${sql.table(table)} t where ${condition}`.execute(db);
    rowsByTable[table] = rows.map(({ row }) => row);
  }
  return rowsByTable;
}

export async function countRows(db: Db, selected: Selected): Promise<RowCounts> {
  const counted: RowCounts = {};
  for (const [table, condition] of withoutContents(selected)) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)} t
      where ${condition}`.execute(db);
    counted[table] = rows[0]?.rows ?? 0;
  }
  return counted;
}

/** Rows that are no longer there, by table. */
export function subtract(before: RowCounts, after: RowCounts): RowCounts {
  const gone = Object.entries(before).map(([table, rows]) => [table, rows - (after[table] ?? 0)] as const);
  return Object.fromEntries(gone.filter(([, rows]) => rows > 0));
}

/** Runs `erase` in one transaction. A dry run returns the same result and is rolled back. */
export async function eraseOrTryOut<Erased>(
  db: Db,
  dryRun: boolean,
  erase: (db: Db) => Promise<Erased>,
): Promise<Erased> {
  const rolledBack = new Error("dry run rolled back");
  let done: { erased: Erased } | undefined;
  await db
    .transaction()
    .execute(async (all) => {
      done = { erased: await erase(all) };
      if (dryRun) throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  if (!done) throw rolledBack;
  return done.erased;
}
