// The rows of the outbox: the next mail, its result, and mail that was given up. Sends nothing.
import { type Selectable, sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { OutboxTable } from "../db/schema.ts";

export type MailRow = Selectable<OutboxTable>;
export interface Failure {
  reason: string;
  /** The receiver refuses it for good: it is not tried again. */
  permanent: boolean;
}

/** About two days: twelve quick tries, then one an hour. */
const MAX_ATTEMPTS = 60;
const LONGEST_WAIT_S = 3_600;

/** Leases a mail for two minutes, so that no other process sends it; after a crash the lease ends by itself. */
export async function takeNext(db: Db): Promise<MailRow | undefined> {
  const due = db
    .selectFrom("outbox")
    .select("mail_id")
    .where("state", "=", "waiting")
    .where("next_attempt_at", "<=", sql<Date>`now()`)
    .orderBy("next_attempt_at")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable("outbox")
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: sql<Date>`now() + interval '2 minutes'` })
    .where("mail_id", "in", due)
    .returningAll()
    .executeTakeFirst();
}

export async function markSent(db: Db, { mail_id }: MailRow): Promise<void> {
  const sent = { state: "sent" as const, sent_at: sql<Date>`now()`, last_error: null };
  await db.updateTable("outbox").set(sent).where("mail_id", "=", mail_id).execute();
}

/** Returns the new state. */
export async function markFailed(db: Db, mail: MailRow, { reason, permanent }: Failure): Promise<MailRow["state"]> {
  const state = permanent || mail.attempts >= MAX_ATTEMPTS ? "given_up" : "waiting";
  const wait = Math.min(2 ** mail.attempts, LONGEST_WAIT_S);
  const next_attempt_at = sql<Date>`now() + make_interval(secs => ${wait})`;
  await db
    .updateTable("outbox")
    .set({ state, last_error: reason.slice(0, 300), next_attempt_at })
    .where("mail_id", "=", mail.mail_id)
    .execute();
  return state;
}

export const listGivenUp = (db: Db): Promise<MailRow[]> =>
  db.selectFrom("outbox").selectAll().where("state", "=", "given_up").orderBy("created_at").execute();

/** Queues one mail that was given up, or all of them, again; returns how many. */
export async function sendAgain(db: Db, which: string): Promise<number> {
  let query = db
    .updateTable("outbox")
    .set({ state: "waiting", attempts: 0, next_attempt_at: sql<Date>`now()` })
    .where("state", "=", "given_up");
  if (which !== "all") query = query.where(sql<string>`mail_id::text`, "=", which);
  return (await query.returning("mail_id").execute()).length;
}
