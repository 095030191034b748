// What the commands of analysts and testers do (cli.ts). Prints sentences. False is a failure that has been reported.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Language } from "#engine/values/languages.ts";
import { concerns, report, toJson, toJunit } from "../check/report.ts";
import type { ContentCheck } from "../check.ts";
import { type Finding, formatCount, isError } from "../read/findings/finding.ts";
import { inLanguage } from "../read/findings/translate.ts";

interface Folders {
  schemas: string;
  fixtures: string;
}
interface Products extends Folders {
  product: string | undefined;
}
interface WatchOptions extends Folders {
  watch: boolean;
}
interface Check extends WatchOptions, Products {
  language: Language | undefined;
  json: boolean;
  junit: string | undefined;
  "write-journeys": string | undefined;
}
export interface Publication extends WatchOptions {
  "despite-errors": boolean;
  from: string | undefined;
  name: string | undefined;
  author: string | undefined;
  note: string | undefined;
  out: string | undefined;
}

function print(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

/** Prints why nothing was done. */
function refuse(...lines: string[]): false {
  print(...lines);
  return false;
}

/** Runs once, or with `--watch` again after every saved file, on content that reads only what was saved. */
async function repeat(values: WatchOptions, run: (content: ContentCheck, isFirst: boolean) => Promise<boolean>) {
  const { schemas, fixtures } = values;
  const { ContentCheck } = await import("../check.ts");
  const content = new ContentCheck(schemas, fixtures);
  const well = await run(content, true);
  if (!values.watch) return well;
  const { watchFiles } = await import("../read/files/watchFiles.ts");
  await watchFiles([schemas, fixtures], () => {
    print("", `Saved at ${new Date().toLocaleTimeString("nl-NL")}:`);
    return run(content, false);
  });
  print(`Watching ${schemas} and ${fixtures} for changes.`);
  return true;
}

export async function check(values: Check): Promise<boolean> {
  const { product, junit } = values;
  const journeys = values["write-journeys"];
  if (!isProduct(values) || (journeys !== undefined && !(await beginJourneys(values, journeys)))) return false;
  return repeat(values, async (content) => {
    const started = performance.now();
    const { findings: all, summary } = await inLanguage(values.language, () => content.run());
    const findings = product === undefined ? all : all.filter((finding) => concerns(finding, product));
    if (junit !== undefined) writeFileSync(junit, toJunit(findings));
    if (values.json) print(toJson(findings));
    else print(...report(findings), `${summary}. ${counted(findings)}, ${seconds(started)}.`);
    return !findings.some(isError);
  });
}

/** Refuses a `--product` that does not exist. */
function isProduct({ product, schemas, fixtures }: Products): boolean {
  if (product === undefined) return true;
  const folders = [join(schemas, "products"), join(fixtures, "products")].filter(existsSync);
  const keys = [...folders.flatMap((folder) => readdirSync(folder)), "portal"];
  const isKnown = keys.includes(product);
  if (!isKnown) print(`There is no product "${product}"; the products are ${keys.join(", ")}.`);
  return isKnown;
}

async function beginJourneys(values: Folders, product: string): Promise<boolean> {
  const { writeJourneys } = await import("../cases/journeys/write.ts");
  if (!isProduct({ ...values, product })) return false;
  const written = writeJourneys(values.schemas, values.fixtures, product) ?? [];
  if (written.length === 0) print(`${product} lacks no journey.`);
  else
    print(
      "Written, from the bases of its cases:",
      ...written.map((path) => `  ${path}`),
      "Work out the amounts by hand (null until then).",
    );
  return true;
}

function counted(findings: readonly Finding[]): string {
  const errors = findings.filter(isError);
  return `${formatCount(errors.length, "error")}, ${formatCount(findings.length - errors.length, "note")}`;
}

const seconds = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** What the check refuses is not published, unless that is asked for by name. The name of a release is given once. */
export const publish = (values: Publication): Promise<boolean> =>
  repeat(values, (content, isFirst) => publishOnce(isFirst ? values : { ...values, name: undefined }, content));

async function publishOnce(values: Publication, content: ContentCheck): Promise<boolean> {
  const started = performance.now();
  const out = values.out ?? process.env.PRODUCTS_DIR ?? join(process.env.DATA_DIR || ".data", "products");
  const [releases, { publishChecked }] = await Promise.all([
    import("../publish/releases.ts"),
    import("./publishChecked.ts"),
  ]);
  const published = await publishChecked({ ...values, out }, async () => {
    const checked = await content.run();
    print(...report(checked.findings.filter(isError)));
    return checked;
  });
  if (published === "broken")
    return refuse("This content cannot be compiled. Nothing was published; the previous release stays in use.");
  if ("refusal" in published) return refuse(published.refusal, "Nothing was published.");
  if ("findings" in published)
    return refuse(
      `${published.summary}. ${counted(published.findings)}.`,
      "Nothing was published; the previous release stays in use. To publish it anyway: --despite-errors",
    );
  const { compiled, release } = published;
  print(`Published ${compiled.join(", ")}${values.out ? "" : ` to ${out}`} in ${seconds(started)}.`);
  if (release) print(...releases.describeRelease(releases.listReleases(out), release));
  return true;
}

interface NewProduct extends Folders {
  key: string;
  like: string | undefined;
}

export async function makeProduct({ schemas, fixtures, key, like }: NewProduct): Promise<boolean> {
  const { createProduct } = await import("../newProduct.ts");
  const made = createProduct({ schemasDir: schemas, fixturesDir: fixtures, key, like });
  if ("refusal" in made) print(made.refusal);
  else
    print(
      `Written after ${made.like}: ${join(schemas, "products", key)}, the cases of its own steps in ${join(fixtures, "steps", key)}, and quotations in the sample data.`,
      `${made.journeys} shared journeys are played for it.`,
      "Edit names, texts, questions and prices, add its own papers, and write its real codes.",
      `npm run check lists what it still has of ${made.like}. It is not offered until product.json says "offered": true.`,
    );
  return !("refusal" in made);
}

export async function acceptAmounts(values: Products & { write: boolean }): Promise<boolean> {
  const [{ ContentCheck }, amounts] = await Promise.all([import("../check.ts"), import("../cases/acceptAmounts.ts")]);
  return showOutcome(values, async () =>
    amounts.acceptAmounts(await new ContentCheck(values.schemas, values.fixtures).runWhole(), values),
  );
}

async function showOutcome(values: Products, run: () => Promise<{ lines: string[]; well: boolean }>): Promise<boolean> {
  const started = performance.now();
  if (!isProduct(values)) return false;
  const { lines, well } = await run();
  print(...lines, `${well ? "Passed" : "Failed"} (${seconds(started)}).`);
  return well;
}

interface Rename extends Folders {
  product: string;
  field: { step: string; field: string };
  to: string;
}

export async function rename({ schemas, fixtures, product, field, to }: Rename): Promise<boolean> {
  const [{ ContentIndex }, { applyRename, planRename }] = await Promise.all([
    import("../names/contentIndex.ts"),
    import("../names/rename/rename.ts"),
  ]);
  const plan = planRename(new ContentIndex(schemas, fixtures), { product, ...field, to });
  if (typeof plan === "string") return refuse(plan, "Nothing was changed.");
  applyRename(plan);
  print(...plan.changes.map(({ sentence }) => sentence), ...plan.notes, "Now run: npm run check");
  return true;
}

export async function upgradeContent({ schemas, fixtures }: Folders): Promise<boolean> {
  const { applyUpgrade, planUpgrade } = await import("../upgradeContent.ts");
  const { planWords } = await import("../moveWords.ts");
  const { changes, refusals } = planUpgrade(schemas, fixtures);
  applyUpgrade(changes);
  // Where a text is shown is known of content in today's words.
  const words = planWords(schemas, fixtures);
  applyUpgrade(words);
  const paths = [...new Set([...changes.keys(), ...words.keys()])];
  print(...paths.map((path) => `${relative(process.cwd(), path)}: rewritten`), ...refusals);
  print(paths.length === 0 ? "Nothing is written in old words." : "Now run: npm run check");
  return refusals.length === 0;
}
