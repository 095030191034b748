// Shares published releases through the database, so that every process can evaluate a request by the release it was made with,
// whichever process published that.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table published_files (name text primary key, content bytea not null)`.execute(db);
  await sql`create table published_releases (
    release text primary key,
    entry jsonb not null,
    back text not null,
    published_at timestamptz not null default now()
  )`.execute(db);
}
