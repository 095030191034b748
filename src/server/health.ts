// Liveness: the process answers. Readiness: calls can be taken, since the database answers soon and has the shape of this
// program, products load and somebody can log in. Neither reveals internals.

import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { refuseSchema } from "./db/migrate.ts";
import type { Database } from "./db/schema.ts";
import type { Products } from "./products/products.ts";
import type { SharedReleases } from "./products/sharedReleases.ts";

/** For what is asked over a network. Products are loaded, which a busy machine may take its time for. */
const LIMIT_MS = 5_000;

interface HealthParts {
  db: Kysely<Database>;
  products: Products;
  /** Absent: this process is alone. */
  shared: Pick<SharedReleases, "failing"> | undefined;
  login(): Promise<unknown>;
  fullSince(): Date | null;
  closing(): boolean;
}

export function addHealth(app: FastifyInstance, parts: HealthParts): void {
  const isMigrated = once(() => refuseSchema(parts.db, { mayBeOlder: false }));
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const [database, migrations, login] = await Promise.all([
      works(() => soon(sql`select 1`.execute(parts.db))),
      works(() => soon(isMigrated())),
      works(() => soon(parts.login())),
    ]);
    // Afterwards: a process that compiles hears no answer.
    const products = await works(() => loadOffered(parts.products));
    const checks = { database, migrations, products, login };
    const ready = !parts.closing() && Object.values(checks).every(Boolean);
    if (!ready) {
      request.log.warn(checks, "not ready");
      reply.header("retry-after", "1");
    }
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: ready ? "ready" : "not ready",
        ...checks,
        // Reported only, too: with a full disk everything can still be read.
        fullSince: parts.fullSince(),
        ...tellShared(parts.shared),
      });
  });
}

/** Loads every release on offer once: one that fails to load would fail every call about it. */
async function loadOffered(products: Products): Promise<void> {
  const offered = products.index().products;
  await Promise.all([products.portal(), ...offered.map(({ key }) => products.current(key))]);
}

/** Reported, but no reason to be not ready: the products on offer stay until the other servers are heard again. */
const tellShared = (shared: HealthParts["shared"]) => shared && { releasesFailSince: shared.failing() };

/** A database never loses a migration: what was right stays right. */
function once(check: () => Promise<unknown>): () => Promise<unknown> {
  let right = false;
  return async () => {
    if (!right) await check();
    right = true;
  };
}

async function works(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}

async function soon(answer: Promise<unknown>): Promise<void> {
  const late = sleep(LIMIT_MS, "late", { ref: false });
  if ((await Promise.race([answer, late])) === "late") throw new Error("no answer in time");
}
