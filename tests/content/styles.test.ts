// CSS modules: a class that a component uses is in its sheet, and no sheet contains a class that is not used.
// TypeScript accepts any name there, so this test checks it.
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { trackedFiles } from "./support/tracked.ts";

const root = normalize(join(import.meta.dirname, "../.."));
const tracked = trackedFiles();
const sheets = tracked.filter((file) => file.endsWith(".module.css"));
const code = tracked.filter((file) => /^(src|widgets)\/.*\.tsx?$/.test(file));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const nameOf = (file: string) => basename(file).split(".")[0];

/** The classes that a sheet defines: those of its own, not `:global(…)`. */
function classesIn(file: string): Set<string> {
  const rules = read(file)
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/:global\([^)]*\)/g, "")
    .replace(/\{[^{}]*\}/g, "{}");
  return new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ""));
}

const defined = new Map(sheets.map((file) => [file, classesIn(file)]));

interface Use {
  file: string;
  sheet: string;
  name: string;
}

const uses: Use[] = code.flatMap((file) =>
  [...read(file).matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)].flatMap(([, styles = "", from = ""]) => {
    const path = from.startsWith("#widgets/") ? from.slice(1) : from.replace(/^#/, "src/");
    const sheet = from.startsWith(".") ? relative(root, join(root, dirname(file), from)) : path;
    const names = [...read(file).matchAll(new RegExp(`\\b${styles}(?:\\.(\\w+)|\\[)`, "g"))];
    return names.map(([, name]) => ({ file, sheet, name: name ?? "*" }));
  }),
);

describe("CSS modules", () => {
  test("a class that is asked for is in the sheet", () => {
    expect(uses.length).toBeGreaterThan(200);
    expect(uses.filter(({ sheet, name }) => name !== "*" && !defined.get(sheet)?.has(name))).toEqual([]);
  });

  test("a class of a sheet is asked for", () => {
    const unused = sheets.flatMap((sheet) => {
      const used = uses.filter((use) => use.sheet === sheet).map(({ name }) => name);
      return used.includes("*")
        ? []
        : [...(defined.get(sheet) ?? [])].filter((name) => !used.includes(name)).map((name) => `${sheet} ${name}`);
    });
    expect(unused).toEqual([]);
  });

  test("names of sheets are unique: a class is named after its sheet", () => {
    const names = sheets.map(nameOf);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("a sheet names no class of another component: it is adjusted by props, custom properties and elements", () => {
    const styles = tracked.filter((file) => /^(src|widgets)\/.*\.css$/.test(file));
    const references = styles.flatMap((file) =>
      [...read(file).matchAll(/:global|\.[A-Z]\w*_\w+/g)].map(([of]) => `${file} ${of}`),
    );
    expect(references).toEqual([]);
  });
});

describe("tests", () => {
  const shared = tracked.filter((file) => /^(src|widgets)\/.*(?<!\.module)\.css$/.test(file));
  const moduleClasses = [...defined].flatMap(([file, names]) => [...names].map((name) => `${nameOf(file)}_${name}`));
  const classes = new Set([...moduleClasses, ...shared.flatMap((file) => [...classesIn(file)])]);
  const strings = (line: string) => [...line.matchAll(/(["'`])((?:(?!\1).)*)\1/g)].map(([, , text]) => text ?? "");
  // A text key has points too: a plain word is a class only where a selector may begin.
  const namesClass = (text: string) =>
    [...text.matchAll(/(^|[\s>+~(,:\]])?\.([A-Za-z][\w-]*)/g)].some(
      ([, begin, name = ""]) => classes.has(name) && (begin !== undefined || /[-_]/.test(name)),
    );

  test("find what they look at by role, name or element, as its user does, never by class", () => {
    // The bench draws the forms of other libraries, and asks them by what those have.
    const files = tracked.filter((file) => /^tests\/(?!bench\/|content\/styles).*\.tsx?$/.test(file));
    const lines = files.flatMap((file) =>
      read(file)
        .split("\n")
        .filter((line) => /\.class(Name|List)\b/.test(line) || strings(line).some(namesClass))
        .map((line) => `${file} ${line.trim()}`),
    );
    expect(classes.size).toBeGreaterThan(400);
    expect(lines).toEqual([]);
  });
});
