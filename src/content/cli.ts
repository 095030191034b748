// The command line of analysts and testers: `check` says what is wrong with the content, `publish` puts what is right in
// use, either with `--watch` after every saved file; `new-product` begins a product, `rename` gives a field another name.
// Prints sentences, no stack traces.
import { readdirSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { dayAtInstant } from "#engine/dates.ts";
import { concerns, report, toJson, toJunit } from "./check/report.ts";
import type { ContentCheck } from "./check.ts";
import { readCommandLine } from "./commandLine.ts";
import { ContentError, type Finding, formatCount, isError } from "./read/findings/finding.ts";

const USAGE = `Usage:
  npm run check                          check every content file and fixture
  npm run publish-products               check, and publish when nothing is wrong
  npm run new-product -- <key>           write a whole working product after one that is there
  npm run rename -- <product> <step>.<field> <new name>
                                         give a field another name in every file
  npm run fixtures -- generate           derive cases from the rules: both sides of every bound, list and condition
  npm run fixtures -- mutate             change every rule by one step, and name what no case notices
  npm run fixtures -- coverage           what of each product is tried, and what is not
  npm run fixtures -- parity             every case by browser, server and interpreter
  npm run fixtures -- accept             amounts of journeys that a changed price made others; --write writes them
Options, after -- (npm run check -- --all):
  --product <product>                    check, fixtures: only what concerns this product (check: or all of them)
  --all                                  list what follows from another error too
  --watch                                again after every saved file
  --json                                 check: print the findings as JSON
  --junit <file>                         check: also write a report that CI servers read
  --write-journeys <product>             check: write a beginning of each journey that the product lacks
  --despite-errors                       publish: publish what the check refuses, where it can be compiled at all
  --from <day>                           publish: comes on offer on that day by itself, as 2027-01-01; else at once
  --name, --author, --note <text>        publish: of the release; else the day with a number, who publishes, nothing
  --like <product>                       new-product: the product that it is made after
  --schemas <folder>                     content, default schemas
  --fixtures <folder>                    fixtures, default fixtures
  --write                                fixtures -- accept: write the amounts that it shows
  --out <folder>                         where published files go, default the folder products in DATA_DIR (.data);
                                         fixtures -- generate: where the cases go, else they are only counted
  --help                                 these lines`;

const OPTIONS = {
  product: { type: "string" },
  all: { type: "boolean", default: false },
  watch: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  junit: { type: "string" },
  "write-journeys": { type: "string" },
  "despite-errors": { type: "boolean", default: false },
  from: { type: "string" },
  name: { type: "string" },
  author: { type: "string" },
  note: { type: "string" },
  like: { type: "string" },
  help: { type: "boolean", default: false },
  schemas: { type: "string", default: "schemas" },
  fixtures: { type: "string", default: "fixtures" },
  out: { type: "string" },
  write: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof asked>["values"];

function asked(args: string[]) {
  return readCommandLine(OPTIONS, { args, words: (name = "") => 1 + (COMMANDS[name]?.words ?? args.length) });
}

function say(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

/** Says why nothing was done. */
function refuse(...lines: string[]): false {
  say(...lines);
  return false;
}

/** One for each call of the program: with --watch it checks again only what was saved. */
const contents = new WeakMap<Values, ContentCheck>();

async function openContent(values: Values): Promise<ContentCheck> {
  const { ContentCheck } = await import("./check.ts");
  if (!contents.has(values)) contents.set(values, new ContentCheck(values.schemas, values.fixtures));
  return contents.get(values) as ContentCheck;
}

async function runCheck(values: Values): Promise<boolean> {
  const started = performance.now();
  const { product } = values;
  const journeys = values["write-journeys"];
  if (!isProduct(values) || (journeys !== undefined && !(await beginJourneys(values, journeys)))) return false;
  const { findings: all, summary } = await (await openContent(values)).run();
  const findings = product === undefined ? all : all.filter((finding) => concerns(finding, product));
  if (values.junit !== undefined) writeFileSync(values.junit, toJunit(findings));
  if (values.json) say(toJson(findings));
  else say(...report(findings, values.all), `${summary}. ${counted(findings)}, ${seconds(started)}.`);
  return !findings.some(isError);
}

/** Says so when `--product` names none. */
function isProduct({ product, schemas }: Values): boolean {
  if (product === undefined) return true;
  const keys = [...readdirSync(join(schemas, "products")), "portal"];
  const known = keys.includes(product);
  if (!known) say(`There is no product "${product}"; the products are ${keys.join(", ")}.`);
  return known;
}

async function beginJourneys(values: Values, product: string): Promise<boolean> {
  const { writeJourneys } = await import("./cases/journeys/write.ts");
  if (!isProduct({ ...values, product })) return false;
  const written = writeJourneys(values.schemas, values.fixtures, product) ?? [];
  if (written.length === 0) say(`${product} lacks no journey.`);
  else
    say(
      "Written, from the bases of its cases:",
      ...written.map((path) => `  ${path}`),
      "Work out the amounts by hand (null until then).",
    );
  return true;
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
  const out = values.out ?? process.env.PRODUCTS_DIR ?? join(process.env.DATA_DIR || ".data", "products");
  const [releases, { publishRelease }] = await Promise.all([
    import("./publish/releases.ts"),
    import("./publish/publish.ts"),
  ]);
  const at = new Date();
  const refused = releases.refuseRelease(releases.readLog(out), values, dayAtInstant(at.getTime()));
  if (refused) return refuse(refused, "Nothing was published.");
  const { findings, summary } = await (await openContent(values)).run();
  const errors = findings.filter(isError);
  say(...report(errors, values.all));
  if (errors.length > 0 && !values["despite-errors"]) {
    say(
      `${summary}. ${counted(findings)}.`,
      "Nothing was published; what was published before stays in use. To publish it all the same: --despite-errors",
    );
    return false;
  }
  const { name, from, note, author = releases.findAuthor(), fixtures: fixturesDir } = values;
  try {
    const options = { name, from, author, at, fixturesDir, ...(note === undefined ? {} : { note }) };
    const { compiled, release } = await publishRelease(values.schemas, out, options);
    say(`Published ${compiled.join(", ")}${values.out ? "" : ` to ${out}`} in ${seconds(started)}.`);
    if (release) say(...releases.describeRelease(releases.listReleases(out), release));
    return true;
  } catch (reason) {
    if (!(reason instanceof ContentError)) throw reason;
    say("This content cannot be compiled. Nothing was published; what was published before stays in use.");
    return false;
  }
}

async function runNewProduct({ schemas, fixtures, like }: Values, [key]: string[]): Promise<boolean> {
  if (key === undefined) return refuse("Say the key of the new product: npm run new-product -- <key>");
  const { createProduct } = await import("./newProduct.ts");
  const made = createProduct({ schemasDir: schemas, fixturesDir: fixtures, key, like });
  if ("refusal" in made) say(made.refusal);
  else
    say(
      `Written after ${made.like}: ${join(schemas, "products", key)} and its fixtures (${made.written.length - 2} journeys).`,
      "Edit names, texts, questions and prices, put its own papers in documents, and write its real codes;",
      "npm run check says what it still has of the other. It is not offered until product.json says so.",
    );
  return !("refusal" in made);
}

async function runTools(values: Values, [name = ""]: string[]): Promise<boolean> {
  const started = performance.now();
  const { refuseTool, runTool } = await import("./cases/tools/commands.ts");
  const refused = refuseTool(name);
  if (refused !== null) return refuse(refused);
  if (!isProduct(values)) return false;
  const { lines, well } = await (name === "accept"
    ? (await import("./cases/acceptAmounts.ts")).acceptAmounts(await (await openContent(values)).runWhole(), values)
    : runTool(name, values));
  say(...lines, `${well ? "All well" : "Not all is well"}, ${seconds(started)}.`);
  return well;
}

async function watch(values: Values, run: (values: Values) => Promise<boolean>): Promise<void> {
  const { watchFiles } = await import("./read/files/watchFiles.ts");
  await watchFiles([values.schemas, values.fixtures], () => {
    say("", `Saved at ${new Date().toLocaleTimeString("nl-NL")}:`);
    return run(values);
  });
  say(`Watching ${values.schemas} and ${values.fixtures} for changes.`);
}

async function runRename({ schemas, fixtures }: Values, [product, address = "", to]: string[]): Promise<boolean> {
  const [step = "", field] = address.split(".");
  if (product === undefined || field === undefined || to === undefined)
    return refuse(
      "Name the product, the field and its new name: npm run rename -- <product> <step>.<field> <new name>",
    );
  const [{ ContentIndex }, { applyRename, planRename }] = await Promise.all([
    import("./names/contentIndex.ts"),
    import("./names/rename/rename.ts"),
  ]);
  const plan = planRename(new ContentIndex(schemas, fixtures), { product, step, field, to });
  if (typeof plan === "string") return refuse(plan, "Nothing was changed.");
  applyRename(plan);
  say(...plan.changes.map(({ sentence }) => sentence), ...plan.notes, "Now run: npm run check");
  return true;
}

interface Command {
  run(values: Values, given: string[]): Promise<boolean>;
  /** How many it takes besides its options. */
  words: number;
}

const COMMANDS: Record<string, Command> = {
  check: { run: runCheck, words: 0 },
  publish: { run: runPublish, words: 0 },
  "new-product": { run: runNewProduct, words: 1 },
  rename: { run: runRename, words: 3 },
  fixtures: { run: runTools, words: 1 },
};

/** Whether all went well: decides the exit code. */
export async function main(args: string[]): Promise<boolean> {
  let given: ReturnType<typeof asked>;
  try {
    given = asked(args);
  } catch (reason) {
    say(reason instanceof Error ? reason.message : String(reason), "", USAGE);
    return false;
  }
  const { positionals, values } = given;
  const run = COMMANDS[positionals[0] ?? ""]?.run;
  if (run && !values.help) {
    const well = await run(values, positionals.slice(1));
    // A name is given once.
    values.name = undefined;
    if (values.watch) await watch(values, (again) => run(again, []));
    return well || values.watch;
  }
  if (positionals[0] === undefined || values.help) say(USAGE);
  else say(`There is no command "${positionals[0]}".`, "", USAGE);
  return positionals[0] === undefined || values.help;
}

if (import.meta.main) {
  enableCompileCache();
  process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;
}
