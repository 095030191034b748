// Invalidates the session caches of all processes (auth/sessionMemory.ts): a trigger notifies them of every change, with the hash
// of the session, or an empty payload when several sessions may have changed. An update of `seen_at` alone is not notified.
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
