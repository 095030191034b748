// The tables of the job runner in a schema of their own, made and upgraded by the plans of pg-boss.
import { type Kysely, sql } from "kysely";

export const JOBS_SCHEMA = "jobs";

/** The version that the installed pg-boss needs. Its plan is the only place that states it. */
async function readWanted(): Promise<{ wanted: number; construct: string }> {
  const { getConstructionPlans } = await import("pg-boss");
  const construct = getConstructionPlans(JOBS_SCHEMA);
  return { wanted: Number(/INSERT INTO jobs\.version\(version\) VALUES \('(\d+)'\)/.exec(construct)?.[1]), construct };
}

async function readVersion<Tables>(db: Kysely<Tables>): Promise<number | undefined> {
  const table = `${JOBS_SCHEMA}.version`;
  const { rows } = await sql<{ name: string | null }>`select to_regclass(${table})::text as name`.execute(db);
  if (!rows[0]?.name) return undefined;
  return (await sql<{ version: number }>`select version from ${sql.table(table)}`.execute(db)).rows[0]?.version;
}

/** "older" also when there are no tables yet. */
export async function compareJobTables<Tables>(db: Kysely<Tables>): Promise<"same" | "older" | "newer"> {
  const { wanted } = await readWanted();
  const version = (await readVersion(db)) ?? 0;
  if (version === wanted) return "same";
  return version < wanted ? "older" : "newer";
}

/** Returns whether anything changed. To be called by one process at a time. */
export async function migrateJobTables<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { wanted, construct } = await readWanted();
  const version = await readVersion(db);
  if (version !== undefined && version >= wanted) return false;
  const { getMigrationPlans } = await import("pg-boss");
  // A text of several statements is one transaction, in which no index can be built concurrently. The tables are small.
  const upgrade = (from: number) => getMigrationPlans(JOBS_SCHEMA, from).replace(/ CONCURRENTLY/g, "");
  await sql.raw(version === undefined ? construct : upgrade(version)).execute(db);
  return true;
}
