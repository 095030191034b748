// Graceful shutdown: calls in progress are finished, new ones are refused with 503, and every response closes its
// connection. Aborts only calls whose body does not arrive. The caller limits the total time.
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { unavailable } from "./errors/portalError.ts";

/** Idle for this many checks in a row: calls that were sent before the server stopped listening may still arrive. */
const IDLE_CHECKS = 4;
const BETWEEN_CHECKS_MS = 25;
/** Node accepts one connection per turn of its loop: those in the queue are accepted before the server stops listening. */
const EMPTY_TURNS = 10;
const ACCEPT_MS = 500;
/** Limit for bodies that are still arriving: an upload on a slow connection would delay the shutdown by half a minute. */
const ARRIVE_MS = 4_000;

/** `drainMs`: how long new calls are still accepted after the shutdown has begun, while load balancers notice that it is not ready. */
export function prepareShutdown(app: FastifyInstance, drainMs: number) {
  const working = new Set<ServerResponse>();
  let begun = false;
  let refusing = false;
  let arrived = 0;

  app.server.on("connection", () => {
    arrived += 1;
  });
  app.server.on("request", (_request, response: ServerResponse) => {
    working.add(response);
    response.once("close", () => working.delete(response));
  });
  app.addHook("onRequest", ({ routeOptions }, reply, done) => {
    if (begun) reply.header("connection", "close");
    if (refusing && !/^\/(healthz|readyz)$/.test(routeOptions.url ?? "")) throw unavailable();
    done();
  });

  async function acceptQueued(): Promise<void> {
    const until = performance.now() + ACCEPT_MS;
    for (let empty = 0; empty < EMPTY_TURNS && performance.now() < until; ) {
      const before = arrived;
      await nextTurn();
      empty = arrived > before ? 0 : empty + 1;
    }
  }
  async function untilIdle(): Promise<void> {
    for (let idle = 0; idle < IDLE_CHECKS; idle = working.size > 0 ? 0 : idle + 1) await sleep(BETWEEN_CHECKS_MS);
  }
  /** Closes connections whose body is still arriving. Nothing of these calls was acknowledged. */
  function cutOffUnfinished(): void {
    for (const { req } of working) if (!req.complete) req.socket.destroy();
  }
  return {
    begun: () => begun,
    async finish(): Promise<void> {
      begun = true;
      if (drainMs > 0) await sleep(drainMs, undefined, { ref: false });
      for (const response of working) if (!response.headersSent) response.setHeader("connection", "close");
      await acceptQueued();
      refusing = true;
      const closed = app.close();
      const late = setTimeout(cutOffUnfinished, ARRIVE_MS);
      await untilIdle();
      clearTimeout(late);
      // The remaining connections have no call: browsers open them in advance.
      app.server.closeAllConnections();
      await closed;
    },
  };
}
