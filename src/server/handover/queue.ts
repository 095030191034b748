// The queue of the hand-over in the database: creates deliveries for events, leases the next one, records results, and replays
// events. Sends nothing itself.
import { sql } from "kysely";
import type { HandoverEvent } from "#api/wire/wireTypes.ts";
import type { Db } from "../db/open.ts";
import type { Receiver } from "./post.ts";

export interface Delivery {
  receiver: string;
  position: number;
  attempts: number;
  body: HandoverEvent;
  call_id: string | null;
}

const S = { minute: 60, hour: 3_600 };
/** Seconds until the next attempt after each failure. After the tenth attempt, 76 hours later, it is given up. */
const PAUSES = [5, 5 * S.minute, 30 * S.minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * S.hour)];
const LEASE = "2 minutes";

export async function readReceivers(db: Db, insurer: Receiver | undefined): Promise<Map<string, Receiver>> {
  const rows = await db.selectFrom("handover_receivers").selectAll().execute();
  const officeReceivers = rows.map(({ receiver: name, intermediary_number: office, url, secrets }) => ({
    name,
    office,
    url,
    secrets,
  }));
  return new Map([...(insurer ? [insurer] : []), ...officeReceivers].map((receiver) => [receiver.name, receiver]));
}

const listReceivers = (receivers: Map<string, Receiver>) =>
  sql`(values ${sql.join([...receivers.values()].map(({ name, office }) => sql`(${name}::text, ${office ?? null}::bigint)`))})
    as r (receiver, office)`;

/**
 * Creates the deliveries of every new event, one per receiver. A second process waits on the row locks, so that an event never has
 * its deliveries before an earlier event of its subject. An event without receivers is kept for a replay.
 */
export async function spread(db: Db, receivers: Map<string, Receiver>): Promise<void> {
  if (receivers.size === 0) {
    await db.updateTable("handover_events").set({ spread: true }).where("spread", "=", false).execute();
    return;
  }
  await sql`with fresh as
      (update handover_events set spread = true where not spread returning position, subject, intermediary_number)
    insert into handover_deliveries (receiver, position, subject)
    select r.receiver, f.position, f.subject from fresh f
      join ${listReceivers(receivers)} on r.office is null or r.office = f.intermediary_number`.execute(db);
}

/**
 * Leases the next delivery to this process. After a crash the lease expires. Per receiver and subject one delivery at a
 * time, in order.
 */
export async function takeNext(db: Db, receivers: string[]): Promise<Delivery | undefined> {
  if (receivers.length === 0) return undefined;
  const { rows } = await sql<Delivery>`with taken as (
      update handover_deliveries set attempts = attempts + 1, next_attempt_at = now() + ${LEASE}::interval
      where (receiver, position) in (
        select d.receiver, d.position from handover_deliveries d
        where d.state = 'waiting' and d.next_attempt_at <= now() and d.receiver in (${sql.join(receivers)})
          and not exists (select from handover_deliveries e where e.receiver = d.receiver and e.subject = d.subject
            and e.state = 'waiting' and e.position < d.position)
        order by d.next_attempt_at, d.position limit 1 for update skip locked)
      returning receiver, position, attempts)
    select t.receiver, t.position, t.attempts, e.body, e.call_id from taken t join handover_events e on e.position = t.position`.execute(
    db,
  );
  return rows[0];
}

const updateDelivery = (db: Db, { receiver, position }: Delivery) =>
  db.updateTable("handover_deliveries").where("receiver", "=", receiver).where("position", "=", position);

export async function markSent(db: Db, delivery: Delivery): Promise<void> {
  await updateDelivery(db, delivery).set({ state: "sent", last_error: null }).execute();
}

/** Returns the new state. */
export async function markFailed(
  db: Db,
  delivery: Delivery,
  { reason, permanent }: { reason: string; permanent: boolean },
): Promise<"waiting" | "given_up"> {
  const pause = permanent ? undefined : PAUSES[delivery.attempts - 1];
  const state = pause === undefined ? "given_up" : "waiting";
  const next_attempt_at = sql<Date>`now() + make_interval(secs => ${pause ?? 0})`;
  await updateDelivery(db, delivery)
    .set({ state, last_error: reason.slice(0, 300), next_attempt_at })
    .execute();
  return state;
}

/** Requeues all events from an event or a moment on, under the same ids. Returns the number of deliveries. */
export async function replay(db: Db, from: string | Date, receivers: Map<string, Receiver>): Promise<number> {
  if (receivers.size === 0) return 0;
  await spread(db, receivers);
  const since =
    from instanceof Date
      ? sql`e.at >= ${from}`
      : sql`e.position >= (select position from handover_events where event_id::text = ${from})`;
  const { rows } = await sql`insert into handover_deliveries (receiver, position, subject)
    select r.receiver, e.position, e.subject from handover_events e
      join ${listReceivers(receivers)} on r.office is null or r.office = e.intermediary_number
    where ${since}
    on conflict (receiver, position) do update
      set state = 'waiting', attempts = 0, last_error = null, next_attempt_at = now()
    returning position`.execute(db);
  return rows.length;
}
