// Contents of uploads move to a table of their own, as those of documents, or outside the database under the name in `location`.
// Older rows keep their column `content`, which a later release drops.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table upload_contents (
    upload_id uuid primary key references uploads on delete cascade,
    content bytea not null
  )`.execute(db);
  await sql`select protect_by_parent('upload_contents', 'uploads', 'upload_id', 'upload_id')`.execute(db);
  // Not compressed: most files are compressed already.
  await sql`alter table upload_contents alter column content set storage external`.execute(db);
  await sql`alter table uploads add column location uuid, alter column content drop not null`.execute(db);
  await sql`alter table documents add column location uuid`.execute(db);
}
