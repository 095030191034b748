// The command line as analysts use it: what it refuses, what it prints, which options it needs.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { CONTENT } from "#content/cli.ts";
import { runProgram } from "#content/commands/commandLine.ts";
import { ContentCopy, SCHEMAS } from "./support/content.ts";
import { assign, general, generalLayout, product, tariff } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const CLI = join(import.meta.dirname, "../../src/content/cli.ts");
const ERROR = /tiny\/general-data\.ui\.json:\d+:\d+: error: \/profit: /;
/** A field without words. */
const addField = () => copy.change(general, assign("properties", { profit: { type: "boolean" } }));

const copy = ContentCopy.tiny();
cpSync(join(SCHEMAS, "meta"), join(copy.schemas, "meta"), { recursive: true });
oneCopy(copy);
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(copy.path("data"), { recursive: true, force: true });
});

/** The program itself, in its folder: once for each exit code, since a start costs more than most commands. */
function start(...args: string[]) {
  const env = { ...process.env, DATA_DIR: copy.path("data"), PRODUCTS_DIR: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: copy.base,
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { status, stdout };
}

/** What the program does after it was started. */
async function run(...args: string[]) {
  vi.stubEnv("DATA_DIR", copy.path("data"));
  vi.stubEnv("PRODUCTS_DIR", undefined);
  const printed: string[] = [];
  const print = (line: string) => void printed.push(`${line}\n`);
  const spies = (["log", "error"] as const).map((name) => vi.spyOn(console, name).mockImplementation(print));
  try {
    const code = await runProgram(CONTENT, [...args, "--schemas", copy.schemas, "--fixtures", copy.fixtures]);
    return { code, well: code === 0, stdout: printed.join("") };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const published = () => existsSync(copy.path("data/products/public/index.json"));

/** The line of one finding as an editor reads it, by the tasks of the repository. */
function readByEditor(stdout: string) {
  const tasks = JSON.parse(readFileSync(join(import.meta.dirname, "../../.vscode/tasks.json"), "utf8"));
  return tasks.tasks.map(({ problemMatcher }: { problemMatcher: { pattern: { regexp: string } } }) =>
    [...stdout.matchAll(new RegExp(problemMatcher.pattern.regexp, "gm"))].map((match) => match.slice(1, 5)),
  );
}

it("reports the same findings to a reader, an editor, a program and a CI server", async () => {
  addField();
  const junit = copy.path("junit.xml");
  const file = generalLayout;
  const { status, stdout } = start("check", "--product", "tiny", "--junit", junit);
  expect(status).toBe(1);
  const lines = readByEditor(stdout);
  expect(lines).toHaveLength(2);
  for (const problems of lines) expect(problems).toContainEqual([file, "1", "1", "error"]);
  expect(readFileSync(junit, "utf8")).toContain(`<testcase classname="tiny" name="${file}:1:1"><failure message="`);
  const report = JSON.parse((await run("check", "--json")).stdout);
  expect(report.errors).toBe(1);
  expect(report.findings[0]).toMatchObject({ product: "tiny", file, line: 1, column: 1, place: "/profit" });
});

it("checks one product, and reports when there is none of that name", async () => {
  addField();
  expect((await run("check", "--product", "portal")).stdout).toMatch(/ 0 errors, \d+ notes?, /);
  const { well, stdout } = await run("check", "--product", "tinny");
  expect([well, stdout]).toEqual([false, 'There is no product "tinny"; the products are tiny, portal.\n']);
});

it("checks again what was saved", async () => {
  const watching = spawn(process.execPath, [CLI, "check", "--watch"], { cwd: copy.base });
  let log = "";
  watching.stdout.setEncoding("utf8").on("data", (text: string) => {
    log += text;
    if (log.includes("Watching") && !log.includes("Saved at")) copy.write(tariff, "{");
    if (log.includes("Saved at") && log.includes("is missing")) watching.kill();
  });
  await once(watching, "exit");
  expect(log).toMatch(
    / 0 errors[\s\S]*Watching [\s\S]*Saved at [\s\S]*tariff\.json:1:1: error: a closing } is missing/,
  );
});

it("publishes into the data directory what the check finds nothing wrong with", () => {
  const { status, stdout } = start("publish-products");
  expect(stdout).toMatch(/^Published tiny-[0-9a-f]{12}/m);
  expect(status).toBe(0);
  expect(published()).toBe(true);
});

it("refuses to publish what the check refuses, unless that is asked for by name", async () => {
  addField();
  const refused = await run("publish-products");
  expect(refused.stdout).toMatch(ERROR);
  expect(refused.stdout).toContain("Nothing was published; the previous release stays in use.");
  expect(refused.stdout).toContain("--despite-errors");
  expect(refused.well).toBe(false);
  expect(published()).toBe(false);

  const forced = await run("publish-products", "--despite-errors");
  expect(forced.stdout).toMatch(ERROR);
  expect(forced.stdout).toMatch(/^Published tiny-/m);
  expect(forced.well).toBe(true);
  expect(published()).toBe(true);
});

it("never publishes what cannot be compiled", async () => {
  copy.write(`${product}/general-data.schema.json`, "{");
  const { well, stdout } = await run("publish-products", "--despite-errors");
  expect(stdout).toContain("This content cannot be compiled. Nothing was published");
  expect(well).toBe(false);
  expect(published()).toBe(false);
});

it.each([
  [["--help"], /^Usage:/, 0],
  [["check", "--hlep"], /^Unknown option "--hlep"\. Did you mean "--help"\?\n {2}npm run check -- /, 2],
  [["chekc"], /^There is no command "chekc"\. Did you mean "check"\?\n/, 2],
  [["fixtures"], /^"fixtures" needs one word more\.\n {2}npm run fixtures -- accept /, 2],
  [["fixtures", "acept"], /^There is no command "fixtures acept"\. Did you mean "fixtures accept"\?\n/, 2],
  [["check", "--write-journeys", "tinny"], /^There is no product "tinny"; the products are tiny, portal\.\n$/, 1],
  [["fixtures", "accept", "--product", "tinny"], /^There is no product "tinny"; the products are tiny, portal\.\n$/, 1],
])("answers %j in words", async (args, sentence, exitCode) => {
  const { code, stdout } = await run(...args);
  expect(stdout).toMatch(sentence);
  expect(code).toBe(exitCode);
});

const fileTimes = () =>
  readdirSync(copy.base, { recursive: true, encoding: "utf8" }).map((name) => [
    name,
    statSync(copy.path(name)).mtimeMs,
  ]);

it.each([
  ["new-product", "home", "contents"],
  ["rename", "tiny", "general-data.revenue", "yearly", "revenue"],
  ["check", "tiny"],
  ["publish-products", "2027-01-01"],
  ["fixtures", "accept", "tiny"],
])("does nothing by half of what it was told: %s %s %s", async (...args) => {
  const before = fileTimes();
  const { well, stdout } = await run(...args);
  expect(stdout).toContain(`"${args.at(-1)}" is a word too many`);
  expect(well).toBe(false);
  expect(fileTimes()).toEqual(before);
});

it.each([
  ["from", "publish-products", "2027-01-01"],
  ["like", "new-product", "home_contents"],
  ["despite_errors", "publish-products"],
  ["product", "check"],
])("does nothing when npm took --%s for itself", async (option, ...args) => {
  vi.stubEnv(`npm_config_${option}`, "true");
  const before = fileTimes();
  const { well, stdout } = await run(...args);
  vi.unstubAllEnvs();
  expect(stdout).toMatch(
    new RegExp(`^npm took --${option.replace("_", "-")} for itself\\. Write -- before the options`),
  );
  expect(well).toBe(false);
  expect(fileTimes()).toEqual(before);
});

it("writes one error and one journey in the singular, and several notes and journeys in the plural", async () => {
  const names = readdirSync(copy.path("fixtures/journeys"));
  for (const name of names.slice(1)) rmSync(copy.path(`fixtures/journeys/${name}`));
  const { stdout } = await run("check");
  expect(stdout).toMatch(/ that follow from the rules, and 1 journey\. 1 error, \d+ notes, /);
  expect(stdout).toMatch(/ the product lacks \d+ journeys, /);
});
