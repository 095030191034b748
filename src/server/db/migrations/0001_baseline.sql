-- The whole schema. From the first tagged version on it does not change: a change of the tables is a new migration.

create extension if not exists pg_trgm;

-- Words in the form in which they are searched and sorted: without accents, dots, apostrophes and hyphens, single letters joined,
-- and the letter Ĳ read as ij.
create function portfolio_fold(words text) returns text language sql immutable parallel safe as $$
    select regexp_replace(
      replace(replace(replace(replace(lower(translate(
        normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
        'ØøŁłĐđıŒÆẞĲ.''‘’`´‐‑-', 'OoLlDdiœæßĳ')), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ĳ', 'ij'),
      '(?<=\m[a-z]) +(?=[a-z]\M)', '', 'g')
  $$;

-- Sequences never give a number twice, even after a rollback. They start above the numbers of the sample data.
create sequence quotation_numbers start 50020001 maxvalue 50099999;
create sequence reference_numbers start 50500001 maxvalue 50999999;
create sequence policy_numbers start 70030001 maxvalue 70999999;
create sequence relation_numbers start 310001 maxvalue 899999;
create sequence temporary_numbers start 900000001;

-- Offices and users

create table intermediaries (
  intermediary_number bigint primary key,
  intermediary_name text not null
);

-- `draft_key` encrypts the unsaved steps in the browser, which are readable only while that user is logged in.
create table users (
  login_name text primary key,
  full_name text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  intermediary_number bigint not null default 0,
  profiles jsonb not null default '[]',
  insurance_types jsonb not null default '[]',
  language text not null default 'nl',
  active boolean not null default true,
  subject text unique,
  draft_key text not null default encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'base64'),
  role text not null default 'broker' check (role in ('broker', 'administrator', 'underwriter', 'auditor'))
);
create index users_by_office on users (intermediary_number, login_name);

create table sessions (
  id_hash text primary key,
  login_name text not null references users on delete cascade,
  csrf_token text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null,
  session_id uuid not null default gen_random_uuid(),
  browser text not null default '',
  provider_session text,
  tokens text,
  confirmed_at timestamptz,
  asked_at timestamptz
);
create unique index sessions_by_name on sessions (session_id);
create index sessions_by_provider on sessions (provider_session);
create index sessions_by_user on sessions (login_name);

create table logout_tokens (
  token_hash text primary key,
  at timestamptz not null default now()
);

create table consents (
  consent_id bigint generated always as identity primary key,
  login_name text not null references users on delete cascade,
  subject text not null check (subject in ('personal_data', 'cookies')),
  document text not null,
  document_hash text not null,
  agreed_at timestamptz not null default now(),
  unique (login_name, subject, document_hash)
);

create table last_viewed (
  login_name text not null references users on delete cascade,
  list text not null,
  number bigint not null,
  viewed_at timestamptz not null default clock_timestamp(),
  primary key (login_name, list, number)
);
create index last_viewed_order on last_viewed (login_name, list, viewed_at desc);

-- Append-only for every role: see the trigger audit_is_kept.
create table audit (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  login_name text,
  intermediary_number bigint,
  action text not null,
  object text,
  detail jsonb
);
create index audit_in_time on audit (at, audit_id);

-- Calls per caller and minute, counted by all processes together. Unlogged: losing them in a crash of the database does no harm.
create unlogged table rate_counts (
  caller text not null,
  minute bigint not null,
  calls integer not null,
  primary key (caller, minute)
);

create table analytics_counts (
  day date not null,
  event text not null,
  product text not null,
  flow text not null,
  step text not null,
  field text not null,
  outcome text not null,
  times bigint not null,
  primary key (day, event, product, flow, step, field, outcome)
);

-- Portfolio. `search` contains the words by which a row is found. An index per list has the office's numbers in the usual order
-- with the columns for searching and sorting, so that a page reads only the rows that it shows.

create table relations (
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
  search text not null
    generated always as (portfolio_fold(left(' ' || relation_number || ' ' || coalesce(kvk_number, '') || ' '
        || regexp_replace(left(zipcode, 10), '^(\d{4}) *', '\1 ') || ' ' || replace(left(zipcode, 10), ' ', '') || ' '
        || left(company, 100) || ' ' || left(city, 50) || ' ' || left(address, 60) || ' ' || left(coalesce(email, ''), 60) || ' '
        || left(coalesce(email_financial, ''), 60) || ' ' || replace(left(company, 60), ' ', '') || ' '
        || replace(left(address, 40), ' ', ''), 500))) stored,
  company_order text collate "C" not null generated always as (portfolio_fold(left(company, 80))) stored,
  city_order text collate "C" not null generated always as (portfolio_fold(left(city, 80))) stored
);
create index relations_by_activity on relations (intermediary_number, active_on desc, relation_number desc);
create index relations_by_kvk on relations (intermediary_number, kvk_number);
create index relations_by_office on relations (intermediary_number, company_order, relation_number)
  include (search, city_order);
create index relations_by_words on relations using gin (search gin_trgm_ops);

-- `insured_name`, here and below: the insured company, where its name is not that of the relation.
create table quotations (
  number bigint primary key,
  policy_number bigint,
  relation_number bigint not null references relations,
  relation_name text not null,
  product text not null,
  words_translated text not null default '',
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
  last_modified_description text not null,
  status text not null,
  date date not null,
  one_off_total bigint,
  search text not null
    generated always as (portfolio_fold(left(
      ' ' || number || ' ' || coalesce(policy_number, number) || ' ' || product || ' ' || words_translated || ' ' || product_code, 500))) stored,
  relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored,
  premium_year bigint not null generated always as (premium_total * 12 / greatest(period, 1)) stored,
  insured_name text
);
create index quotations_by_office on quotations (intermediary_number, date, number)
  include (search, relation_order, product, premium_year, status, start_date);
create index quotations_by_relation on quotations (relation_number);
create index quotations_by_status on quotations (intermediary_number, status, date);
create index quotations_by_words on quotations using gin (search gin_trgm_ops);

create table quotation_answers (
  number bigint primary key references quotations on delete cascade,
  product_key text not null,
  answers jsonb not null,
  release text
);

create table policies (
  number bigint primary key,
  policy_number bigint,
  relation_number bigint not null references relations,
  relation_name text not null,
  product text not null,
  words_translated text not null default '',
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
  last_modified_description text not null,
  one_off_total bigint,
  search text not null
    generated always as (portfolio_fold(left(
      ' ' || number || ' ' || coalesce(policy_number, number) || ' ' || product || ' ' || words_translated || ' ' || product_code, 500))) stored,
  relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored,
  premium_year bigint not null generated always as (premium_total * 12 / greatest(period, 1)) stored,
  insured_name text
);
create index policies_by_office on policies (intermediary_number, start_date, number)
  include (search, relation_order, product, premium_year, policy_number, end_date);
create index policies_by_relation on policies (relation_number);
create index policies_by_words on policies using gin (search gin_trgm_ops);

create table damages (
  claim_id bigint primary key,
  intermediary_number bigint not null,
  title text not null,
  words_translated text not null default '',
  report_date date not null,
  claim_number_office text not null,
  policy_number bigint not null,
  relation_number bigint not null references relations,
  relation_name text not null,
  desc_status_code text not null,
  finished boolean not null,
  search text not null
    generated always as (portfolio_fold(left(
      ' ' || claim_id || ' ' || claim_number_office || ' ' || title || ' ' || words_translated || ' ' || policy_number, 500))) stored,
  relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored
);
create index damages_by_office on damages (intermediary_number, report_date, claim_id)
  include (search, relation_order, desc_status_code, policy_number);
create index damages_by_relation on damages (relation_number);
create index damages_by_words on damages using gin (search gin_trgm_ops);

create table open_invoices (
  offer_number bigint primary key,
  intermediary_number bigint not null,
  booking_date date not null,
  status_code text not null,
  total_open_amount bigint not null,
  oms_product_code text not null,
  words_translated text not null default '',
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
  policy_number bigint not null,
  oms_insurance_type text not null,
  payed bigint not null,
  interest bigint not null,
  insurance_tax bigint not null,
  total_gross_premium bigint not null,
  total_outstanding_amount bigint not null,
  search text not null
    generated always as (portfolio_fold(left(
      ' ' || offer_number || ' ' || policy_number || ' ' || oms_product_code || ' ' || words_translated, 500))) stored,
  relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored
);
create index open_invoices_by_office on open_invoices (intermediary_number, booking_date, offer_number)
  include (search, relation_order, status_code, total_open_amount, oms_product_code);
create index open_invoices_by_relation on open_invoices (relation_number);
create index open_invoices_by_status on open_invoices (intermediary_number, status_code, booking_date);
create index open_invoices_by_words on open_invoices using gin (search gin_trgm_ops);

create table documents (
  id bigint generated by default as identity (start with 60101) primary key,
  relation_number bigint not null references relations,
  intermediary_number bigint not null,
  description text not null,
  name text not null,
  type text not null,
  media_type text not null,
  words_translated text not null default '',
  file_size bigint not null,
  upload_date date not null,
  location uuid,
  contract_number bigint,
  search text not null
    generated always as (portfolio_fold(left(' ' || description || ' ' || words_translated || ' ' || name, 500))) stored
);
create index documents_by_contract on documents (contract_number) where contract_number is not null;
create index documents_by_office on documents (intermediary_number, upload_date, id) include (search, file_size, type);
create index documents_by_relation on documents (relation_number);
create index documents_by_words on documents using gin (search gin_trgm_ops);

create table document_contents (
  id bigint primary key references documents on delete cascade,
  content bytea not null
);

-- Requests of the wizard

create table requests (
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
  saved_step text,
  copied_quotation bigint
);
-- One open draft per relation and product, and one per quotation (decisions 32).
create unique index one_open_request on requests
  (intermediary_number, address_number, product, coalesce(quotation_number, 0)) where status = 'open';
create index requests_by_address on requests (intermediary_number, address_number, product, created_at);
create index requests_by_age on requests (created_at) where status = 'open';

create table request_steps (
  request_id uuid not null references requests on delete cascade,
  step text not null,
  data jsonb not null,
  finished boolean not null,
  revision bigint not null,
  saved_at timestamptz not null default now(),
  inputs jsonb,
  primary key (request_id, step)
);

create table submissions (
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
);
create index submissions_by_number on submissions (number);

create table uploads (
  upload_id uuid primary key,
  request_id uuid not null references requests on delete cascade,
  intermediary_number bigint not null,
  name text not null,
  type text not null,
  size integer not null check (size between 0 and 2097152),
  sha256 text not null,
  content bytea,
  uploaded_at timestamptz not null default now(),
  location uuid
);
create index uploads_by_request on uploads (request_id);

create table upload_contents (
  upload_id uuid primary key references uploads on delete cascade,
  content bytea not null
);
-- Files are compressed already.
alter table upload_contents alter column content set storage external;

-- Referrals to underwriters

create table referrals (
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
  search text not null
    generated always as (portfolio_fold(left(
      ' ' || number || ' ' || quotation_number || ' ' || office_name || ' ' || product || ' ' || words_translated, 500))) stored,
  relation_order text collate "C" not null generated always as (portfolio_fold(left(relation_name, 80))) stored,
  office_order text collate "C" not null generated always as (portfolio_fold(left(office_name, 80))) stored,
  insured_name text
);
create index referrals_by_office on referrals (intermediary_number, number);
create index referrals_by_wait on referrals (waits_since, number);
create index referrals_by_words on referrals using gin (search gin_trgm_ops);

create table referral_events (
  event_id bigint generated always as identity primary key,
  number bigint not null references referrals,
  intermediary_number bigint not null,
  at timestamptz not null default now(),
  kind text not null check (kind in ('sent', 'asked', 'answered', 'accepted', 'declined')),
  login_name text not null,
  full_name text not null,
  text text,
  files jsonb not null default '[]'
);
create index referral_events_in_order on referral_events (number, event_id);

create table referral_files (
  file_id uuid primary key,
  number bigint not null references referrals,
  intermediary_number bigint not null,
  document_id bigint not null references documents on delete cascade,
  name text not null,
  size integer not null,
  sha256 text not null,
  at timestamptz not null default now()
);
create index referral_files_by_referral on referral_files (number);

-- Products on offer

create table published_files (
  name text primary key,
  content bytea not null
);

create table published_releases (
  release text primary key,
  entry jsonb not null,
  back text not null,
  published_at timestamptz not null default now()
);

create table release_actions (
  number bigint generated always as identity primary key,
  id text not null unique,
  action text not null,
  added_at timestamptz not null default now()
);

-- Mail and events for other systems

create table outbox (
  mail_id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  attachments jsonb not null default '[]',
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  call_id text
);
create index outbox_waiting on outbox (created_at) where state = 'waiting';

create table handover_events (
  position bigint generated always as identity primary key,
  event_id uuid not null unique,
  intermediary_number bigint not null,
  relation_number bigint not null,
  subject text not null,
  sequence integer not null,
  at timestamptz not null,
  body json not null,
  spread boolean not null default false,
  call_id text,
  unique (subject, sequence)
);
create index handover_events_by_relation on handover_events (relation_number);
create index handover_events_by_time on handover_events (at);
create index handover_events_to_spread on handover_events (position) where not spread;

create table handover_subjects (
  subject text primary key,
  intermediary_number bigint not null,
  sequence integer not null
);

create table handover_receivers (
  receiver text primary key,
  intermediary_number bigint not null,
  url text not null,
  secrets text not null,
  added_at timestamptz not null default now()
);

create table handover_deliveries (
  receiver text not null,
  position bigint not null references handover_events on delete cascade,
  subject text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  primary key (receiver, position)
);
create index handover_deliveries_by_event on handover_deliveries (position);
create index handover_deliveries_due on handover_deliveries (next_attempt_at) where state = 'waiting';
create index handover_deliveries_in_order on handover_deliveries (receiver, subject, position) where state = 'waiting';

-- Sample register of companies and sample watchlist

create table company_register (
  kvk text primary key,
  company text not null,
  legalform text not null,
  street text not null,
  housenumber text not null,
  postalcode text not null,
  city text not null,
  incorporation_date date
);

create table watchlist (
  name text primary key,
  kvk text
);

-- Triggers

-- Only the owner of the tables may delete old lines of the trail, and only in a transaction with `portal.retention` set.
create function audit_is_kept() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('portal.retention', true) = 'on' then return null; end if;
      raise exception 'the trail is only added to' using errcode = 'insufficient_privilege';
    end $$;
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function audit_is_kept();

-- Copies a relation's new name to its rows in the other lists.
create function relation_renamed() returns trigger language plpgsql as $$
  begin
    update quotations set relation_name = new.company where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update policies set relation_name = new.company where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update damages set relation_name = new.company where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update open_invoices set relation_name = new.company where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    update referrals set relation_name = new.company where intermediary_number = new.intermediary_number and relation_number = new.relation_number;
    return null;
  end $$;
create trigger relation_renamed after update of company on relations for each row
  when (old.company is distinct from new.company) execute function relation_renamed();

-- Notifies all processes of a changed session, with its hash, or an empty payload when several sessions may have changed. An
-- update of `seen_at` alone is not notified.
create function say_session_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('sessions', coalesce(to_jsonb(old) ->> 'id_hash', ''));
    return null;
  end $$;
create trigger says_session_changed
  after update of login_name, csrf_token, created_at, confirmed_at, tokens, provider_session or delete on sessions
  for each row execute function say_session_changed();
create trigger says_session_changed after update or delete on users
  for each row execute function say_session_changed();
create trigger says_session_changed after insert or update or delete on consents
  for each row execute function say_session_changed();
create trigger says_session_changed after update or delete on intermediaries
  for each row execute function say_session_changed();

-- Row-level security: a transaction reads and writes only rows of the office in its setting `portal.office`; all rows if that is
-- `all`, none if it is not set. A migration that creates a table protects it with one of the three functions; a test checks it.

create function portal_everywhere() returns boolean language sql stable parallel safe as
  $$ select coalesce(current_setting('portal.office', true) = 'all', false) $$;
create function portal_office() returns bigint language sql stable parallel safe as
  $$ select nullif(nullif(current_setting('portal.office', true), ''), 'all')::bigint $$;

-- The settings are read in a subselect, which runs once per statement and not once per row.
create function protect_by_office(guarded regclass) returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_office on %s using
      ((select portal_everywhere()) or intermediary_number = (select portal_office()))', guarded);
  end $$;
create function protect_by_parent(guarded regclass, parent regclass, own_key name, parent_key name)
  returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_office on %s using ((select portal_everywhere())
      or exists (select from %s parent where parent.%I = %s.%I))', guarded, parent, parent_key, guarded, own_key);
  end $$;
create function protect_from_offices(guarded regclass) returns void language plpgsql as $$
  begin
    execute format('alter table %s enable row level security, force row level security', guarded);
    execute format('create policy of_no_office on %s using ((select portal_everywhere()))', guarded);
  end $$;

select protect_by_office(guarded) from unnest(array[
  'intermediaries', 'users', 'audit', 'relations', 'quotations', 'policies', 'damages', 'open_invoices',
  'documents', 'requests', 'submissions', 'uploads', 'referrals', 'referral_events', 'referral_files',
  'handover_events', 'handover_subjects'
]::regclass[]) guarded;
select protect_by_parent('sessions', 'users', 'login_name', 'login_name');
select protect_by_parent('consents', 'users', 'login_name', 'login_name');
select protect_by_parent('last_viewed', 'users', 'login_name', 'login_name');
select protect_by_parent('quotation_answers', 'quotations', 'number', 'number');
select protect_by_parent('document_contents', 'documents', 'id', 'id');
select protect_by_parent('request_steps', 'requests', 'request_id', 'request_id');
select protect_by_parent('upload_contents', 'uploads', 'upload_id', 'upload_id');
select protect_from_offices('logout_tokens');
select protect_from_offices('outbox');
select protect_from_offices('handover_receivers');
select protect_from_offices('handover_deliveries');
-- A transaction of an office may queue mail, but not read it.
create policy of_transaction on outbox for insert with check (true);
