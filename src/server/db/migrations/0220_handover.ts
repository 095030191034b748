// Events for external systems, written in the transaction that they report, and their deliveries. A job creates the deliveries of
// an event afterwards, as a transaction of an office may not read the receivers.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table handover_events (
    position bigint generated always as identity primary key,
    event_id uuid not null unique,
    intermediary_number bigint not null,
    relation_number bigint not null,
    subject text not null,
    sequence integer not null,
    at timestamptz not null,
    body json not null,
    spread boolean not null default false,
    unique (subject, sequence)
  )`.execute(db);
  await sql`create index handover_events_to_spread on handover_events (position) where not spread`.execute(db);
  await sql`create index handover_events_by_time on handover_events (at)`.execute(db);
  await sql`create index handover_events_by_relation on handover_events (relation_number)`.execute(db);
  await sql`create table handover_receivers (
    receiver text primary key,
    intermediary_number bigint not null,
    url text not null,
    secrets text not null,
    added_at timestamptz not null default now()
  )`.execute(db);
  await sql`create table handover_deliveries (
    receiver text not null,
    position bigint not null references handover_events on delete cascade,
    subject text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
    attempts integer not null default 0,
    next_attempt_at timestamptz not null default now(),
    last_error text,
    primary key (receiver, position)
  )`.execute(db);
  await sql`create index handover_deliveries_due on handover_deliveries (next_attempt_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index handover_deliveries_in_order on handover_deliveries (receiver, subject, position)
    where state = 'waiting'`.execute(db);
  await sql`create index handover_deliveries_by_event on handover_deliveries (position)`.execute(db);
  await sql`select protect_by_office('handover_events')`.execute(db);
  for (const table of ["handover_receivers", "handover_deliveries"])
    await sql`select protect_from_offices(${table})`.execute(db);
}
