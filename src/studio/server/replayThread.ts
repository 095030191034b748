// Worker thread of a comparison of a portfolio: judges every request by both contents and returns the report in every language.
import { parentPort, workerData } from "node:worker_threads";
import { compare } from "#content/compare/compare.ts";
import { writePage } from "#content/compare/page.ts";
import { generateFrom, sampleRequests } from "#content/compare/replay/generate.ts";
import { buildReport } from "#content/compare/report.ts";
import type { ContentFolders } from "#content/compare/revision.ts";
import type { Language } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";

interface NamedFolders extends ContentFolders {
  name: string;
}

export interface Replaying {
  product: string;
  /** Number of requests to generate. 0 uses the sample quotations. */
  generate: number;
  before: NamedFolders;
  now: NamedFolders;
}

export interface Replayed {
  requests: number;
  pages: Record<Language, string>;
}

async function replay({ product, generate, before, now }: Replaying): Promise<Replayed> {
  const comparison = await compare({
    ...{ before, after: now, product, portfolioOnly: true },
    findRequests: async (content) => ({
      requests:
        generate > 0
          ? generateFrom(before.fixtures, { content, count: generate, seed: 1 })
          : sampleRequests(now.fixtures),
      without: 0,
    }),
  });
  const names = { before: before.name, after: now.name };
  const pages = inEachLanguage((language) => writePage(buildReport(comparison, names, language, true)));
  return { requests: comparison.portfolio?.requests ?? 0, pages };
}

parentPort?.postMessage(await replay(workerData as Replaying));
