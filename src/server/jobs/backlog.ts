// Counts what waits to be sent and what was given up, of mails and of handover events, for the metrics and for `doctor`.
import { type Kysely, sql } from "kysely";
import { nameCommand } from "../config/nameCommand.ts";
import type { Database } from "../db/tables/schema.ts";

interface Backlog {
  waiting: number;
  given_up: number;
  /** Age of the oldest waiting one, in seconds. */
  oldest: number;
  /** Why the last attempts failed, without the text of the answer, which may name a person. */
  reasons: string[];
}

const QUEUES = ["mail", "handover"] as const;
export type Queue = (typeof QUEUES)[number];

export async function readBacklog(db: Kysely<Database>): Promise<Record<Queue, Backlog>> {
  const { rows } = await sql<{ queue: Queue; state: string; waiting: number; age: number | null }>`
    select queue, state, count(*)::int as waiting, extract(epoch from now() - min(since))::float8 as age from (
      select 'mail' as queue, state, created_at as since from outbox where state in ('waiting', 'given_up')
      union all select 'handover', d.state, e.at from handover_deliveries d
        join handover_events e on e.position = d.position where d.state in ('waiting', 'given_up')
      union all select 'handover', 'waiting', at from handover_events where not spread) queued
    group by queue, state`.execute(db);
  const failed = await sql<{ reason: string }>`
    select distinct split_part(last_error, ':', 1) as reason from outbox
    where state = 'waiting' and last_error is not null limit 3`.execute(db);
  const find = (queue: Queue, state: string) => rows.find((row) => row.queue === queue && row.state === state);
  const entries = QUEUES.map((queue) => {
    const waits = find(queue, "waiting");
    const given_up = find(queue, "given_up")?.waiting ?? 0;
    return [
      queue,
      {
        waiting: waits?.waiting ?? 0,
        given_up,
        oldest: waits?.age ?? 0,
        reasons: queue === "mail" ? failed.rows.map(({ reason }) => reason) : [],
      },
    ];
  });
  return Object.fromEntries(entries) as Record<Queue, Backlog>;
}

/** The same limit as in the alarms of watching.md. */
const LATE_S = 600;

const WORDS: Record<Queue, { what: string; late: string }> = {
  mail: { what: "mails", late: "does the mail server take them, and does a portal run?" },
  handover: {
    what: "deliveries of events",
    late: "does the receiver take them, is HANDOVER_URL still set, and does a portal run?",
  },
};

/** Sentences about what an operator has to look at. */
export function describeBacklog(backlog: Record<Queue, Backlog>): string[] {
  return QUEUES.flatMap((queue) => {
    const { waiting, given_up, oldest, reasons } = backlog[queue];
    const { what, late } = WORDS[queue];
    return [
      ...(given_up > 0 ? [`Given up were ${given_up} ${what}: see "${nameCommand(`${queue} list`)}".`] : []),
      ...(reasons.length > 0 ? [`Mails wait because ${reasons.join("; ")}.`] : []),
      ...(oldest > LATE_S
        ? [`Of ${waiting} waiting ${what} the oldest waits for ${describeTime(oldest)}: ${late}`]
        : []),
    ];
  });
}

function describeTime(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  return hours > 0 ? `${hours} h` : `${Math.floor(seconds / 60)} min`;
}
