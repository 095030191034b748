// What somebody may do in the portal; where the identity provider says it, this is what it said last.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column role text not null default 'broker'
    check (role in ('broker', 'administrator', 'underwriter', 'auditor'))`.execute(db);
}
