// Columns and indexes by which retention finds documents and submissions of a contract, and lines of the audit trail by time. Only
// the owner of the tables may delete old lines of the trail, and only in a transaction with `portal.retention` set.
import { type Kysely, sql } from "kysely";

const statements = [
  "alter table documents add column contract_number bigint",
  "create index documents_by_contract on documents (contract_number) where contract_number is not null",
  "create index submissions_by_number on submissions (number)",
  "create index audit_in_time on audit (at, audit_id)",
  `create or replace function audit_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('portal.retention', true) = 'on' then return null; end if;
      raise exception 'the trail is only added to' using errcode = 'insufficient_privilege';
    end $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
