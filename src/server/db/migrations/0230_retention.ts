// What retention has to find: the contract that a document belongs to, what was sent as one, and the trail by time. The trail loses
// what is too old to the owner of the tables alone, in a transaction that says that this is what it is for.
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
