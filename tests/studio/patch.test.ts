// The patches of the studio on the text of content files: whatever the acts are, the files have the notation that
// `npm run format-content` writes, and undoing all of them gives the bytes back.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { JSONPath } from "jsonc-parser";
import { afterEach, describe, expect, test } from "vitest";
import { formatJson } from "#content/read/files/formatJson.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { NoContentFile } from "#studio/server/edit/contentFiles.ts";
import { type Edit, Patcher, PatchRefused } from "#studio/server/edit/patch.ts";

const root = join(import.meta.dirname, "../..");
const FILES = ["schemas/products/a/one.schema.json", "schemas/products/a/texts.nl.json", "fixtures/steps/a/one.json"];
const folders: string[] = [];

function open(contents: readonly unknown[]) {
  const base = mkdtempSync(join(tmpdir(), "patch-"));
  folders.push(base);
  const path = (file: string) => join(base, file);
  const read = (file: string) => readFileSync(path(file), "utf8");
  for (const [index, file] of FILES.entries()) {
    mkdirSync(join(path(file), ".."), { recursive: true });
    writeFileSync(path(file), formatJson(JSON.stringify(contents[index] ?? {})));
  }
  const options = { base, journalPath: path("data/acts.json"), now: () => "2026-11-20T12:00:00.000Z" };
  return { base, path, read, start: () => new Patcher({ ...options, inspect: () => {} }) };
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const sentence = { nl: "gewijzigd", fr: "modifié" };
const name = fc.stringMatching(/^[a-z]{1,30}$/);
const leaf = fc.oneof(fc.string({ maxLength: 60 }), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.boolean(),
    fc.array(fc.integer({ min: 0 }), { maxLength: 40 }),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const content = fc.dictionary(name, json, { minKeys: 1, maxKeys: 6, noNullPrototype: true });
const wish = fc.record({
  file: fc.nat(2),
  turn: fc.nat(),
  name,
  value: json,
  kind: fc.constantFrom("set", "add", "drop"),
});
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never;

/** Every place of a value, and its parent's kind. */
function places(value: unknown, path: JSONPath = []): JSONPath[] {
  const inside = Array.isArray(value)
    ? value.flatMap((entry, index) => places(entry, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, entry]) => places(entry, [...path, key]))
      : [];
  return [path, ...inside];
}

/** Makes the wish possible in the file as it is. */
function toEdit({ file, turn, name, value, kind }: Wish, read: (file: string) => string): Edit {
  const target = FILES[file]!;
  const whole: unknown = JSON.parse(read(target));
  const all = places(whole);
  const path = all[turn % all.length]!;
  const was = valueAt(whole, path.map(String));
  if (kind === "add" && Array.isArray(was)) return { file: target, path: [...path, -1], value };
  if (kind === "add" && isObject(was)) {
    const key = Object.hasOwn(was, name) ? `${name}_` : name;
    const names = Object.keys(was);
    return { file: target, path: [...path, key], value, was: was[key], after: names[turn % (names.length || 1)] };
  }
  if (path.length === 0) return { file: target, path: [name], value, was: valueAt(whole, [name]) };
  return { file: target, path, was, value: kind === "drop" ? undefined : value };
}

/** At most one edit a file, because each wish is made of the file as it is. */
function toEdits(wishes: readonly Wish[], read: (file: string) => string): Edit[] {
  const byFile = new Map(wishes.map((each) => [each.file, each]));
  return [...byFile.values()].map((each) => toEdit(each, read));
}

const acts = fc.array(fc.array(wish, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });

test("any sequence of acts keeps the notation of content files, and undoing all of it gives the bytes back", () => {
  const results: string[] = [];
  const run = fc.property(fc.array(content, { minLength: 3, maxLength: 3 }), acts, (contents, wishes) => {
    const { read, start } = open(contents);
    const texts = () => FILES.map(read);
    const before = texts();
    const patcher = start();
    for (const each of wishes) {
      patcher.act({ sentence, edits: toEdits(each, read) });
      results.push(...texts());
    }
    const after = texts();
    const reloaded = start();
    while (reloaded.journal.last) reloaded.undo();
    expect(texts()).toEqual(before);
    while (reloaded.journal.next) reloaded.redo();
    expect(texts()).toEqual(after);
  });
  fc.assert(run, { numRuns: 40 });
  expect(formatByTool(results), `the formatter changes none of ${results.length}`).toMatch(/No fixes applied|Checked/);
}, 60_000);

/** What `npm run format-content` says to the texts. */
function formatByTool(texts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "patch-"));
  folders.push(folder);
  for (const [index, text] of [...new Set(texts)].entries()) writeFileSync(join(folder, `${index}.json`), text);
  writeFileSync(join(folder, "biome.json"), readFileSync(join(root, "src/content/contentFormat.json")));
  const biome = join(root, "node_modules/.bin/biome");
  return execFileSync(biome, ["format", "--config-path", folder, folder], { encoding: "utf8" });
}

