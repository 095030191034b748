// Metrics for Prometheus. Labels are routes and kinds, never an address, a name or an answer.
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { PoolCounts } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";
import type { Counts } from "../http/counts.ts";
import { type Queue, readBacklog } from "../jobs/backlog.ts";
import { listJobTroubles } from "../jobs/jobs.ts";

export interface Metrics extends Counts {
  /** All metrics as text. Queries the database for backlogs. */
  read(): Promise<string>;
}

interface MetricsParts {
  db: Kysely<Database>;
  /** Absent for the embedded database, which has no pool. */
  pool?: (() => PoolCounts) | undefined;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];

export function createMetrics(app: FastifyInstance, { db, pool }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // In milliseconds, included in each measured value. A smaller value would wake an idle process more often.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  countCalls(app, registry);
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const outcomes = counter("portal_outcomes_total", "Requests that were sent, by what became of them", [
    "action",
    "accepted",
  ]);
  const mails = counter("portal_mail_total", "Tries to send a mail, by result", ["result"]);
  const events = counter("portal_handover_total", "Tries to hand over an event, by result", ["result"]);
  const jobs = counter("portal_jobs_total", "Runs of a job, by result", ["job", "result"]);
  const lookups = counter(
    "portal_register_lookups_total",
    "Look-ups in the company register, made or refused by a limit",
    ["result"],
  );
  const services = new Gauge({
    name: "portal_service_up",
    help: "1: the service of somebody else answers; 0: it failed again and again and is not asked for a while",
    labelNames: ["service"],
    registers,
  });
  const up = new Gauge({ name: "portal_database_up", help: "1: the database answered this reading", registers });
  if (pool) watchPool(registry, pool);

  const readWaiting = watchWaiting(registers, db);
  return {
    outcome: (action, accepted) => outcomes.inc({ action, accepted }),
    mail: (result) => mails.inc({ result }),
    handover: (result) => events.inc({ result }),
    service: (service, answers) => services.set({ service }, answers ? 1 : 0),
    lookup: (result) => lookups.inc({ result }),
    job: (job, result) => jobs.inc({ job, result }),
    async read() {
      const answered = await readWaiting().then(
        () => true,
        () => false,
      );
      up.set(answered ? 1 : 0);
      return registry.metrics();
    },
  };
}

/** Registers gauges of backlogs in the database. Returns the function that updates them. */
function watchWaiting(registers: Registry[], db: Kysely<Database>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const queues = {
    mail: {
      backlog: gauge("portal_mail_backlog", "Mail that is not sent, by state", ["state"]),
      oldest: gauge("portal_mail_oldest_seconds", "Age of the oldest mail that waits"),
    },
    handover: {
      backlog: gauge("portal_handover_backlog", "Events that a receiver has not taken, by state", ["state"]),
      oldest: gauge("portal_handover_oldest_seconds", "Age of the oldest event that waits"),
    },
  };
  const late = gauge("portal_jobs_late_seconds", "How long the job of this kind that is due the longest waits", [
    "job",
  ]);
  const givenUp = gauge("portal_jobs_given_up", "Jobs of this kind that were given up within the last day", ["job"]);
  const left = gauge("portal_numbers_left", "How many numbers of this kind can still be given", ["kind"]);
  return async () => {
    const backlog = await readBacklog(db);
    for (const [name, { waiting, given_up, oldest }] of Object.entries(backlog)) {
      const gauges = queues[name as Queue];
      gauges.backlog.set({ state: "waiting" }, waiting);
      gauges.backlog.set({ state: "given_up" }, given_up);
      gauges.oldest.set(oldest);
    }
    const troubles = await listJobTroubles(db);
    late.reset();
    givenUp.reset();
    for (const { job, late: seconds, given_up } of troubles) {
      late.set({ job }, seconds);
      givenUp.set({ job }, given_up);
    }
    for (const { kind, numbers } of await listNumbersLeft(db)) left.set({ kind }, numbers);
  };
}

async function listNumbersLeft(db: Kysely<Database>): Promise<{ kind: string; numbers: number }[]> {
  const { rows } = await sql<{ kind: string; numbers: number }>`
    select split_part(sequencename, '_', 1) as kind, (max_value - coalesce(last_value, start_value - 1))::float8 as numbers
    from pg_sequences where schemaname = current_schema() and sequencename like '%\\_numbers'`.execute(db);
  return rows;
}

function countCalls(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const calls = new Counter({
    name: "http_requests_total",
    help: "Calls answered",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "Time until a call was answered",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    // Without a route the address could be any text, so it is not used as a label.
    const labels = { method, route: routeOptions.url ?? "none" };
    calls.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

function watchPool(registry: Registry, pool: () => PoolCounts): void {
  new Gauge({
    name: "portal_database_connections",
    help: "Connections to the database; waiting: calls that wait for one",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}
