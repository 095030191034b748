// Sessions get an id by which they can be ended, the browser's name, and the tokens for the login environment. Their office may
// read them: the secrets are stored as a hash, or encrypted with the cookie.
import { type Kysely, sql } from "kysely";

/** `id_token` is no longer used, but the previous release may still run and write it; 0250 drops it. */
const statements = [
  `alter table sessions
    add column session_id uuid not null default gen_random_uuid(),
    add column browser text not null default '',
    add column provider_session text,
    add column tokens text,
    add column confirmed_at timestamptz,
    add column asked_at timestamptz`,
  "create unique index sessions_by_name on sessions (session_id)",
  "create index sessions_by_provider on sessions (provider_session)",
  "drop policy of_no_office on sessions",
  "select protect_by_parent('sessions', 'users', 'login_name', 'login_name')",
  `create table logout_tokens (
    token_hash text primary key,
    at timestamptz not null default now()
  )`,
  "select protect_from_offices('logout_tokens')",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
