// Grants for the server's role in PostgreSQL when another role owns the tables: it may read and write all data, but not change
// tables or the record of migrations, and may only insert into the audit trail, its seals and the release log.
import { type Kysely, sql } from "kysely";
import { OFFICE_ROLE } from "./office.ts";
import type { Database } from "./tables/schema.ts";

/** Creates the embedded engine's role for offices, as its session is superuser. Returns whether it had to be created. */
export async function makeOfficeRole(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select from pg_roles where rolname = ${OFFICE_ROLE}`.execute(db);
  if (rows.length === 0) await sql`create role ${sql.id(OFFICE_ROLE)} nologin`.execute(db);
  return rows.length === 0;
}

/** Run by the owner after every migration, so that new tables are granted too. */
export async function grantToServer(owner: Kysely<Database>, role: string): Promise<void> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(owner);
  const [schemas, server] = [sql.raw(`"${rows[0]?.schema ?? "public"}", jobs`), sql.id(role)];
  const statements = [
    sql`grant usage on schema ${schemas} to ${server}`,
    sql`grant select, insert, update, delete on all tables in schema ${schemas} to ${server}`,
    sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${server}`,
    sql`revoke update, delete on audit, audit_seals, release_actions from ${server}`,
    sql`grant usage, select on all sequences in schema ${schemas} to ${server}`,
  ];
  await owner.transaction().execute(async (all) => {
    for (const statement of statements) await statement.execute(all);
  });
}
