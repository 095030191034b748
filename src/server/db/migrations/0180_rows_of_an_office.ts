// Row-level security: a transaction reads and writes only rows of the office in its setting `portal.office`; all rows if that is
// `all`, none if it is not set. A migration that creates a table must protect it with one of the three functions; a test checks it.
import { type Kysely, sql } from "kysely";

const statements = [
  `create function portal_everywhere() returns boolean language sql stable parallel safe as
    $$ select coalesce(current_setting('portal.office', true) = 'all', false) $$`,
  `create function portal_office() returns bigint language sql stable parallel safe as
    $$ select nullif(nullif(current_setting('portal.office', true), ''), 'all')::bigint $$`,
  // In a subselect, so that the setting is read once per statement and not once per row.
  `create function protect_by_office(guarded regclass) returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_office on %s using
      ((select portal_everywhere()) or intermediary_number = (select portal_office()))', guarded);
  end $$`,
  `create function protect_by_parent(guarded regclass, parent regclass, own_key name, parent_key name)
    returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_office on %s using ((select portal_everywhere())
      or exists (select from %s parent where parent.%I = %s.%I))', guarded, parent, parent_key, guarded, own_key);
  end $$`,
  `create function protect_from_offices(guarded regclass) returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_no_office on %s using ((select portal_everywhere()))', guarded);
  end $$`,
  ...[
    "intermediaries",
    "users",
    "relations",
    "quotations",
    "policies",
    "damages",
    "open_invoices",
    "documents",
    "requests",
    "submissions",
    "uploads",
    "audit",
  ].map((table) => `select protect_by_office('${table}')`),
  "select protect_by_parent('request_steps', 'requests', 'request_id', 'request_id')",
  "select protect_by_parent('quotation_answers', 'quotations', 'number', 'number')",
  "select protect_by_parent('document_contents', 'documents', 'id', 'id')",
  "select protect_by_parent('last_viewed', 'users', 'login_name', 'login_name')",
  "select protect_by_parent('consents', 'users', 'login_name', 'login_name')",
  "select protect_from_offices('sessions')",
  "select protect_from_offices('outbox')",
  // A transaction of an office may queue mail, but not read it.
  "create policy of_transaction on outbox for insert with check (true)",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
