// Compares the content with an earlier release or git revision: lists the changes, and publishes the old product into the
// studio's own data folder, so that a page can draw it.
import { cpSync, existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { FastifyInstance } from "fastify";
import { compare } from "#content/compare/compare.ts";
import type { Row } from "#content/compare/differences.ts";
import { type Earlier, listEarlier, openContent, UnknownContent } from "#content/compare/revision.ts";
import { tryPublish } from "#content/publish/publish.ts";
import type { PublishedIndex } from "#content/publish/published.ts";
import { Memory } from "#content/read/files/memory.ts";
import type { Language } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { createClock } from "#server/config/clock.ts";
import { createProducts } from "#server/products/products.ts";
import { buildSources } from "../calls.ts";
import { addReleased } from "./released.ts";
import { addReplay } from "./replay.ts";

export interface EarlierName {
  name: string;
  about: string;
}

export interface ChangesAnswer {
  rows: Row[];
  /** The product before the changes, or null when it cannot be drawn. */
  earlier: { index: PublishedIndex; sources: Record<Language, ListSources> } | null;
}

interface Folders {
  dataDir: string;
  productsDir: string;
  schemasDir: string;
  fixturesDir: string;
  today?: string | undefined;
  tell(line: string): void;
}

type ChangesRoute = { Params: { product: string }; Querystring: { since: string } };

export function addChanges(app: FastifyInstance, folders: Folders): void {
  const now: Earlier = {
    schemas: folders.schemasDir,
    fixtures: folders.fixturesDir,
    published: process.env.PRODUCTS_DIR ?? join(process.env.DATA_DIR || ".data", "products"),
  };
  app.get("/studio/earlier", async () => listEarlier(now) satisfies EarlierName[]);
  app.get<ChangesRoute>(
    "/studio/products/:product/changes",
    { schema: { querystring: SINCE } },
    async ({ params: { product }, query: { since } }) => compareSince(product, since, now, folders),
  );
  addReleased(app, now);
  addReplay(app, now);
  app.setErrorHandler((reason, _request, reply) => {
    if (!(reason instanceof UnknownContent)) throw reason;
    return reply.code(404).send({ code: "not_found", message: reason.message });
  });
}

const SINCE = { type: "object", properties: { since: { type: "string", minLength: 1 } }, required: ["since"] };

async function compareSince(product: string, since: string, now: Earlier, folders: Folders): Promise<ChangesAnswer> {
  const before = openContent(since, now, now);
  try {
    // Requests are a report of their own, which a button starts.
    const findRequests = async () => ({ requests: [], without: 0 });
    const { rows } = await compare({ before, after: now, product, findRequests });
    return { rows, earlier: await publishEarlier(product, before.schemas, folders) };
  } finally {
    before.close();
  }
}

const memory = new Memory();

async function publishEarlier(
  product: string,
  schemas: string,
  { dataDir, productsDir, schemasDir, today, tell }: Folders,
): Promise<ChangesAnswer["earlier"]> {
  // A release stores no documents and photos: the current ones replace them, of the products that were there.
  const isNew = (path: string) =>
    dirname(path) === join(schemasDir, "products") && !existsSync(join(schemas, relative(schemasDir, path)));
  cpSync(schemasDir, schemas, {
    recursive: true,
    force: false,
    filter: (path) => /\.(pdf|png|jpg|webp)$/.test(path) || (!/\.\w+$/.test(path) && !isNew(path)),
  });
  const directory = join(dataDir, "earlier");
  if (!(await tryPublish(schemas, directory, { memory, tell }))) return null;
  const isFile = (path: string) => !path.endsWith("index.json");
  cpSync(join(directory, "public"), join(productsDir, "public"), { recursive: true, force: false, filter: isFile });
  const products = createProducts(directory, { releases: false });
  const loaded = await products.current(product);
  if (!loaded) return null;
  const clock = createClock(today).today();
  return { index: products.index(), sources: inEachLanguage((language) => buildSources(loaded, language, clock)) };
}
