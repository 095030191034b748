// What changes between two contents: a sentence for every kind of edit in both languages, and no edit without a sentence.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Change } from "#content/compare/content/changes.ts";
import { compareContent } from "#content/compare/content/content.ts";
import texts from "#content/compare/words/nl.json" with { type: "json" };
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { type Catalogue, readCatalogue } from "#content/read/catalogue.ts";
import { Memory } from "#content/read/files/memory.ts";
import type { JsonFile } from "#content/read/files/readJson.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { diff, replay } from "../support/comparing.ts";
import {
  type Edit,
  FIELD_EDITS,
  LOOK_EDITS,
  MONEY_EDITS,
  PLAIN_EDITS,
  PRODUCT_EDITS,
  RESULT_EDITS,
  REVERSED,
} from "./support/compareEdits.ts";
import { ContentCopy } from "./support/content.ts";

const copy = new ContentCopy(
  "beroepsaansprakelijkheid",
  "bestuurdersaansprakelijkheid",
  "cyber",
  "schadeverzekering_werknemers",
).writeOut();
const memory = new Memory();
let before: Catalogue;

beforeAll(() => {
  copy.addPortalForms();
  before = readCatalogue(copy.schemas, memory);
});
afterAll(() => copy.remove());

/** Writes the edits into the files. Returns a function that reverts them. */
function write(edits: readonly Edit[]): () => void {
  const files = [...new Set(edits.map(([file]) => join(copy.schemas, file)))];
  const texts = files.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null));
  for (const [name, path, to] of edits) {
    const file = join(copy.schemas, name);
    const content = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as JsonObject) : {};
    // Keys of texts hold dots of their own.
    const holder = { content };
    const keys = path === "" ? [] : /texts\./.test(name) ? [path] : path.split(".");
    set(holder, ["content", ...keys], to);
    writeFileSync(file, JSON.stringify(holder.content));
  }
  return () => {
    for (const [index, path] of files.entries()) {
      const text = texts[index];
      if (text) writeFileSync(path, text);
      else rmSync(path);
    }
  };
}

function edited(edits: readonly Edit[]): Catalogue {
  const restore = write(edits);
  const after = readCatalogue(copy.schemas, memory);
  restore();
  return after;
}

function set(content: JsonObject, keys: readonly string[], to: Edit[2]): void {
  let holder: JsonObject = content;
  for (const key of keys.slice(0, -1)) holder = holder[key] as JsonObject;
  const last = keys.at(-1)!;
  const value = typeof to === "function" ? to(holder[last] as never) : to;
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

const lines = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ product, part, kind, sentence }) => [
    `- \`${product ?? "all"} ${part} ${kind}\``,
    ...LANGUAGES.map((language) => `  - ${sentence[language]}`),
  ]);

const SECTIONS = { Fields: FIELD_EDITS, Looks: LOOK_EDITS, Products: PRODUCT_EDITS, Money: MONEY_EDITS };
const ALL = Object.assign({}, ...Object.values(SECTIONS)) as Record<string, Edit[]>;

/** The same content with another content of one file. */
function withFile(catalogue: Catalogue, file: JsonFile, content: JsonObject): Catalogue {
  const other = { ...file, content, text: JSON.stringify(content) };
  const put = <T>(value: T): T => {
    if (value === (file as unknown)) return other as T;
    if (Array.isArray(value)) return value.map(put) as T;
    return isObject(value) && !("text" in value) ? (mapValues(value, put) as T) : value;
  };
  return put(catalogue);
}

