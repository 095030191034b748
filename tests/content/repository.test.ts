// Rules of the repository that neither compiler nor linter checks: content is data, languages are a table, a reason for every
// dependency, pages that name what exists.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { trackedFiles } from "./support/tracked.ts";

const root = normalize(join(import.meta.dirname, "../.."));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const tracked = trackedFiles();
const code = tracked.filter((file) => /^(src|widgets)\/.*\.(ts|tsx|mjs)$/.test(file));

describe("the repository", () => {
  test("code never names a product: content is data", () => {
    const keys = readdirSync(join(root, "schemas/products"));
    const name = new RegExp(`(?<![\\w-])(${keys.join("|")})(?![\\w-])`);
    const naming = code.filter((file) => name.test(read(file)));
    expect(keys.length).toBeGreaterThan(0);
    expect(naming).toEqual([]);
  });

  test("code never compares a language: differences are in the table of languages", () => {
    const asking = code.filter((file) => /(===|!==|\?) *"(nl|fr)"|startsWith\("(nl|fr)"\)/.test(read(file)));
    expect(asking).toEqual([]);
  });

  test("the words of steps and notices are looked up in one place, so that the check and the screens agree", () => {
    const asking = code.filter((file) => /`(wizard\.)?(step|notice)\.\$\{/.test(read(file)));
    expect(asking).toEqual(["src/engine/steps/stepTexts.ts"]);
  });

  test("the top level holds what the design names and nothing else", () => {
    const allowed =
      /^(\..+|README\.md|package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|biome\.json|src|schemas|widgets|fixtures|tests)$/;
    const names = new Set(tracked.map((file) => file.split("/")[0] ?? ""));
    expect([...names].filter((name) => !allowed.test(name))).toEqual([]);
  });

  test("every dependency is named with its reason in src/dependencies.md", () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read("package.json"));
    const page = read("src/dependencies.md");
    const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test("every optional package of the lockfile can be installed from it", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    const present = Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13));
    expect(wanted.filter((name) => !present.includes(name))).toEqual([]);
  });

  test("files stay small: none above 260 lines, most under 150", () => {
    const sizes = code.map((file) => ({ file, lines: read(file).trimEnd().split("\n").length }));
    expect(sizes.filter(({ lines }) => lines > 260)).toEqual([]);
    // Not more: two small files that are one thought are joined.
    expect(sizes.filter(({ lines }) => lines <= 150).length / sizes.length).toBeGreaterThan(0.8);
  });

  test("the table of behaviours names tests that are there", () => {
    const named = [...read("tests/README.md").matchAll(/`([a-z0-9]+\/[\w./]+\.(?:test|spec)\.tsx?)`/g)].map(
      ([, file]) => file,
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((file) => !existsSync(join(root, "tests", file ?? "")))).toEqual([]);
  });

  test("nothing is left unfinished or muted", () => {
    const marks = new RegExp(["TO", "DO|FIX", "ME|not ", "implemented"].join(""));
    const muted = new RegExp(["\\.(ski", "p|on", "ly|to", "do)\\("].join(""));
    const tests = tracked.filter((file) => /^tests\/.*\.(ts|tsx|mjs)$/.test(file));
    expect([...code, ...tests].filter((file) => marks.test(read(file)))).toEqual([]);
    expect(tests.filter((file) => muted.test(read(file)))).toEqual([]);
  });
});
