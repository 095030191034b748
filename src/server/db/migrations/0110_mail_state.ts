// State of a mail: waiting, sent, or given up after a permanent refusal or too many attempts.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox add column state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'given_up'))`.execute(db);
  await sql`update outbox set state = 'sent' where sent_at is not null`.execute(db);
  await sql`drop index outbox_waiting`.execute(db);
  await sql`create index outbox_waiting on outbox (next_attempt_at) where state = 'waiting'`.execute(db);
}
