// Referrals to underwriters, with their history and the files of brokers' replies.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table referrals (
    number bigint primary key,
    intermediary_number bigint not null,
    quotation_number bigint not null unique references quotations,
    relation_number bigint not null,
    relation_name text not null,
    office_name text not null default '',
    product text not null,
    words_translated text not null default '',
    status text not null default 'W' check (status in ('W', 'V', 'R', 'P', 'A')),
    sent_at timestamptz not null default now(),
    waits_since timestamptz,
    sent_by text not null,
    language text not null,
    background text check (background in ('hit', 'unknown')),
    calculation jsonb,
    decided_by text,
    policy_number bigint,
    search text not null generated always as
      (portfolio_fold(left(' ' || number || ' ' || relation_name || ' ' || office_name || ' ' || product || ' ' || words_translated, 500))) stored,
    relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored,
    office_order text collate "C" not null generated always as (portfolio_fold(left(office_name, 80))) stored
  )`.execute(db);
  await sql`create index referrals_by_wait on referrals (waits_since, number)`.execute(db);
  await sql`create index referrals_by_office on referrals (intermediary_number, number)`.execute(db);
  await sql`create index referrals_by_words on referrals using gin (search gin_trgm_ops)`.execute(db);
  await sql`create table referral_events (
    event_id bigint generated always as identity primary key,
    number bigint not null references referrals,
    intermediary_number bigint not null,
    at timestamptz not null default now(),
    kind text not null check (kind in ('sent', 'asked', 'answered', 'accepted', 'declined')),
    login_name text not null,
    full_name text not null,
    text text,
    files jsonb not null default '[]'
  )`.execute(db);
  await sql`create index referral_events_in_order on referral_events (number, event_id)`.execute(db);
  await sql`create table referral_files (
    file_id uuid primary key,
    number bigint not null references referrals,
    intermediary_number bigint not null,
    document_id bigint not null references documents on delete cascade,
    name text not null,
    size integer not null,
    sha256 text not null,
    at timestamptz not null default now()
  )`.execute(db);
  await sql`create index referral_files_by_referral on referral_files (number)`.execute(db);
  for (const table of ["referrals", "referral_events", "referral_files"])
    await sql`select protect_by_office(${table})`.execute(db);
}
