// Rows that are about somebody, table by table: read for an export, counted around an erasure. A dry run is taken back.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";

/** `t` is the table. */
export type Condition = RawBuilder<unknown>;
/** By table. */
export type Selected = Record<string, Condition>;
export type Counted = Record<string, number>;

const withoutContents = (selected: Selected) =>
  Object.entries(selected).filter(([table]) => !table.endsWith("_contents"));

/** As stored, without contents of files and what the database computes. */
export async function readRows(db: Db, selected: Selected): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const [table, condition] of withoutContents(selected)) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) - '{content,search,rank_key}'::text[] as row
      from ${sql.table(table)} t where ${condition}`.execute(db);
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

export async function countRows(db: Db, selected: Selected): Promise<Counted> {
  const counted: Counted = {};
  for (const [table, condition] of withoutContents(selected)) {
    const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from ${sql.table(table)} t
      where ${condition}`.execute(db);
    counted[table] = rows[0]?.rows ?? 0;
  }
  return counted;
}

/** What is no more. */
export function subtract(before: Counted, after: Counted): Counted {
  const gone = Object.entries(before).map(([table, rows]) => [table, rows - (after[table] ?? 0)] as const);
  return Object.fromEntries(gone.filter(([, rows]) => rows > 0));
}

/** In one transaction. A dry run answers the same and changes nothing. */
export async function eraseOrTryOut<Erased>(
  db: Db,
  dryRun: boolean,
  erase: (db: Db) => Promise<Erased>,
): Promise<Erased> {
  const takenBack = new Error("taken back");
  let done: { erased: Erased } | undefined;
  await db
    .transaction()
    .execute(async (all) => {
      done = { erased: await erase(all) };
      if (dryRun) throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  if (!done) throw takenBack;
  return done.erased;
}
