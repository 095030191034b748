// A key per user that encrypts the unsaved steps in the browser, so that they are readable only while that user is logged in.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column draft_key text not null
    default encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64')`.execute(db);
}
