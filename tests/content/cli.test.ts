// The command line as analysts use it: what it refuses, what it prints, which options it needs.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ContentCopy, SCHEMAS } from "./support/content.ts";

const CLI = join(import.meta.dirname, "../../src/content/cli.ts");
const ERROR = "schemas/products/cyber/general-data.ui.json: /turnover: ";

let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy("cyber");
  cpSync(join(SCHEMAS, "meta"), join(copy.schemas, "meta"), { recursive: true });
});
afterEach(() => copy.remove());

function run(...args: string[]) {
  const env = { ...process.env, DATA_DIR: copy.path("data"), PRODUCTS_DIR: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: copy.base,
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return { status, stdout };
}

const published = () => existsSync(copy.path("data/products/public/index.json"));

it("publishes into the data directory what the check finds nothing wrong with", () => {
  const { status, stdout } = run("publish");
  expect(stdout).toMatch(/^Published cyber-[0-9a-f]{12}/m);
  expect(status).toBe(0);
  expect(published()).toBe(true);
});

it("refuses to publish what the check refuses, unless that is asked for by name", () => {
  copy.change("schemas/products/cyber/general-data.ui.json", (ui) => delete ui.turnover);
  const refused = run("publish");
  expect(refused.stdout).toContain(ERROR);
  expect(refused.stdout).toContain("Nothing was published; what was published before stays in use.");
  expect(refused.stdout).toContain("--despite-errors");
  expect(refused.status).toBe(1);
  expect(published()).toBe(false);

  const forced = run("publish", "--despite-errors");
  expect(forced.stdout).toContain(ERROR);
  expect(forced.stdout).toMatch(/^Published cyber-/m);
  expect(forced.status).toBe(0);
  expect(published()).toBe(true);
});

it("never publishes what cannot be compiled", () => {
  copy.write("schemas/products/cyber/general-data.schema.json", "{");
  const { status, stdout } = run("publish", "--despite-errors");
  expect(stdout).toContain("This content cannot be compiled. Nothing was published");
  expect(status).toBe(1);
  expect(published()).toBe(false);
});

it.each([
  [["--help"], /^Usage:/, 0],
  [["check", "--hlep"], /^Unknown option '--hlep'[\s\S]*Usage:/, 1],
  [["chekc"], /^There is no command "chekc"\.[\s\S]*Usage:/, 1],
])("answers %j in words", (args, said, code) => {
  const { status, stdout } = run(...args);
  expect(stdout).toMatch(said);
  expect(status).toBe(code);
});

it("says one error and one journey, and several notes and journeys", () => {
  const names = readdirSync(copy.path("fixtures/journeys"));
  for (const name of names.slice(1)) rmSync(copy.path(`fixtures/journeys/${name}`));
  const { stdout } = run("check");
  expect(stdout).toMatch(/cases and 1 journey\. 1 error, \d+ notes, /);
  expect(stdout).toMatch(/ \d+ journeys are lacking, /);
});
