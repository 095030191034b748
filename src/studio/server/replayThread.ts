// Worker thread of a replay: evaluates every request with both contents and returns the report in every language.
import { parentPort, workerData } from "node:worker_threads";
import { phrase } from "#content/diff/words.ts";
import { generateFrom, sampleRequests } from "#content/replay/generate.ts";
import { writePage } from "#content/replay/page.ts";
import { replayPortfolio } from "#content/replay/replay.ts";
import { openForReplay } from "#content/replay/rules.ts";
import { REPORT_LANGUAGES, type ReportLanguage } from "#content/replay/telling.ts";
import type { ContentFolders } from "#content/revision.ts";

export interface Replaying {
  since: string;
  product: string;
  /** Number of requests to generate; 0 uses the sample quotations. */
  generate: number;
  before: ContentFolders;
  now: ContentFolders;
}

export interface Replayed {
  requests: number;
  pages: Record<ReportLanguage, string>;
}

async function replay({ since, product, generate, before, now }: Replaying): Promise<Replayed> {
  const old = await openForReplay(before.schemas, since);
  const next = await openForReplay(now.schemas, "");
  const only = { ...old, products: new Map([...old.products].filter(([key]) => key === product)) };
  const all =
    generate > 0
      ? generateFrom(before.fixtures, { content: only, count: generate, seed: 1 })
      : sampleRequests(now.fixtures);
  const requests = all.filter((request) => request.product === product);
  const result = replayPortfolio({ old, new: next, requests });
  const write = (language: ReportLanguage) =>
    writePage({ result: { ...result, new: phrase("filesNow")[language] }, old, new: next }, language);
  const pages = Object.fromEntries(REPORT_LANGUAGES.map((language) => [language, write(language)]));
  return { requests: requests.length, pages: pages as Replayed["pages"] };
}

parentPort?.postMessage(await replay(workerData as Replaying));
