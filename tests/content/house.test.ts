// Rules of the code base that no compiler checks: imports between rooms, no product named in code, the top level, a reason for
// every dependency. Biome checks the import law in the editor too.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { trackedFiles } from "./support/tracked.ts";

const root = normalize(join(import.meta.dirname, "../.."));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const tracked = trackedFiles();
const code = tracked.filter((file) => /^(src|widgets)\/.*\.(ts|tsx|mjs)$/.test(file));

/** Which rooms a room may enter, and which packages it may use (`*` any but those that draw forms or screens). */
const law: Record<string, { rooms: string[]; packages: RegExp }> = {
  engine: { rooms: [], packages: /^(ajv|@cfworker\/json-schema)(\/|$)/ },
  underwriting: { rooms: ["engine"], packages: /^$/ },
  content: {
    rooms: ["engine", "underwriting", "widgets/controls.ts", "schemas", "fixtures"],
    packages: /^(?!react|@rjsf|fastify)/,
  },
  routes: { rooms: ["engine/values/languages"], packages: /^$/ },
  widgets: {
    rooms: ["engine"],
    packages:
      /^(react|react-dom|react-intl|react-aria-components|react-number-format|react-dropzone|@rjsf\/(core|utils|validator-ajv8)|@internationalized\/date)(\/|$)/,
  },
  api: { rooms: ["engine"], packages: /^(react|@tanstack\/react-query|idb-keyval)(\/|$)/ },
  wizard: {
    rooms: ["engine", "routes", "api", "widgets"],
    packages: /^(react|@tanstack|@internationalized)/,
  },
  portal: { rooms: ["engine", "routes", "api", "widgets"], packages: /^(react|@tanstack|@internationalized)/ },
  app: {
    rooms: ["engine", "routes", "api", "widgets", "wizard", "portal", "schemas/shared"],
    packages: /^(react|@tanstack|@internationalized)/,
  },
  studio: {
    rooms: ["engine", "routes", "api", "widgets", "wizard", "portal"],
    packages: /^(react|@tanstack|@codemirror|@lezer|@formatjs|jsonc-parser$)/,
  },
  "studio/server": {
    rooms: ["engine", "underwriting", "content", "api/wire/wireTypes", "server"],
    packages: /^(@fastify\/static$|fastify$|kysely$)/,
  },
  server: {
    rooms: ["engine", "underwriting", "content", "api/wire/wireTypes", "schemas", "fixtures"],
    packages: /^(?!react|@rjsf|@tanstack)/,
  },
};

interface Import {
  file: string;
  target: string;
}

function findImports(file: string): Import[] {
  const source = read(file).replace(/^\s*(\/\/|\*).*$/gm, "");
  const statements = source.matchAll(/(?:^|[\s;])(?:from|import)\s*\(?\s*"([^"\s<>]+)"/g);
  return [...statements].map(([, target = ""]) => ({ file, target }));
}

const findRoom = (file: string) =>
  file.startsWith("widgets/") ? "widgets" : (file.split("/")[1] ?? "").replace(/\..*/, "");

/** The file an import names, from the root, or undefined for a package. */
function destination({ file, target }: Import): string | undefined {
  if (target.startsWith(".")) return relative(root, join(root, dirname(file), target));
  if (!target.startsWith("#")) return undefined;
  const room = target.slice(1);
  return /^(widgets|schemas|fixtures|tests)\//.test(room) ? room : `src/${room}`;
}

/** Imports that one file alone may have. */
const ALONE: Record<string, RegExp> = {
  "widgets/ui/Icon.tsx": /^virtual:icon-shapes$/,
};

function mayImport(each: Import): boolean {
  const room = each.file.startsWith("src/studio/server/") ? "studio/server" : findRoom(each.file);
  const rule = law[room];
  if (!rule || ALONE[each.file]?.test(each.target)) return true;
  const goal = destination(each);
  if (goal === undefined)
    return each.target.startsWith("node:") ? /content|server/.test(room) : rule.packages.test(each.target);
  const ownFolder = room === "widgets" ? "widgets/" : `src/${room}/`;
  const others = rule.rooms.flatMap((other) => (other.endsWith(".ts") ? [other] : [`${other}/`, `src/${other}`]));
  return [ownFolder, ...others].some((folder) => goal.startsWith(folder));
}

