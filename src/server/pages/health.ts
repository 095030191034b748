// Liveness (/healthz): the process answers. Readiness (/readyz): it can serve calls, as the database answers in time and has this
// program's schema, the products load, and login works. Neither reveals internals.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { refuseSchema } from "../db/migrate.ts";
import type { Database } from "../db/tables/schema.ts";
import type { Products } from "../products/products.ts";
import type { Releases } from "../products/releases.ts";

/** Limit for checks over the network. Loading products has no limit, as it takes long on a busy machine. */
const LIMIT_MS = 5_000;

interface HealthParts {
  db: Kysely<Database>;
  products: Products;
  /** Absent in development. */
  releases: Pick<Releases, "failing"> | undefined;
  login(): Promise<unknown>;
  fullSince(): Date | null;
  closing(): boolean;
}

export function addHealth(app: FastifyInstance, parts: HealthParts): void {
  const isMigrated = once(() => refuseSchema(parts.db, { mayBeOlder: false }));
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    let readOnly = false;
    const [database, migrations, login] = await Promise.all([
      works(() => soon(isReadOnly(parts.db).then((answer) => (readOnly = answer)))),
      works(() => soon(isMigrated())),
      works(() => soon(parts.login())),
    ]);
    // After the other checks: loading blocks the event loop, which would let their time limits pass.
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
        // Reported without affecting readiness: everything can still be read.
        readOnly,
        fullSince: parts.fullSince(),
        // The current products stay until it works again.
        releasesFailSince: parts.releases?.failing() ?? null,
      });
  });
}

/** A standby, or a server that its provider or its settings made read-only. */
async function isReadOnly(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db);
  return rows[0]?.value === "on";
}

/** Loads all current releases, as one that cannot be loaded would fail every call about it. */
async function loadOffered(products: Products): Promise<void> {
  const offered = products.index().products;
  await Promise.all([products.portal(), ...offered.map(({ key }) => products.current(key))]);
}

/** Skips the check after its first success, as a database never loses a migration. */
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
