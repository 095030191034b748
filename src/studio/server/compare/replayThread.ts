// Worker thread of a comparison of a portfolio: judges every request by both contents and returns the rows.
import { parentPort, workerData } from "node:worker_threads";
import { compare } from "#content/compare/compare.ts";
import type { Row } from "#content/compare/differences.ts";
import { sampleRequests } from "#content/compare/replay/replay.ts";
import type { ContentFolders } from "#content/compare/revision.ts";
import { portfolioNotes } from "#content/compare/table.ts";

export interface ReplayOrder {
  product: string;
  before: ContentFolders;
  after: ContentFolders;
}

export interface ReplaySummary {
  requests: number;
  rows: Row[];
  notes: string[];
}

async function replay(compared: ReplayOrder): Promise<ReplaySummary> {
  const { rows, portfolio } = await compare({
    ...compared,
    portfolioOnly: true,
    findRequests: async () => ({ requests: sampleRequests(compared.after.fixtures), without: 0 }),
  });
  return { requests: portfolio?.requests ?? 0, rows, notes: portfolio ? portfolioNotes(portfolio) : [] };
}

parentPort?.postMessage(await replay(workerData as ReplayOrder));
