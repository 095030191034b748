// `npm run diff -- <release or git revision>`: what changes for customers and in price between two contents, and which cases, journeys
// and requests come out otherwise. `npm run replay` is the same report about the requests alone. Read-only.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { readCommandLine } from "#content/commandLine.ts";
import { compare } from "#content/compare/compare.ts";
import { writePage } from "#content/compare/page.ts";
import { generateFrom } from "#content/compare/replay/generate.ts";
import { buildReport, writeText } from "#content/compare/report.ts";
import { isCalendarDay } from "#engine/dates.ts";
import { LANGUAGES } from "#engine/languages.ts";
import { runCommand } from "./runCommand.ts";
import { findStored } from "./storedRequests.ts";
import { withContents } from "./withReleases.ts";

const USAGE = `Usage: npm run diff -- <release or git revision> [options]
       npm run replay -- <release or git revision> [options]     only what requests become: premiums and outcomes
  --to <release or git revision>  the new content; absent: the files as they are
  --product <product>             only this product
  --language <nl|fr|all>          default nl
  --html <file>                   also writes a page that needs nothing else, without names of customers
  --json                          for a program: every sentence in both languages, with its place, and the figures
  --samples                       the quotations of fixtures/portfolio instead of a database
  --generate <number>             so many requests over all products, choices and bands, by seed
  --seed <number>                 of generated requests, default 1
  --day <yyyy-mm-dd>              first day of cover of all requests
  --schemas, --fixtures <folder>  content and fixtures, default schemas and fixtures
  --help                          these lines
Releases, quotations and open requests are those of the database that DATABASE_URL or DATA_DIR names, if there is one.`;

const OPTIONS = {
  portfolio: { type: "boolean", default: false },
  to: { type: "string" },
  product: { type: "string" },
  language: { type: "string", default: "nl" },
  html: { type: "string" },
  json: { type: "boolean", default: false },
  samples: { type: "boolean", default: false },
  generate: { type: "string" },
  seed: { type: "string", default: "1" },
  day: { type: "string" },
  schemas: { type: "string", default: "schemas" },
  fixtures: { type: "string", default: "fixtures" },
  help: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof readArguments>["values"];
const readArguments = (args: string[], env: NodeJS.ProcessEnv) => readCommandLine(OPTIONS, { args, words: 1, env });

export async function compareContents(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args, env);
  const [since] = positionals;
  if (values.help) return USAGE;
  if (since === undefined) throw new Error(`Name what to compare with.\n\n${USAGE}`);
  const languages = LANGUAGES.filter((one) => values.language === "all" || one === values.language);
  if (languages.length === 0)
    throw new Error(`There is no language "${values.language}": ${[...LANGUAGES, "all"].join(", ")}.`);
  if (values.day !== undefined && !isCalendarDay(values.day))
    throw new Error(`"${values.day}" is not a day; write it as 2027-01-31.`);
  const count = values.generate === undefined ? 0 : Number(values.generate);
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`"${values.generate}" is not a number of requests.`);
  const { html, product, portfolio: portfolioOnly } = values;
  return withContents({ ...values, since }, env, async (before, after) => {
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
  { seed, day, samples, fixtures }: Values,
  env: NodeJS.ProcessEnv,
  generated: { count: number; fixtures: string },
): FindRequests {
  return async (content) => {
    const { count, fixtures: earlier } = generated;
    const { requests, without } =
      count > 0
        ? { requests: generateFrom(earlier, { content, count, seed: Number(seed) }), without: 0 }
        : await findStored({ samples, fixtures }, env);
    return { requests: day === undefined ? requests : requests.map((request) => ({ ...request, day })), without };
  };
}

if (import.meta.main) await runCommand(() => compareContents(process.argv.slice(2), process.env));