describe("an act", () => {
  const [rules, texts] = FILES as [string, string];
  const contents = [
    { first: 1, second: { third: "a" } },
    { "a.label": "een", "b.label": "twee" },
  ];
  const act = {
    sentence,
    edits: [
      { file: rules, path: ["first"], was: 1, value: 2 },
      { file: texts, path: ["a.label"], was: "een", value: "één" },
    ],
  };

  test("that no longer fits is refused, and writes none of its files", () => {
    const { read, start, path } = open(contents);
    writeFileSync(path(texts), read(texts).replace("een", "anders"));
    expect(() => start().act(act)).toThrow(
      expect.objectContaining({ reason: "changed", file: texts, place: "a.label" }),
    );
    expect(JSON.parse(read(rules)).first).toBe(1);
  });

  test("is made on the text that another program wrote, and undone there", () => {
    const { read, start, path } = open(contents);
    const patcher = start();
    patcher.act(act);
    writeFileSync(path(texts), read(texts).replace("twee", "twee woorden").replace("{", '{\n  "z": "voor",'));
    patcher.undo();
    expect(JSON.parse(read(texts))).toEqual({ z: "voor", "a.label": "een", "b.label": "twee woorden" });
    expect(JSON.parse(read(rules)).first).toBe(1);
  });

  test("whose place was changed elsewhere is not undone by force", () => {
    const { read, start, path } = open(contents);
    const patcher = start();
    patcher.act(act);
    writeFileSync(path(texts), read(texts).replace("één", "ander"));
    const before = FILES.map(read);
    expect(() => patcher.undo()).toThrow(expect.objectContaining({ reason: "changed", file: texts }));
    expect(FILES.map(read)).toEqual(before);
    expect(patcher.journal.done, "it can be undone later").toBe(1);
  });

  test("of which one file cannot be written leaves the others as they were", () => {
    const { read, start, path } = open(contents);
    mkdirSync(path(`${texts}.${process.pid}.new`));
    expect(() => start().act(act)).toThrow(
      expect.objectContaining({ reason: "unwritable", file: texts, message: "EISDIR" }),
    );
    expect(JSON.parse(read(rules)).first).toBe(1);
    expect(start().journal.acts).toEqual([]);
  });

  test("keeps the notation of a number that it does not touch, and of a file in another notation", () => {
    const { read, start, path } = open(contents);
    writeFileSync(path(rules), '{"first":1,"other":1.50,\r\n"third": {}}');
    start().act({ sentence, edits: [{ file: rules, path: ["first"], was: 1, value: 2 }] });
    expect(read(rules)).toBe('{"first":2,"other":1.50,\r\n"third": {}}');
  });

  test.each(["../out.json", "schemas/../out.json", "src/a.json", "schemas/a.txt", "/etc/passwd", "schemas/products/a"])(
    "never reaches %s",
    (file) => {
      const edits = [{ file, path: ["a"], value: 1 }];
      expect(() => open(contents).start().act({ sentence, edits })).toThrow(NoContentFile);
    },
  );

  test("never follows a link out of the content, be it of a file or of a folder", () => {
    const { path, start } = open(contents);
    writeFileSync(path("secret.json"), "{}");
    symlinkSync(path("secret.json"), path("schemas/linked.json"));
    symlinkSync(path("."), path("schemas/out"));
    for (const file of ["schemas/linked.json", "schemas/out/secret.json"])
      expect(() => start().act({ sentence, edits: [{ file, path: ["a"], value: 1 }] })).toThrow(NoContentFile);
    expect(readFileSync(path("secret.json"), "utf8")).toBe("{}");
  });

  test("that is typed in pieces is undone as one", () => {
    const { read, start } = open(contents);
    const patcher = start();
    const before = read(rules);
    const longer = before.replace('"a"', '"ab"');
    patcher.type(rules, before, longer, sentence);
    patcher.type(rules, longer, longer.replace('"ab"', '"abc"'), sentence);
    expect(patcher.journal.acts).toHaveLength(1);
    patcher.undo();
    expect(read(rules)).toBe(before);
    expect(() => patcher.undo()).toThrow(PatchRefused);
  });
});
