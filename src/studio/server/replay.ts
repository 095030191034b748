// Evaluates a portfolio with the old and the new product, as `npm run replay` does, in a worker thread, so that the editor stays
// responsive. The latest reports are kept in memory.
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { type Earlier, openContent } from "#content/compare/revision.ts";
import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Replayed, Replaying } from "./replayThread.ts";

export interface ReplayAnswer {
  /** Id of the report at `/studio/replays/<id>/<language>`. */
  id: string;
  requests: number;
  seconds: number;
}

type Asked = { Params: { product: string }; Querystring: { since: string; generate?: number } };

const QUERY = {
  type: "object",
  properties: { since: { type: "string", minLength: 1 }, generate: { type: "integer", minimum: 1, maximum: 10_000 } },
  required: ["since"],
};
const KEPT = 8;

/** Called by `addChanges`, whose error handler answers 404 for an unknown release or commit. */
export function addReplay(app: FastifyInstance, now: Earlier): void {
  const pagesByName = new Map<string, Replayed["pages"]>();
  app.get<Asked>(
    "/studio/products/:product/replay",
    { schema: { querystring: QUERY } },
    async ({ params: { product }, query: { since, generate = 0 } }, reply) => {
      const started = performance.now();
      const before = openContent(since, now, now);
      try {
        const { name, schemas, fixtures } = before;
        const workerData: Replaying = {
          product,
          generate,
          before: { name, schemas, fixtures },
          now: { name: "", ...now },
        };
        const worker = new Worker(new URL("./replayThread.ts", import.meta.url), { workerData });
        // The client is gone.
        reply.raw.once("close", () => void worker.terminate());
        const { pages, requests } = await awaitAnswer(worker);
        const id = randomUUID();
        pagesByName.set(id, pages);
        for (const old of [...pagesByName.keys()].slice(0, -KEPT)) pagesByName.delete(old);
        return { id, requests, seconds: (performance.now() - started) / 1000 } satisfies ReplayAnswer;
      } finally {
        before.close();
      }
    },
  );
  app.get<{ Params: { id: string; language: Language } }>(
    "/studio/replays/:id/:language",
    { schema: { params: { type: "object", properties: { language: { enum: LANGUAGES } } } } },
    async ({ params: { id, language } }, reply) => {
      const page = pagesByName.get(id)?.[language];
      if (page === undefined)
        return reply.code(404).send({ code: "not_found", message: "This report is gone: run the replay again." });
      return reply
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
        .header("x-frame-options", "SAMEORIGIN")
        .type("text/html; charset=utf-8")
        .send(page);
    },
  );
}

function awaitAnswer(worker: Worker): Promise<Replayed> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The replay ended without a result.")));
  });
}
