// Worker thread of a comparison: what changes in a product, or what becomes of a portfolio judged by both contents.
import { parentPort, workerData } from "node:worker_threads";
import { compare } from "#content/compare/compare.ts";
import type { Row } from "#content/compare/differences.ts";
import { sampleRequests } from "#content/compare/replay/replay.ts";
import type { ContentFolders, OpenContent } from "#content/compare/revision.ts";
import { portfolioNotes } from "#content/compare/table.ts";
import { inLanguage } from "#content/read/findings/translate.ts";
import type { Language } from "#engine/values/languages.ts";

export interface CompareOrder {
  product: string;
  before: Omit<OpenContent, "close">;
  after: ContentFolders;
  portfolioOnly: boolean;
  language: Language | undefined;
}

export interface Compared {
  rows: Row[];
  /** Of the portfolio. */
  requests: number;
  notes: string[];
}

const order = workerData as CompareOrder;
const requests = order.portfolioOnly ? sampleRequests(order.after.fixtures) : [];
await inLanguage(order.language, async () => {
  const { rows, portfolio } = await compare({ ...order, findRequests: async () => ({ requests, without: 0 }) });
  const notes = portfolio ? portfolioNotes(portfolio) : [];
  parentPort?.postMessage({ rows, requests: portfolio?.requests ?? 0, notes } satisfies Compared);
});
