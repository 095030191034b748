// `npm run diff -- <release or git revision>`: what changes between two contents, and which journeys and requests end otherwise.
// `npm run replay` is the same table about the requests alone. Read-only.
import { compare } from "#content/compare/compare.ts";
import { generateFrom } from "#content/compare/replay/generate.ts";
import { writeTable } from "#content/compare/table.ts";
import { findStored } from "./storedRequests.ts";
import { withContents } from "./withReleases.ts";

export interface Comparison {
  since: string;
  to: string | undefined;
  product: string | undefined;
  json: boolean;
  samples: boolean;
  generate: number | undefined;
  seed: number;
  day: string | undefined;
  schemas: string;
  fixtures: string;
}

export async function compareContents(values: Comparison, env = process.env, portfolioOnly = false): Promise<string> {
  const { product, generate: count = 0 } = values;
  return withContents(values, env, async (before, after) => {
    const findRequests = findFor(values, env, { count, fixtures: before.fixtures });
    const comparison = await compare({ before, after, product, portfolioOnly, findRequests });
    const names = { before: before.name, after: after.name };
    return values.json ? JSON.stringify(comparison, null, 2) : writeTable(comparison, names);
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