const mapValues = (object: JsonObject, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** Every value of a file, by the members that lead to it. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changeLeaf(content: JsonObject, path: readonly string[], taken: boolean): JsonObject {
  const changed = { content: structuredClone(content) };
  const other = (value: unknown) =>
    typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}x`;
  set(changed, ["content", ...path], taken ? undefined : (other as Edit[2]));
  return changed.content;
}

/** Of a seed, so that a part of them is the same part again. */
const SHARE = process.env.DIFF === "all" ? 1 : 40;

/** Keys of texts that are sentences of their own. */
const SENTENCE =
  /^(?:turns|(?:moves|becomes|new|gone)(?:\.alone)?|(?:place|file|version|field|shown|required|case)\.\w+|journey\.(?:outcome|premium|unpriced|errors)|product\.(?:added|removed|offered|withdrawn)|document\.replaced|plain\.(?:added|removed|moved|when)|rule\.when|choices\.moved)$/;

describe("a change of the content", () => {
  const told = new Set<string>();
  const tell = (changes: readonly Change[]) => {
    for (const { kind } of changes) told.add(kind);
    return lines(changes);
  };

  it("is described in the words of its reader, whatever its kind", async () => {
    const sections = Object.entries(SECTIONS).flatMap(([section, edits]) => [
      `# ${section}`,
      ...Object.entries(edits).flatMap(([name, edit]) => [
        "",
        `## ${name}`,
        "",
        ...tell(compareContent(before, edited(edit))),
      ]),
      "",
    ]);
    const back = REVERSED.flatMap((name) => [
      "",
      `## not any more: ${name}`,
      "",
      ...tell(compareContent(edited(ALL[name]!), before)),
    ]);
    const plain = Object.entries(PLAIN_EDITS).flatMap(([name, [earlier, later]]) => [
      "",
      `## ${name}`,
      "",
      ...tell(compareContent(edited(earlier), edited(later))),
    ]);
    const without = { ...before, products: before.products.slice(1), portal: null };
    const fewer = { ...before, files: before.files.filter(({ file }) => !file.endsWith("/papers.json")) };
    const products = [without, fewer].flatMap((one) => [
      ...tell(compareContent(before, one)),
      ...tell(compareContent(one, before)),
    ]);
    const text = [
      ...sections,
      "# Back",
      ...back,
      "",
      "# Content between fields",
      ...plain,
      "",
      "# Products as a whole",
      "",
      ...products,
      "",
    ].join("\n");
    await expect(text).toMatchFileSnapshot("./compareSaid.md");
  });

  it("is nothing where nothing changes", () => {
    expect(compareContent(before, edited([]))).toEqual([]);
  });

  it("is never passed over: no value of any file can change or go without a sentence", () => {
    const silent: string[] = [];
    let count = 0;
    for (const file of before.files)
      for (const path of leaves(file.content)) {
        count += 1;
        if (count % SHARE !== 0) continue;
        const after = withFile(before, file, changeLeaf(file.content, path, count % (2 * SHARE) === 0));
        if (compareContent(before, after).length === 0) silent.push(`${file.file} ${path.join("/")}`);
      }
    expect(silent).toEqual([]);
  });

  it("reports which cases, journeys and quotations come out otherwise", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });
    git("init", "--quiet");
    git("add", "schemas", "fixtures");
    git("commit", "--quiet", "-m", "first");
    const folders = ["--samples", "--schemas", copy.schemas, "--fixtures", copy.fixtures];
    const text: string[] = [];
    for (const [name, edits] of Object.entries(RESULT_EDITS)) {
      const restore = write(edits);
      text.push(`## ${name}`, "");
      const { changes } = JSON.parse(await diff(["HEAD", ...folders, "--json"], {})) as {
        changes: Change[];
      };
      tell(changes);
      text.push(...lines(changes), "");
      restore();
    }
    await expect(text.join("\n")).toMatchFileSnapshot("./compareResults.md");
    expect(await diff(["HEAD", ...folders], {})).toContain("Er verandert niets.");
    await expect(diff(["autumn", ...folders], {})).rejects.toThrow('There is no release or git revision "autumn"');
    const temporary = copy.path("temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    const unknown = diff(["HEAD", ...folders, "--to", "autumn"], {});
    await expect(unknown).rejects.toThrow('git revision "autumn"');
    vi.unstubAllEnvs();
    expect(readdirSync(temporary), "what was opened before that").toEqual([]);
    await expect(diff(["HEAD", "--language", "de"], {})).rejects.toThrow("nl, fr, all");
    await expect(diff(["HEAD", "--product", "cybr"], {})).rejects.toThrow(/There is no product "cybr"; .* cyber, /);
    await expect(diff([], {})).rejects.toThrow("<release or git revision> is missing.");
  });

  it("is nothing where fields only have other names", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });
    git("init", "--quiet");
    git("add", "schemas", "fixtures");
    git("commit", "--quiet", "--allow-empty", "-m", "before the renames");
    const index = new ContentIndex(copy.schemas, copy.fixtures);
    for (const [field, to] of [
      ["revenue", "sales"],
      ["sector", "branch"],
      ["sales", "income"],
    ] as const) {
      const plan = planRename(index, { product: "beroepsaansprakelijkheid", step: "general-data", field, to });
      if (typeof plan === "string") throw new Error(plan);
      applyRename(plan);
    }
    const folders = ["--samples", "--schemas", copy.schemas, "--fixtures", copy.fixtures];
    const { changes } = JSON.parse(await diff(["HEAD", ...folders, "--json"], {}));
    const { portfolio } = JSON.parse(await replay(["HEAD", ...folders, "--json"], {}));
    git("checkout", "--quiet", "schemas", "fixtures");
    tell(changes);
    expect(changes.map(({ kind }: Change) => kind)).toEqual(Array(2).fill("field.renamed"));
    const { requests, unchanged, premium } = portfolio.products[0];
    expect([requests > 0, unchanged, premium.priced]).toEqual([true, requests, requests]);
  });

  it("has no sentence without a test", () => {
    expect(Object.keys(texts).filter((kind) => SENTENCE.test(kind) && !told.has(kind))).toEqual([]);
  });
});
