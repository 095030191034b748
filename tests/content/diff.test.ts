// What changes between two contents, in sentences: every kind of edit in three languages, and no edit without a sentence.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Catalogue, readCatalogue } from "#content/catalogue.ts";
import { compareContent } from "#content/diff/compare.ts";
import { Labelled } from "#content/diff/labels.ts";
import { compareRequests } from "#content/diff/requests.ts";
import type { Change } from "#content/diff/scope.ts";
import texts from "#content/diff/texts/nl.json" with { type: "json" };
import { DIFF_LANGUAGES } from "#content/diff/words.ts";
import { ContentIndex } from "#content/language/contentIndex.ts";
import { applyRename, planRename } from "#content/language/rename.ts";
import { Memory } from "#content/memory.ts";
import type { JsonFile } from "#content/readJson.ts";
import { sampleRequests } from "#content/replay/generate.ts";
import { openForReplay } from "#content/replay/rules.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { diff } from "#server/operations/diff.ts";
import { replay } from "#server/operations/replay.ts";
import { ContentCopy } from "./support/content.ts";
import {
  type Edit,
  FIELD_EDITS,
  LOOK_EDITS,
  MONEY_EDITS,
  PRODUCT_EDITS,
  RESULT_EDITS,
  REVERSED,
} from "./support/diffEdits.ts";

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

/** Puts the edits into the files; what it answers takes them back. */
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
    ...DIFF_LANGUAGES.map((language) => `  - ${sentence[language]}`),
  ]);

/** Sample quotations with answers. */
const THREE = ["50010425", "50010656", "50010667"];

const withoutRequests = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/\d{8}|^ {4}- (Voor|For|Pour) \d/.test(line))
    .join("\n");

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

describe("a change of the content", () => {
  const told = new Set<string>();
  const tell = (changes: readonly Change[]) => {
    for (const { kind } of changes) told.add(kind);
    return lines(changes);
  };

  it("is told in the words of whoever meets it, whatever its kind", async () => {
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
    const without = { ...before, products: before.products.slice(1), portal: null };
    const fewer = { ...before, files: before.files.filter(({ file }) => !file.endsWith("/papers.json")) };
    const products = [without, fewer].flatMap((one) => [
      ...tell(compareContent(before, one)),
      ...tell(compareContent(one, before)),
    ]);
    const text = [...sections, "# Back", ...back, "", "# Products as a whole", "", ...products, ""].join("\n");
    await expect(text).toMatchFileSnapshot("./diffSaid.md");
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

  it("says which cases, journeys and quotations come out otherwise", async () => {
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
      const changes = JSON.parse(await diff(["HEAD", ...folders, "--json"], {})) as Change[];
      tell(changes);
      // Quotations of the samples come and go; what is said of them is held below.
      text.push(...lines(changes.filter(({ part }) => part !== "requests")), "");
      if (name === "prices") text.push(withoutRequests(await diff(["HEAD", ...folders, "--language", "all"], {})), "");
      restore();
    }
    await expect(text.join("\n")).toMatchFileSnapshot("./diffResults.md");
    expect(await diff(["HEAD", ...folders], {})).toBe("Er verandert niets.");
    await expect(diff(["autumn", ...folders], {})).rejects.toThrow('There is no release or git revision "autumn"');
    const temporary = copy.path("temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    for (const command of [diff, replay])
      await expect(command(["HEAD", ...folders, "--to", "autumn"], {})).rejects.toThrow('git revision "autumn"');
    vi.unstubAllEnvs();
    expect(readdirSync(temporary), "what was opened before that").toEqual([]);
    await expect(diff(["HEAD", "--language", "de"], {})).rejects.toThrow("nl, en, fr, all");
    await expect(diff(["HEAD", "--product", "cybr"], {})).rejects.toThrow(/There is no product "cybr"; .* cyber, /);
    await expect(diff([], {})).rejects.toThrow("Usage: npm run diff");
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
    const said = await diff(["HEAD", ...folders], {});
    const result = JSON.parse(await replay(["HEAD", ...folders, "--json"], {}));
    git("checkout", "--quiet", "schemas", "fixtures");
    expect(said).toBe("Er verandert niets.");
    const { requests, unchanged, premium } = result.products[0];
    expect([requests > 0, unchanged, premium.priced]).toEqual([true, requests, requests]);
  });

  it("says that open requests go on by their own rules, and what is gone", async () => {
    const old = await openForReplay(copy.schemas, "old");
    const restore = write([...MONEY_EDITS["a price up"]!, ...RESULT_EDITS["rules and questions"]!]);
    const now = await openForReplay(copy.schemas, "now");
    restore();
    const product = before.products.find(({ key }) => key === "cyber")!;
    const products = new Map([["cyber", new Labelled(product, before)]]);
    const quotations = sampleRequests(copy.fixtures).filter(({ number }) => THREE.includes(number));
    const requests = [
      ...quotations,
      ...quotations.map((one) => ({ ...one, number: `${one.number} open`, open: true })),
    ];
    const changes = [
      ...compareRequests({ old, now, requests, products }),
      ...compareRequests({ old, now: { ...now, products: new Map() }, requests: quotations, products }),
    ];
    tell(changes);
    expect(changes.map(({ sentence }) => sentence.nl)).toEqual([
      "Lopende aanvragen gaan verder met de vragen en regels waarmee zij begonnen; voor de premie telt het tarief dat op de ingangsdatum geldt (3): 50010425 open, 50010656 open, 50010667 open.",
      "Bij 4 offertes en aanvragen is de premie van het eerste jaar anders, samen € 20,80: 50010425, 50010667, 50010425 open, 50010667 open.",
      "Wie een van deze offertes wijzigt of omzet, wordt nieuw gevraagd naar “website”: 50010425, 50010656, 50010667.",
      "Deze offertes kunnen niet meer worden gewijzigd of omgezet, omdat het product er niet meer is: 50010425, 50010656, 50010667.",
    ]);
  });

  it("has no sentence that no test tells", () => {
    expect(Object.keys(texts.sentences).filter((kind) => !told.has(kind))).toEqual([]);
  });
});
