// The chain over the audit trail: each row seals the lines after the last line of the row before it.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql
    .raw(`
create table audit_seals (
  seal_id bigint primary key,
  last_id bigint not null,
  lines integer not null,
  newest numeric not null,
  content text not null,
  purged bigint,
  hash text not null
);
create trigger audit_is_kept before update or delete or truncate on audit_seals
  for each statement execute function audit_is_kept();
select protect_from_offices('audit_seals');
`)
    .execute(db);
