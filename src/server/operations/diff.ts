// `npm run diff -- <release or git revision>`: reports what changes for customers between the old content and the current one, which
// cases and journeys have another result, and the effect on quotations and open requests. Read-only.
import process from "node:process";
import { readCommandLine } from "#content/commandLine.ts";
import { compareWhole, report } from "#content/diff/whole.ts";
import { DIFF_LANGUAGES, type DiffLanguage, phrase } from "#content/diff/words.ts";
import type { OpenContent } from "#content/revision.ts";
import { findStored } from "./replay.ts";
import { runCommand } from "./runCommand.ts";
import { withContents } from "./withReleases.ts";

const USAGE = `Usage: npm run diff -- <release or git revision> [options]
  --to <release or git revision>  the new content; absent: the files as they are
  --product <product>             only what concerns this product
  --language <nl|en|fr|all>       default nl
  --samples                       quotations of fixtures/portfolio instead of those of a database
  --json                          for a program: every sentence in every language, with its place
  --schemas, --fixtures <folder>  content and fixtures, default schemas and fixtures
  --help                          these lines
Releases, quotations and open requests are those of the database that DATABASE_URL or DATA_DIR names, where there is one.
Exit code: 0 when it could be said what changes, also when nothing does; 1 when not.`;

const OPTIONS = {
  to: { type: "string" },
  product: { type: "string" },
  language: { type: "string", default: "nl" },
  samples: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  schemas: { type: "string", default: "schemas" },
  fixtures: { type: "string", default: "fixtures" },
  help: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof readArguments>["values"];
const readArguments = (args: string[], env: NodeJS.ProcessEnv) => readCommandLine(OPTIONS, { args, words: 1, env });

export async function diff(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args, env);
  const [since] = positionals;
  if (values.help) return USAGE;
  if (since === undefined) throw new Error(`Name what to compare with.\n\n${USAGE}`);
  const languages =
    values.language === "all" ? DIFF_LANGUAGES : DIFF_LANGUAGES.filter((one) => one === values.language);
  if (languages.length === 0)
    throw new Error(`There is no language "${values.language}": ${[...DIFF_LANGUAGES, "all"].join(", ")}.`);
  return withContents({ ...values, since }, env, (before, after) => tell(before, after, values, { env, languages }));
}

interface Asked {
  env: NodeJS.ProcessEnv;
  languages: DiffLanguage[];
}

async function tell(
  before: OpenContent,
  after: OpenContent,
  values: Values,
  { env, languages }: Asked,
): Promise<string> {
  const { product } = values;
  const whole = await compareWhole({
    before,
    after,
    product,
    requests: async () => (await findStored(values, env)).requests,
  });
  if (values.json) return JSON.stringify(whole.changes, null, 2);
  const said = languages.map((language) => {
    const lines = report(whole.changes, whole.titles, language);
    const names = { old: before.name, now: after.name || phrase("filesNow"), count: whole.count };
    return [...lines, ...(whole.count > 0 ? ["", phrase("summary", names)[language]] : [])].join("\n");
  });
  return (whole.count > 0 ? said : said.slice(0, 1)).join("\n\n");
}

if (import.meta.main) await runCommand(() => diff(process.argv.slice(2), process.env));
