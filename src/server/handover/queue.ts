// The rows of the hand-over: events are spread over their receivers, the next delivery, its result, what was given up, and what is
// to be sent once more. Sends nothing.
import { sql } from "kysely";
import type { HandoverEvent } from "#api/wireTypes.ts";
import type { Db } from "../db/open.ts";
import type { Receiver } from "./post.ts";

export interface Delivery {
  receiver: string;
  position: number;
  attempts: number;
  body: HandoverEvent;
  call_id: string | null;
}

/** Of every office; its address stands in the settings. */
export const INSURER = "insurer";

const S = { minute: 60, hour: 3_600 };
/** Seconds until the next try, after the first, the second, … failure; then it is given up: after three days and a half. */
const PAUSES = [5, 5 * S.minute, 30 * S.minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * S.hour)];
const LEASE = "2 minutes";

export async function readReceivers(db: Db, insurer: Receiver | undefined): Promise<Map<string, Receiver>> {
  const rows = await db.selectFrom("handover_receivers").selectAll().execute();
  const own = rows.map(({ receiver: name, intermediary_number: office, url, secrets }) => ({
    name,
    office,
    url,
    secrets,
  }));
  return new Map([...(insurer ? [insurer] : []), ...own].map((one) => [one.name, one]));
}

const listReceivers = (receivers: Map<string, Receiver>) =>
  sql`(values ${sql.join([...receivers.values()].map(({ name, office }) => sql`(${name}::text, ${office ?? null}::bigint)`))})
    as r (receiver, office)`;

/**
 * Gives every new event a delivery for each of its receivers. Of two processes the second waits, so that an event never has its
 * deliveries before an earlier one of its subject. What nobody receives is kept for a replay.
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

/** Leases a delivery, so that no other process makes it; after a crash the lease ends by itself. One of a subject at a time. */
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

const one = (db: Db, { receiver, position }: Delivery) =>
  db.updateTable("handover_deliveries").where("receiver", "=", receiver).where("position", "=", position);

export async function markSent(db: Db, delivery: Delivery): Promise<void> {
  await one(db, delivery).set({ state: "sent", last_error: null }).execute();
}

/** Answers the new state. */
export async function markFailed(
  db: Db,
  delivery: Delivery,
  { reason, permanent }: { reason: string; permanent: boolean },
): Promise<"waiting" | "given_up"> {
  const pause = permanent ? undefined : PAUSES[delivery.attempts - 1];
  const state = pause === undefined ? "given_up" : "waiting";
  const next_attempt_at = sql<Date>`now() + make_interval(secs => ${pause ?? 0})`;
  await one(db, delivery)
    .set({ state, last_error: reason.slice(0, 300), next_attempt_at })
    .execute();
  return state;
}

export const listGivenUp = (db: Db) =>
  db
    .selectFrom("handover_deliveries as d")
    .innerJoin("handover_events as e", "e.position", "d.position")
    .select(["e.event_id", "e.at", "e.subject", "d.receiver", "d.attempts", "d.last_error"])
    .where("d.state", "=", "given_up")
    .orderBy("d.position")
    .execute();

const AGAIN = { state: "waiting" as const, attempts: 0, last_error: null, next_attempt_at: sql<Date>`now()` };

/** Queues an event that was given up, or all of them, again; answers how many deliveries. */
export async function sendAgain(db: Db, which: string): Promise<number> {
  let query = db.updateTable("handover_deliveries").set(AGAIN).where("state", "=", "given_up");
  if (which !== "all")
    query = query.where("position", "in", (from) =>
      from.selectFrom("handover_events").select("position").where(sql<string>`event_id::text`, "=", which),
    );
  return (await query.returning("position").execute()).length;
}

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select from handover_events where event_id::text = ${id}`.execute(db)).rows.length > 0;

/** From an event on, or from a moment on: everything once more, under the same ids. Answers how many deliveries. */
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
