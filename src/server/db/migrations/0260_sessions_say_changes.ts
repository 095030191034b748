// Processes keep sessions in memory for a moment (auth/sessionMemory.ts). What changes one says so to all of them, whoever does it:
// its hash, or nothing where the sessions of several may have changed. That it was used (`seen_at`) is no change.
import { type Kysely, sql } from "kysely";

const CHANGES = {
  sessions: "update of login_name, csrf_token, created_at, confirmed_at, tokens, provider_session or delete",
  users: "update or delete",
  consents: "insert or update or delete",
  intermediaries: "update or delete",
};

const statements = [
  `create function say_session_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('sessions', coalesce(to_jsonb(old) ->> 'id_hash', ''));
    return null;
  end $$`,
  ...Object.entries(CHANGES).map(
    ([table, changes]) => `create trigger says_session_changed after ${changes} on ${table}
      for each row execute function say_session_changed()`,
  ),
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
