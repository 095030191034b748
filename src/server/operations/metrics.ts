// What is counted and timed, in the words of Prometheus. Labels are routes and kinds, never an address, a name or an answer.
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Counts } from "../counts.ts";
import type { PoolCounts } from "../db/open.ts";
import type { Database } from "../db/schema.ts";

export interface Metrics extends Counts {
  /** Everything as text; asks the database for what waits in it. */
  read(): Promise<string>;
}

interface MetricsParts {
  db: Kysely<Database>;
  /** The embedded database has no pool. */
  pool?: (() => PoolCounts) | undefined;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10];

export function createMetrics(app: FastifyInstance, { db, pool }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countCalls(app, registry);
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const outcomes = counter("portal_outcomes_total", "Requests that were sent, by what became of them", [
    "action",
    "accepted",
  ]);
  const mails = counter("portal_mail_total", "Tries to send a mail, by result", ["result"]);
  const jobs = counter("portal_jobs_total", "Runs of a job, by result", ["job", "result"]);
  const services = new Gauge({
    name: "portal_service_up",
    help: "1: the service of somebody else answers; 0: it failed again and again and is not asked for a while",
    labelNames: ["service"],
    registers,
  });
  const backlog = new Gauge({
    name: "portal_mail_backlog",
    help: "Mail that is not sent, by state",
    labelNames: ["state"],
    registers,
  });
  const age = new Gauge({ name: "portal_mail_oldest_seconds", help: "Age of the oldest mail that waits", registers });
  const up = new Gauge({ name: "portal_database_up", help: "1: the database answered this reading", registers });
  if (pool) watchPool(registry, pool);

  async function readBacklog(): Promise<void> {
    const { rows } = await sql<{ state: string; mails: number; age: number | null }>`
      select state, count(*)::int as mails, extract(epoch from now() - min(created_at))::float8 as age
      from outbox where state in ('waiting', 'given_up') group by state`.execute(db);
    const find = (state: string) => rows.find((row) => row.state === state);
    for (const state of ["waiting", "given_up"]) backlog.set({ state }, find(state)?.mails ?? 0);
    age.set(find("waiting")?.age ?? 0);
  }
  return {
    outcome: (action, accepted) => outcomes.inc({ action, accepted }),
    mail: (result) => mails.inc({ result }),
    service: (service, answers) => services.set({ service }, answers ? 1 : 0),
    job: (job, result) => jobs.inc({ job, result }),
    async read() {
      const answered = await readBacklog().then(
        () => true,
        () => false,
      );
      up.set(answered ? 1 : 0);
      return registry.metrics();
    },
  };
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
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    // What no route knows could be any text.
    const labels = { method, route: routeOptions.url ?? "none" };
    calls.inc({ ...labels, status: reply.statusCode });
    seconds.observe(labels, reply.elapsedTime / 1_000);
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