interface Arrow {
  from: string;
  to: string;
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

describe("the import law of src/README.md", () => {
  const imports = code.flatMap(findImports);

  test("imports are found", () => expect(imports.length).toBeGreaterThan(100));

  test("a room enters only the rooms and packages it may", () => {
    expect(imports.filter((each) => !mayImport(each))).toEqual([]);
  });

  test("between rooms an import is written #room, inside a room it is relative", () => {
    const wrong = imports.filter((each) => {
      const goal = destination(each);
      return goal !== undefined && (findRoom(goal) === findRoom(each.file)) !== each.target.startsWith(".");
    });
    expect(wrong).toEqual([]);
  });

  const graph = imports.flatMap((each) => {
    const goal = destination(each);
    return goal === undefined ? [] : [{ from: each.file, to: goal }];
  });

  test("no files import each other in a circle", () => expect(findCircles(graph)).toEqual([]));

  const houses = ["src", "src/engine", "src/api", "src/server", "src/wizard", "src/app"];
  const content = ["", "/read", "/check", "/cases", "/compare"].map((folder) => `src/content${folder}`);
  test.each([...houses, ...content])(
    "the rooms of %s are above what they import: none imports another that leads back to it",
    (house) => {
      const roomIn = (file: string) =>
        file.startsWith(`${house}/`) ? file.slice(house.length + 1).split("/")[0] : undefined;
      const arrows = graph.flatMap(({ from, to }) => {
        const [room, other] = [roomIn(from), roomIn(to)];
        return room === undefined || other === undefined || room === other ? [] : [{ from: room, to: other }];
      });
      expect(arrows.length).toBeGreaterThan(2);
      expect(findCircles(arrows)).toEqual([]);
    },
  );

  test("only widgets/formRegistry.tsx imports @rjsf/core: the next rjsf renames everything", () => {
    const drawers = imports.filter(({ target }) => target.startsWith("@rjsf/core")).map(({ file }) => file);
    expect(new Set(drawers)).toEqual(new Set(["widgets/formRegistry.tsx"]));
  });

  test("features of the portal are strangers, except for what they share", () => {
    const feature = (file: string) => file.split("/")[2] ?? "";
    const shared = /^(kit|masterDetail|[A-Za-z]+\.tsx?$)/;
    const visits = imports.filter((each) => {
      const goal = destination(each);
      if (!each.file.startsWith("src/portal/") || !goal?.startsWith("src/portal/")) return false;
      return feature(goal) !== feature(each.file) && !shared.test(feature(goal)) && !shared.test(feature(each.file));
    });
    expect(visits).toEqual([]);
  });
});

describe("the house", () => {
  test("code never names a product: content is data", () => {
    const keys = readdirSync(join(root, "schemas/products"));
    const name = new RegExp(`(?<![\\w-])(${keys.join("|")})(?![\\w-])`);
    const naming = code.filter((file) => name.test(read(file)));
    expect(keys.length).toBeGreaterThan(0);
    expect(naming).toEqual([]);
  });

  test("no component is named as another file: who reads a list of files takes them for one", () => {
    const names = (ending: RegExp) =>
      code.filter((file) => ending.test(file)).map((file) => file.replace(/^.*\/|\.tsx?$/g, ""));
    const others = new Set(names(/\.ts$/));
    // Every program begins with a main.
    expect(names(/\.tsx$/).filter((name) => others.has(name) && name !== "main")).toEqual([]);
  });

  test("code never compares a language: differences are in the table of languages", () => {
    const asking = code.filter((file) => /(===|!==|\?) *"(nl|fr)"|startsWith\("(nl|fr)"\)/.test(read(file)));
    expect(asking).toEqual([]);
  });

  test("a function is named by a verb for its result, not by what it is of", () => {
    const named = /\b(?:function|const) ([a-z]\w*Of)\b(?= ?[(<]| = (?:async )?[(<])/g;
    const names = code.flatMap((file) => [...read(file).matchAll(named)].map(([, name]) => `${file} ${name}`));
    expect(names).toEqual([]);
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

  test("every package that is imported is declared", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const declared = new Set(Object.keys({ ...dependencies, ...devDependencies }));
    const packageName = (target: string) => target.split("/", target.startsWith("@") ? 2 : 1).join("/");
    const foreign = code.flatMap(findImports).filter(({ target }) => !/^([.#]|node:|virtual:)/.test(target));
    expect(foreign.filter(({ target }) => !declared.has(packageName(target)))).toEqual([]);
  });

  test("every optional package of the lockfile can be installed from it", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    const present = Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13));
    expect(wanted.filter((name) => !present.includes(name))).toEqual([]);
  });

  test("a file opens by saying why it exists", () => {
    expect(code.filter((file) => !/^(#!.*\n)?(\/\/|\/\*)/.test(read(file)))).toEqual([]);
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
