// What an office manages: relations, quotations, policies, damages, open invoices, documents. Every table has the office's number.
// The generated columns hold the words that a row is found by (`search`) and its place in the office's list (`rank_key`).
import { type Kysely, sql } from "kysely";

const rank = (day: string, number: string) =>
  `lpad((date '9999-12-31' - ${day})::text, 7, '0') || lpad((1000000000000 - ${number})::text, 13, '0')`;

const generated = (search: string[], rankKey: string) => `
    search text generated always as (portfolio_fold(' ' || ${search.join(" || ' ' || ")})) stored,
    rank_key text collate "C" not null generated always as (${rankKey}) stored`;

const contract = `
    number bigint primary key,
    policy_number bigint,
    relation_number bigint not null references relations,
    relation_name text not null,
    relation_city text not null,
    product text not null,
    words_fr text not null default '',
    product_code text not null,
    insurer text not null default '{provider}',
    intermediary_number bigint not null,
    start_date date not null,
    end_date date not null,
    contract_duration integer not null,
    debit_prolongation text not null,
    insured_amount_per_claim bigint,
    insured_amount_per_year bigint,
    own_risk bigint,
    premium bigint not null,
    period integer not null,
    premium_period bigint not null,
    insurance_tax bigint not null,
    premium_total bigint not null,
    last_modified_description text not null`;

const contractWords = ["number::text", "relation_name", "relation_city", "product", "words_fr", "product_code"];

const tables = [
  // Removes accents and capitals, so that a search ignores both.
  `create function portfolio_fold(words text) returns text language sql immutable parallel safe as $$
    select lower(translate(words,
      'ÀÁÂÃÄÅàáâãäåÈÉÊËèéêëÌÍÎÏìíîïÒÓÔÕÖØòóôõöøÙÚÛÜùúûüÇçÑñÝýÿ’',
      'AAAAAAaaaaaaEEEEeeeeIIIIiiiiOOOOOOooooooUUUUuuuuCcNnYyy'''))
  $$`,
  `create table relations (
    relation_number bigint primary key,
    intermediary_number bigint not null,
    company text not null,
    legalform text,
    address text not null,
    zipcode text not null,
    city text not null,
    country text not null default 'NL',
    email text,
    email_financial text,
    correspondence_preference text not null default 'E-mail',
    digital_policy text not null default 'J' check (digital_policy in ('J', 'N')),
    kvk_number text,
    active_on date not null,
    revision integer not null default 1,
    ${generated(
      ["relation_number::text", "company", "city", "zipcode", "coalesce(kvk_number, '')"],
      `portfolio_fold(left(company, 80)) || chr(1) || lpad(relation_number::text, 12, '0')`,
    )}
  )`,
  "create index relations_by_kvk on relations (intermediary_number, kvk_number)",
  "create index relations_by_activity on relations (intermediary_number, active_on desc, relation_number desc)",
  `create table quotations (${contract},
    status text not null,
    date date not null,
    ${generated(contractWords, rank("date", "number"))}
  )`,
  "create index quotations_by_status on quotations (intermediary_number, status, date)",
  `create table quotation_answers (
    number bigint primary key references quotations on delete cascade,
    product_key text not null,
    answers jsonb not null,
    release text
  )`,
  `create table policies (${contract},
    ${generated(contractWords, rank("start_date", "number"))}
  )`,
  `create table damages (
    claim_id bigint primary key,
    intermediary_number bigint not null,
    title text not null,
    words_fr text not null default '',
    report_date date not null,
    claim_number_office text not null,
    policy_number bigint not null,
    relation_number bigint not null references relations,
    relation_name text not null,
    relation_city text not null,
    desc_status_code text not null,
    finished boolean not null,
    ${generated(
      [
        "claim_id::text",
        "claim_number_office",
        "title",
        "words_fr",
        "policy_number::text",
        "relation_name",
        "relation_city",
      ],
      rank("report_date", "claim_id"),
    )}
  )`,
  `create table open_invoices (
    offer_number bigint primary key,
    intermediary_number bigint not null,
    booking_date date not null,
    status_code text not null,
    total_open_amount bigint not null,
    oms_product_code text not null,
    words_fr text not null default '',
    start_date date not null,
    end_date date not null,
    collection_amount bigint not null,
    note_date date not null,
    insurer text not null default '{provider}',
    employee_name text not null,
    accounting_period_of date not null,
    accounting_period_to date not null,
    relation_number bigint not null references relations,
    relation_name text not null,
    relation_city text not null,
    policy_number bigint not null,
    oms_insurance_type text not null,
    payed bigint not null,
    interest bigint not null,
    insurance_tax bigint not null,
    total_gross_premium bigint not null,
    total_outstanding_amount bigint not null,
    ${generated(
      ["offer_number::text", "policy_number::text", "relation_name", "relation_city", "oms_product_code", "words_fr"],
      rank("booking_date", "offer_number"),
    )}
  )`,
  "create index open_invoices_by_status on open_invoices (intermediary_number, status_code, booking_date)",
  `create table documents (
    id bigint primary key generated by default as identity (start 60101),
    relation_number bigint not null references relations,
    intermediary_number bigint not null,
    description text not null,
    name text not null,
    type text not null,
    media_type text not null,
    words_fr text not null default '',
    file_size bigint not null,
    upload_date date not null,
    ${generated(["description", "words_fr", "name"], rank("upload_date", "id"))}
  )`,
  `create table document_contents (
    id bigint primary key references documents on delete cascade,
    content bytea not null
  )`,
  `create table last_viewed (
    login_name text not null references users on delete cascade,
    list text not null,
    number bigint not null,
    viewed_at timestamptz not null default clock_timestamp(),
    primary key (login_name, list, number)
  )`,
  "create index last_viewed_order on last_viewed (login_name, list, viewed_at desc)",
  `create table analytics_counts (
    day date not null,
    event text not null,
    product text not null,
    flow text not null,
    step text not null,
    field text not null,
    outcome text not null,
    times bigint not null,
    primary key (day, event, product, flow, step, field, outcome)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db);
}
