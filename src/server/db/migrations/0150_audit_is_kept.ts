// The audit trail is append-only, for every role: a trigger refuses updates, deletes and truncation.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function audit_is_kept() returns trigger language plpgsql as $$
    begin
      raise exception 'the trail is only added to' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  await sql`create trigger audit_is_kept before update or delete or truncate on audit
    for each statement execute function audit_is_kept()`.execute(db);
}
