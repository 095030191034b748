// Requests of the wizard: the draft, its steps and files, and at most one submission; also the mail outbox and the sample register.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A sequence never gives a number twice, even after a rollback. They start above the numbers of the sample data.
  await sql`create sequence quotation_numbers start 50020001 maxvalue 50099999`.execute(db);
  await sql`create sequence reference_numbers start 50500001 maxvalue 50999999`.execute(db);
  await sql`create sequence policy_numbers start 70030001 maxvalue 70999999`.execute(db);
  await sql`create sequence relation_numbers start 310001 maxvalue 899999`.execute(db);
  await sql`create sequence temporary_numbers start 900000001`.execute(db);
  await sql`create table requests (
    request_id uuid primary key,
    product text not null,
    release text not null,
    intermediary_number bigint not null,
    address_number bigint not null,
    relation_number bigint,
    temporary boolean not null default false,
    quotation_number bigint,
    status text not null default 'open' check (status in ('open', 'submitted', 'discarded')),
    created_by text not null,
    created_at timestamptz not null default now(),
    saved_at timestamptz,
    saved_step text
  )`.execute(db);
  // One open draft per relation and product, and one per quotation (decisions 32).
  await sql`create unique index one_open_request on requests
    (intermediary_number, address_number, product, coalesce(quotation_number, 0)) where status = 'open'`.execute(db);
  await sql`create index requests_by_age on requests (created_at) where status = 'open'`.execute(db);
  await sql`create index requests_by_address on requests (intermediary_number, address_number, product, created_at)`.execute(
    db,
  );
  await sql`create table request_steps (
    request_id uuid not null references requests on delete cascade,
    step text not null,
    data jsonb not null,
    finished boolean not null,
    revision bigint not null,
    saved_at timestamptz not null default now(),
    primary key (request_id, step)
  )`.execute(db);
  await sql`create table submissions (
    request_id uuid primary key references requests,
    idempotency_key text,
    intermediary_number bigint not null,
    action text not null check (action in ('quotation', 'insurance-policy')),
    body_hash text not null,
    number text not null,
    answer jsonb not null,
    agreements jsonb not null,
    sent_by text not null,
    sent_at timestamptz not null default now(),
    unique (intermediary_number, idempotency_key)
  )`.execute(db);
  await sql`create table uploads (
    upload_id uuid primary key,
    request_id uuid not null references requests on delete cascade,
    intermediary_number bigint not null,
    name text not null,
    type text not null,
    size integer not null check (size between 0 and 2097152),
    sha256 text not null,
    content bytea not null,
    uploaded_at timestamptz not null default now()
  )`.execute(db);
  await sql`create index uploads_by_request on uploads (request_id)`.execute(db);
  await sql`create table outbox (
    mail_id uuid primary key,
    recipient text not null,
    subject text not null,
    text text not null,
    attachments jsonb not null default '[]',
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    sent_at timestamptz,
    last_error text,
    created_at timestamptz not null default now()
  )`.execute(db);
  await sql`create index outbox_waiting on outbox (next_attempt_at) where sent_at is null`.execute(db);
  await sql`create table company_register (
    kvk text primary key,
    company text not null,
    legalform text not null,
    street text not null,
    housenumber text not null,
    postalcode text not null,
    city text not null,
    incorporation_date date
  )`.execute(db);
}
