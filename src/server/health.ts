// Liveness: the process answers. Readiness: database and products work. Neither reveals internals.

import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import type { Database } from "./db/schema.ts";
import type { Products } from "./products/products.ts";

export function addHealth(
  app: FastifyInstance,
  parts: { db: Kysely<Database>; products: Products; closing(): boolean },
): void {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    const checks = {
      database: await works(() => sql`select 1`.execute(parts.db)),
      products: await works(() => loadOffered(parts.products)),
    };
    const ready = !parts.closing() && Object.values(checks).every(Boolean);
    if (!ready) {
      request.log.warn(checks, "not ready");
      reply.header("retry-after", "1");
    }
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ status: ready ? "ready" : "not ready", ...checks });
  });
}

/** Loads every release on offer once: one that fails to load would fail every call about it. */
const loadOffered = (products: Products) =>
  Promise.all([products.portal(), ...products.index().products.map(({ key }) => products.current(key))]);

async function works(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
