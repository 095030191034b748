// How a server leaves that is at work: what is under way is answered, what comes from now on is refused in the shape of
// every refusal, and every answer says that its connection ends. Cuts nothing off; the limit on all of it is the caller's.
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { unavailable } from "./portalError.ts";

/** So many looks in a row must find nothing under way: calls that were sent before the door closed still arrive. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 25;
/** Node lets one connection in with each turn of its loop: who stands at the door comes in before it is shut. */
const EMPTY_TURNS = 10;
const LET_IN_MS = 500;

export function prepareDeparture(app: FastifyInstance) {
  const working = new Set<ServerResponse>();
  let begun = false;
  let shut = false;
  let arrived = 0;

  app.server.on("connection", () => {
    arrived += 1;
  });
  app.server.on("request", (_request, response: ServerResponse) => {
    working.add(response);
    response.once("close", () => working.delete(response));
  });
  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (!begun) return;
    reply.header("connection", "close");
    if (shut && !/^\/(healthz|readyz)$/.test(routeOptions.url ?? "")) throw unavailable();
  });

  async function letIn(): Promise<void> {
    const until = performance.now() + LET_IN_MS;
    for (let empty = 0; empty < EMPTY_TURNS && performance.now() < until; ) {
      const before = arrived;
      await nextTurn();
      empty = arrived > before ? 0 : empty + 1;
    }
  }
  async function quiet(): Promise<void> {
    for (let looks = 0; looks < LOOKS; looks = working.size > 0 ? 0 : looks + 1) await sleep(BETWEEN_LOOKS_MS);
  }
  return {
    begun: () => begun,
    async finish(): Promise<void> {
      begun = true;
      for (const response of working) if (!response.headersSent) response.setHeader("connection", "close");
      await letIn();
      shut = true;
      const closed = app.close();
      await quiet();
      // What is left asked nothing: a browser opens connections in advance.
      app.server.closeAllConnections();
      await closed;
    },
  };
}
