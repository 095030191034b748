// `npm run diff -- <release or git revision>`: what changes for customers and in price between two contents, and which cases, journeys
// and requests come out otherwise. `npm run replay` is the same report about the requests alone. Read-only.
import { writeFileSync } from "node:fs";
import { compare } from "#content/compare/compare.ts";
import { writePage } from "#content/compare/page.ts";
import { generateFrom } from "#content/compare/replay/generate.ts";
import { buildReport, writeText } from "#content/compare/report.ts";
import type { Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { findStored } from "./storedRequests.ts";
import { withContents } from "./withReleases.ts";

export interface Comparison {
  since: string;
  to: string | undefined;
  product: string | undefined;
  language: Language | "all";
  html: string | undefined;
  json: boolean;
  samples: boolean;
  generate: number | undefined;
  seed: number;
  day: string | undefined;
  schemas: string;
  fixtures: string;
}

export async function compareContents(values: Comparison, env = process.env, portfolioOnly = false): Promise<string> {
  const languages = LANGUAGES.filter((language) => values.language === "all" || language === values.language);
  const { html, product, generate: count = 0 } = values;
  return withContents(values, env, async (before, after) => {
    const findRequests = findFor(values, env, { count, fixtures: before.fixtures });
    const comparison = await compare({ before, after, product, portfolioOnly, findRequests });
    const { changes, portfolio } = comparison;
    const names = { before: before.name, after: after.name };
    const reports = languages.map((language) => buildReport(comparison, names, language, portfolioOnly));
    if (html !== undefined) writeFileSync(html, writePage(reports[0]!));
    return values.json ? JSON.stringify({ changes, portfolio }, null, 2) : reports.map(writeText).join("\n\n");
  });
}

type FindRequests = Parameters<typeof compare>[0]["findRequests"];

/** Generated requests, or those that are stored. */
function findFor(
  { seed, day, samples, fixtures }: Comparison,
  env: NodeJS.ProcessEnv,
  generated: { count: number; fixtures: string },
): FindRequests {
  return async (content) => {
    const { count, fixtures: earlier } = generated;
    const { requests, without } =
      count > 0
        ? { requests: generateFrom(earlier, { content, count, seed }), without: 0 }
        : await findStored({ samples, fixtures }, env);
    return { requests: day === undefined ? requests : requests.map((request) => ({ ...request, day })), without };
  };
}
