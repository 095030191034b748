// The role of a user; when the identity provider decides it, the role of the last login.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column role text not null default 'broker'
    check (role in ('broker', 'administrator', 'underwriter', 'auditor'))`.execute(db);
}
