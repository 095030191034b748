// Compares the content with an earlier release or git revision and lists what changes.
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { compare } from "#content/compare/compare.ts";
import type { Row } from "#content/compare/differences.ts";
import { type Earlier, listEarlier, openContent } from "#content/compare/revision.ts";
import { addReleased } from "./released.ts";
import { addReplay } from "./replay.ts";

export type { Row };

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

type ChangesRoute = { Params: { product: string }; Querystring: { since: string } };

export function addChanges(app: FastifyInstance, { schemasDir, fixturesDir, env = process.env }: Folders): void {
  const now: Earlier = {
    schemas: schemasDir,
    fixtures: fixturesDir,
    published: env.PRODUCTS_DIR ?? join(env.DATA_DIR || ".data", "products"),
  };
  app.get("/studio/earlier", async () => listEarlier(now) satisfies EarlierName[]);
  app.get<ChangesRoute>(
    "/studio/products/:product/changes",
    { schema: { querystring: SINCE } },
    async ({ params: { product }, query: { since } }) => compareSince(product, since, now),
  );
  addReleased(app, now);
  addReplay(app, now);
}

const SINCE = { type: "object", properties: { since: { type: "string", minLength: 1 } }, required: ["since"] };

async function compareSince(product: string, since: string, now: Earlier): Promise<Row[]> {
  const before = openContent(since, now, now);
  try {
    // Requests are a report of their own, which a button starts.
    const findRequests = async () => ({ requests: [], without: 0 });
    return (await compare({ before, after: now, product, findRequests })).rows;
  } finally {
    before.close();
  }
}
