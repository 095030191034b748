// The field that a file was added to, and the file that a document is a copy of.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql
    .raw(`
alter table uploads add column field text;
alter table documents add column upload_id uuid;
create index documents_by_upload on documents (upload_id) where upload_id is not null;
`)
    .execute(db);
