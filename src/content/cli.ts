// The command line of analysts and testers: `check` says what is wrong with the content, `publish` puts what is right in
// use, with `--watch` after every saved file. Prints sentences, no stack traces.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ContentError, type Finding, formatCount, isError } from "./finding.ts";
import { report } from "./report.ts";

const USAGE = `Usage:
  npm run check                          check every content file and fixture
  npm run publish-products               check, and publish when nothing is wrong
Options, after -- (npm run check -- --all):
  --all                                  list what follows from another error too
  --write-journeys <product>             check: write a beginning of each journey that the product lacks
  --watch                                publish: check and publish again after every saved file
  --despite-errors                       publish: publish what the check refuses, where it can be compiled at all
  --schemas <folder>                     content, default schemas
  --fixtures <folder>                    fixtures, default fixtures
  --out <folder>                         where published files go, default the folder products in DATA_DIR (.data)
  --help                                 these lines`;

const OPTIONS = {
  all: { type: "boolean", default: false },
  "write-journeys": { type: "string" },
  watch: { type: "boolean", default: false },
  "despite-errors": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
  schemas: { type: "string", default: "schemas" },
  fixtures: { type: "string", default: "fixtures" },
  out: { type: "string", default: process.env.PRODUCTS_DIR ?? join(process.env.DATA_DIR || ".data", "products") },
} as const;

type Values = ReturnType<typeof asked>["values"];

function asked() {
  return parseArgs({ allowPositionals: true, options: OPTIONS });
}

function say(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

async function runCheck(values: Values): Promise<boolean> {
  const started = performance.now();
  const product = values["write-journeys"];
  if (product !== undefined && !(await beginJourneys(values, product))) return false;
  const { check } = await import("./check.ts");
  const { findings, summary } = await check(values.schemas, values.fixtures);
  say(...report(findings, values.all), `${summary}. ${counted(findings)}, ${seconds(started)}.`);
  return !findings.some(isError);
}

async function beginJourneys(values: Values, product: string): Promise<boolean> {
  const { writeJourneys } = await import("./writeJourneys.ts");
  const written = writeJourneys(values.schemas, values.fixtures, product);
  if (written === null) say(`There is no product "${product}".`);
  else if (written.length === 0) say(`${product} lacks no journey.`);
  else
    say(
      "Written, from the bases of its cases:",
      ...written.map((path) => `  ${path}`),
      "Work out the amounts by hand (null until then); a journey with quotation 0 needs one of portfolio/quotations.json.",
    );
  return written !== null;
}

function counted(findings: readonly Finding[]): string {
  const errors = findings.filter(isError);
  const following = errors.filter(({ follows }) => follows).length;
  const follow = following > 0 ? ` (${following} of them ${following === 1 ? "follows" : "follow"} from others)` : "";
  return `${formatCount(errors.length, "error")}${follow}, ${formatCount(findings.length - errors.length, "note")}`;
}

const seconds = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** What the check refuses is not published, unless that is asked for by name. */
async function runPublish(values: Values): Promise<boolean> {
  const started = performance.now();
  const [{ check }, { publish }] = await Promise.all([import("./check.ts"), import("./publish.ts")]);
  const { findings, summary } = await check(values.schemas, values.fixtures);
  const errors = findings.filter(isError);
  say(...report(errors, values.all));
  if (errors.length > 0 && !values["despite-errors"]) {
    say(
      `${summary}. ${counted(findings)}.`,
      "Nothing was published; what was published before stays in use. To publish it all the same: --despite-errors",
    );
    return false;
  }
  try {
    const { products, portal } = await publish(values.schemas, values.out);
    const names = products.map((product) => product.release).join(", ");
    const forms = portal ? `, and the portal forms as ${portal.release}` : "";
    say(`Published ${names}${forms} to ${values.out} in ${seconds(started)}.`);
    return true;
  } catch (reason) {
    if (!(reason instanceof ContentError)) throw reason;
    say("This content cannot be compiled. Nothing was published; what was published before stays in use.");
    return false;
  }
}

async function watchAndPublish(values: Values): Promise<void> {
  const { watchFiles } = await import("./watchFiles.ts");
  await watchFiles([values.schemas, values.fixtures], () => runPublish(values));
  say(`Watching ${values.schemas} and ${values.fixtures} for changes.`);
}

const COMMANDS: Record<string, (values: Values) => Promise<boolean>> = {
  check: runCheck,
  publish: async (values) => {
    const published = await runPublish(values);
    if (values.watch) await watchAndPublish(values);
    return published || values.watch;
  },
};

/** Whether all went well: decides the exit code. */
async function main(): Promise<boolean> {
  let given: ReturnType<typeof asked>;
  try {
    given = asked();
  } catch (reason) {
    say(reason instanceof Error ? reason.message : String(reason), "", USAGE);
    return false;
  }
  const [name] = given.positionals;
  const run = COMMANDS[name ?? ""];
  if (run && !given.values.help) return run(given.values);
  if (name === undefined || given.values.help) say(USAGE);
  else say(`There is no command "${name}".`, "", USAGE);
  return name === undefined || given.values.help;
}

process.exitCode = (await main()) ? 0 : 1;
