// Compares the content with an earlier release or git revision, in a worker thread so that the pages stay responsive: what changes, and
// what becomes of a portfolio, as `npm run replay` reports it. Also the files of a product as brokers have them.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Row } from "#content/compare/differences.ts";
import { type Earlier, listEarlier, openContent } from "#content/compare/revision.ts";
import { listReleases } from "#content/publish/releases.ts";
import { readerLanguage } from "#content/read/findings/translate.ts";
import type { ChangedFiles } from "../edit/patch.ts";
import type { Compared, CompareOrder } from "./compareThread.ts";

export type { Compared, Row };

export interface EarlierName {
  name: string;
  about: string;
}

export interface Folders {
  schemasDir: string;
  fixturesDir: string;
  /** Names the folder or database of the portal's releases, as for the commands. */
  env?: NodeJS.ProcessEnv | undefined;
}

interface Route {
  Params: { product: string };
  Querystring: { since: string };
}

const SINCE = { type: "object", properties: { since: { type: "string", minLength: 1 } }, required: ["since"] };

export function addChanges(app: FastifyInstance, { schemasDir, fixturesDir, env = process.env }: Folders): void {
  const now: Earlier = {
    schemas: schemasDir,
    fixtures: fixturesDir,
    published: env.PRODUCTS_DIR ?? join(env.DATA_DIR || ".data", "products"),
  };
  app.get("/studio/earlier", async () => listEarlier(now) satisfies EarlierName[]);
  for (const report of ["changes", "portfolio"])
    app.get<Route>(
      `/studio/products/:product/${report}`,
      { schema: { querystring: SINCE } },
      async ({ params: { product }, query: { since } }, reply) => {
        const { close, ...before } = openContent(since, now, now);
        try {
          const order = {
            product,
            before,
            after: now,
            portfolioOnly: report === "portfolio",
            language: readerLanguage(),
          };
          return await compare(order, reply);
        } finally {
          close();
        }
      },
    );
  app.get<Route>("/studio/products/:product/released", async ({ params: { product } }) => readReleased(product, now));
}

function compare(workerData: CompareOrder, reply: FastifyReply): Promise<Compared> {
  const worker = new Worker(new URL("./compareThread.ts", import.meta.url), { workerData });
  // The client is gone.
  reply.raw.once("close", () => void worker.terminate());
  return new Promise((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
    worker.once("exit", () => reject(new Error("The comparison ended without a result.")));
  });
}

/** In the release on offer, otherwise in the last commit. */
function readReleased(product: string, now: Earlier): ChangedFiles {
  const offered = listReleases(now.published).find(({ state, sources }) => state === "on offer" && sources !== null);
  const { schemas, fixtures, close } = openContent(offered?.name ?? "HEAD", now);
  try {
    const base = dirname(schemas);
    const files = [schemas, fixtures]
      .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
      .map((path) => path.slice(base.length + 1))
      .filter(
        (file) => file.endsWith(".json") && [`/products/${product}/`, "/shared/"].some((part) => file.includes(part)),
      );
    return Object.fromEntries(files.map((file) => [file, readFileSync(join(base, file), "utf8")]));
  } finally {
    close();
  }
}
