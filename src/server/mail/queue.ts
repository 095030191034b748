// The rows of the outbox: mails, the results of their attempts, and mails that were given up. Their jobs schedule the attempts
// (jobs/jobs.ts).
import { type Selectable, sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";
import { runTransaction } from "../db/transaction.ts";
import { serveCall } from "../http/logging.ts";
import type { JobKind, Jobs } from "../jobs/jobs.ts";

export type MailRow = Selectable<Database["outbox"]>;
interface Failure {
  reason: string;
  /** The recipient or message was refused: it is not retried. */
  permanent: boolean;
}

export const MAIL = "mail";
/** About two days: twelve quick attempts, then one an hour. The job may run more often, as attempts of a crashed process count there. */
const MAX_ATTEMPTS = 60;
export const MAIL_TRIES: Omit<JobKind, "run"> = {
  retry: { first: 2, last: 3_600, times: 2 * MAX_ATTEMPTS },
  expire: 90,
  atOnce: 4,
  every: 2,
};

/** Counts an attempt and returns the mail, or undefined for one that was sent or given up meanwhile. */
export const takeMail = (db: Db, id: string): Promise<MailRow | undefined> =>
  db
    .updateTable("outbox")
    .set({ attempts: sql<number>`attempts + 1` })
    .where("mail_id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();

export async function markSent(db: Db, { mail_id }: MailRow): Promise<void> {
  const sent = { state: "sent" as const, sent_at: sql<Date>`now()`, last_error: null };
  await db.updateTable("outbox").set(sent).where("mail_id", "=", mail_id).execute();
}

/** Returns the new state. */
export async function markFailed(db: Db, mail: MailRow, { reason, permanent }: Failure): Promise<MailRow["state"]> {
  const state = permanent || mail.attempts >= MAX_ATTEMPTS ? "given_up" : "waiting";
  const failed = { state, last_error: reason.slice(0, 300) } as const;
  await db.updateTable("outbox").set(failed).where("mail_id", "=", mail.mail_id).execute();
  return state;
}

export const listGivenUp = (db: Db): Promise<MailRow[]> =>
  db.selectFrom("outbox").selectAll().where("state", "=", "given_up").orderBy("created_at").execute();

/** Requeues one mail that was given up, or all of them. Returns how many. */
export async function sendAgain(db: Db, jobs: Jobs, which: string): Promise<number> {
  return runTransaction(db, async (all) => {
    let query = all.updateTable("outbox").set({ state: "waiting", attempts: 0 }).where("state", "=", "given_up");
    if (which !== "all") query = query.where(sql<string>`mail_id::text`, "=", which);
    const again = await query.returning(["mail_id", "call_id"]).execute();
    for (const mail of again) await putJob(all, jobs, mail);
    return again.length;
  });
}

/** Requeues waiting mails without a job: from an older version, or whose job used up its attempts with crashed processes. */
export async function putWaiting(db: Db, jobs: Jobs): Promise<void> {
  const waiting = await db.selectFrom("outbox").select(["mail_id", "call_id"]).where("state", "=", "waiting").execute();
  for (const mail of waiting) await putJob(db, jobs, mail);
}

/** Queues the job of a mail. Log lines about the mail get the id of the request that it reports on. */
export const putJob = (db: Db, jobs: Jobs, { mail_id, call_id }: Pick<MailRow, "mail_id" | "call_id">): Promise<void> =>
  serveCall(call_id, () => jobs.put(db, MAIL, mail_id));
