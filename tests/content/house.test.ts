// The shape of the house: no circles between files or folders, no flat folder, no room above its budget of lines. Which room may
// import which is in the linter's configuration (biome.json).
import { readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";
import { trackedFiles } from "./support/tracked.ts";

const root = normalize(join(import.meta.dirname, "../.."));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const tracked = trackedFiles();
const written = tracked.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const code = written.filter((file) => /^(src|widgets)\//.test(file));

/** Lines of TypeScript each room may have. Whoever needs more raises it in the same commit and says why; the sum only falls. */
const BUDGETS: Record<string, number> = {
  "src/engine": 6180,
  "src/underwriting": 1760,
  "src/content": 18_860,
  "src/routes": 440,
  "src/api": 2770,
  "src/wizard": 6690,
  "src/portal": 6355,
  "src/app": 1950,
  "src/studio": 12_790,
  "src/server": 20_400,
  "src/build": 250,
  widgets: 7330,
  tests: 69_350,
};

interface Arrow {
  from: string;
  to: string;
}

/** The file of the project that an import names, from the root, or undefined for a package. */
function findTarget(file: string, target: string): string | undefined {
  if (target.startsWith(".")) return relative(root, join(root, dirname(file), target));
  if (!target.startsWith("#")) return undefined;
  const path = target.slice(1);
  return /^(widgets|schemas|fixtures|tests)\//.test(path) ? path : `src/${path}`;
}

function findArrows(file: string): Arrow[] {
  const source = read(file).replace(/^\s*(\/\/|\*).*$/gm, "");
  const statements = source.matchAll(/(?:^|[\s;])(?:from|import)\s*\(?\s*"([^"\s<>]+)"/g);
  return [...statements].flatMap(([, name = ""]) => {
    const to = findTarget(file, name);
    return to === undefined ? [] : [{ from: file, to }];
  });
}

function findCircles(arrows: Arrow[]): string[] {
  const leaving = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(" -> "));
    if (path.includes(node) || done.has(node)) return;
    for (const { to } of leaving.get(node) ?? []) visit(to, [...path, node]);
    done.add(node);
  };
  for (const node of leaving.keys()) visit(node, []);
  return circles;
}

const arrows = code.flatMap(findArrows);

test("imports are found", () => expect(arrows.length).toBeGreaterThan(100));

test("no files import each other in a circle", () => expect(findCircles(arrows)).toEqual([]));

/** The packages that a program loads at its start and that only developers install. */
function findDevelopersPackages(program: string): string[] {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
  const loaded = new Set([program]);
  const packages: string[] = [];
  // A set goes on to what is added while it is read.
  for (const file of loaded)
    for (const [, name = ""] of read(file).matchAll(/^(?:import|export) (?!type )(?:[^;"]* from )?"([^"]+)"/gm)) {
      const target = findTarget(file, name);
      const [scope = "", inScope = ""] = name.split("/");
      const isOffered =
        name.startsWith("node:") || (name.startsWith("@") ? `${scope}/${inScope}` : scope) in dependencies;
      if (target?.endsWith(".ts")) loaded.add(target);
      else if (!target && !isOffered) packages.push(`${name} in ${file}`);
    }
  return packages;
}

const programs = /^src\/server\/(cli|main|operations\/commands\/(?!publish)\w+)\.ts$/;
test.each(tracked.filter((file) => programs.test(file)))(
  "%s runs from a release archive, which has no package for developers",
  (program) => {
    expect(findDevelopersPackages(program)).toEqual([]);
  },
);

const houses = ["src", "src/engine", "src/api", "src/server", "src/wizard", "src/app"];
const content = ["", "/read", "/check", "/cases", "/compare"].map((folder) => `src/content${folder}`);
test.each([...houses, ...content])("no folder of %s imports another that leads back to it", (house) => {
  const folderOf = (file: string) =>
    file.startsWith(`${house}/`) ? file.slice(house.length + 1).split("/")[0] : undefined;
  const between = arrows.flatMap(({ from, to }) => {
    const [start, end] = [folderOf(from), folderOf(to)];
    return start === undefined || end === undefined || start === end ? [] : [{ from: start, to: end }];
  });
  expect(between.length).toBeGreaterThan(2);
  expect(findCircles(between)).toEqual([]);
});

test("no folder is flat: at most 10 files beside sub-folders, at most 15 without", () => {
  const inFolder = Map.groupBy(code, dirname);
  const flat = [...inFolder].flatMap(([folder, files]) => {
    const hasSubfolders = [...inFolder.keys()].some((other) => other.startsWith(`${folder}/`));
    return files.length > (hasSubfolders ? 10 : 15) ? [`${folder}: ${files.length} files`] : [];
  });
  expect(flat).toEqual([]);
});

test.each(Object.entries(BUDGETS))("%s has at most %i lines, or 3 % more", (room, budget) => {
  const lines = written
    .filter((file) => file.startsWith(`${room}/`))
    .reduce((sum, file) => sum + read(file).split("\n").length - 1, 0);
  expect(lines).toBeLessThanOrEqual(budget * 1.03);
});
