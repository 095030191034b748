// Offices, accounts, sessions, consents and the audit trail.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create table intermediaries (
    intermediary_number bigint primary key,
    intermediary_name text not null
  )`.execute(db);
  await sql`create table users (
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
    subject text unique
  )`.execute(db);
  await sql`create index users_by_office on users (intermediary_number, login_name)`.execute(db);
  await sql`create table sessions (
    id_hash text primary key,
    login_name text not null references users on delete cascade,
    csrf_token text not null,
    created_at timestamptz not null default now(),
    seen_at timestamptz not null,
    id_token text
  )`.execute(db);
  await sql`create index sessions_by_user on sessions (login_name)`.execute(db);
  await sql`create table consents (
    consent_id bigint generated always as identity primary key,
    login_name text not null references users on delete cascade,
    subject text not null check (subject in ('personal_data', 'cookies')),
    document text not null,
    document_hash text not null,
    agreed_at timestamptz not null default now(),
    unique (login_name, subject, document_hash)
  )`.execute(db);
  await sql`create table audit (
    audit_id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    login_name text,
    intermediary_number bigint,
    action text not null,
    object text,
    detail jsonb
  )`.execute(db);
}
