// Evaluates a portfolio with the old and the new product, as `npm run replay` does, in a worker thread, so that the editor stays
// responsive.
import { Worker } from "node:worker_threads";
import type { FastifyInstance } from "fastify";
import { type Earlier, openContent } from "#content/compare/revision.ts";
import type { ReplayOrder, ReplaySummary } from "./replayThread.ts";

export interface ReplayAnswer extends ReplaySummary {
  seconds: number;
}

type ReplayRoute = { Params: { product: string }; Querystring: { since: string } };

const QUERY = {
  type: "object",
  properties: { since: { type: "string", minLength: 1 } },
  required: ["since"],
};

/** Called by `addChanges`, whose error handler answers 404 for an unknown release or commit. */
export function addReplay(app: FastifyInstance, now: Earlier): void {
  app.get<ReplayRoute>(
    "/studio/products/:product/replay",
    { schema: { querystring: QUERY } },
    async ({ params: { product }, query: { since } }, reply) => {
      const started = performance.now();
      const before = openContent(since, now, now);
      try {
        const { schemas, fixtures } = before;
        const workerData: ReplayOrder = { product, before: { schemas, fixtures }, after: now };
        const worker = new Worker(new URL("./replayThread.ts", import.meta.url), { workerData });
        // The client is gone.
        reply.raw.once("close", () => void worker.terminate());
        const replayed = await awaitAnswer(worker);
        return { ...replayed, seconds: (performance.now() - started) / 1000 } satisfies ReplayAnswer;
      } finally {
        before.close();
      }
    },
  );
}

function awaitAnswer(worker: Worker): Promise<ReplaySummary> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The replay ended without a result.")));
  });
}
