// Forgets what nobody comes back for, since a portal should not keep people's answers for ever: requests that were never
// sent, with their steps and files, sessions that are over and mail that was sent. What was sent is never touched. A run
// is bounded, so that a large backlog slows no broker; the rest waits for the next.
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Counts } from "../counts.ts";
import type { Db } from "./open.ts";

const DAY_MS = 86_400_000;
/** Days without a save after which a request that was never sent is forgotten; sent mail: days after it left. */
const KEPT_DAYS = { temporary: 30, draft: 90, mail: 30 };

export interface PurgeOptions {
  clock: Clock;
  /** Sessions end after this many hours whatever happens. */
  sessionHours: number;
  counts?: Pick<Counts, "job">;
  /** Contents outside the database whose file is gone; answers how many. */
  sweepFiles?: (db: Db, now: Date) => Promise<number>;
  /** Rows of one statement, and statements of one kind in one run. */
  batch?: number;
  batches?: number;
}

export interface Purged {
  requests: number;
  sessions: number;
  mail: number;
  contents: number;
}

export interface Purge {
  run(): Promise<Purged>;
  /** Soon, and then once a day. */
  start(): void;
  stop(): Promise<void>;
}

export function createPurge(db: Db, options: PurgeOptions): Purge {
  const { clock, sessionHours, counts, sweepFiles, batch = 200, batches = 50 } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();

  const before = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);

  async function repeat(remove: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let turn = 0; turn < batches; turn += 1) {
      const gone = await remove();
      total += gone;
      if (gone < batch) break;
    }
    return total;
  }

  /** Steps and files go with their request. A request that is being worked in at this moment is left alone. */
  async function requests(): Promise<number> {
    const { rows } = await sql`
      delete from requests where request_id in (
        select request_id from requests
        where status <> 'submitted'
          and not exists (select 1 from submissions s where s.request_id = requests.request_id)
          and coalesce(saved_at, created_at)
            < case when temporary then ${before(KEPT_DAYS.temporary * DAY_MS)}::timestamptz
                   else ${before(KEPT_DAYS.draft * DAY_MS)}::timestamptz end
        limit ${batch} for update skip locked)
      returning request_id`.execute(db);
    return rows.length;
  }

  async function sessions(): Promise<number> {
    const over = db.selectFrom("sessions").select("id_hash");
    const old = over.where("created_at", "<", before(sessionHours * 3_600_000)).limit(batch);
    return (await db.deleteFrom("sessions").where("id_hash", "in", old).returning("id_hash").execute()).length;
  }

  async function mail(): Promise<number> {
    const sent = db.selectFrom("outbox").select("mail_id").where("sent_at", "is not", null);
    const old = sent.where("sent_at", "<", before(KEPT_DAYS.mail * DAY_MS)).limit(batch);
    return (await db.deleteFrom("outbox").where("mail_id", "in", old).returning("mail_id").execute()).length;
  }

  async function run(): Promise<Purged> {
    const gone = { requests: await repeat(requests), sessions: await repeat(sessions), mail: await repeat(mail) };
    return { ...gone, contents: (await sweepFiles?.(db, clock.now())) ?? 0 };
  }

  const turn = () => {
    running = run().then(
      () => counts?.job("purge", "done"),
      () => counts?.job("purge", "failed"),
    );
    timer = setTimeout(turn, DAY_MS).unref();
  };
  return {
    run,
    start() {
      timer = setTimeout(turn, 60_000).unref();
    },
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
