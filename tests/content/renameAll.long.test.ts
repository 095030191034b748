// A rename of every field of the two example products, also inside groups, lists of records and tables: the check, the comparison,
// the portfolio, journeys and texts are as before. Renaming them back restores the same bytes.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Comparison } from "#content/compare/compare.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { diff, replay } from "../support/comparing.ts";
import { ContentCopy } from "./support/content.ts";

const PRODUCTS = ["bedrijfspand", "bedrijfsaansprakelijkheid_uitgebreid"] as const;
const copy = new ContentCopy(...PRODUCTS).moveExamples();
const index = new ContentIndex(copy.schemas, copy.fixtures);
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.nl", ...args], { cwd: copy.base });

beforeAll(() => {
  git("init", "--quiet");
  git("add", "schemas", "fixtures");
  git("commit", "--quiet", "-m", "before the renames");
});
afterAll(() => copy.remove());

interface Field {
  product: string;
  step: string;
  name: string;
}

/** The engine knows the yes or no of a question with an explanation by its name. */
const QUESTION = /\.\*\.answer$/;

/** What the shared cases and journeys of a step name too. `language.test.ts` renames such fields in a product that has its own copies. */
const SHARED = ["kvk", "turnover"];

const ownFields = (): Field[] => {
  const fields = index.names().flatMap(({ kind, defines, product, step, name }) => {
    return kind === "field" && defines && product && step ? [{ product, step, name }] : [];
  });
  const ownNames = fields.filter(
    ({ product, name }) => PRODUCTS.some((key) => key === product) && !SHARED.includes(name) && !QUESTION.test(name),
  );
  return [...new Map(ownNames.map((field) => [JSON.stringify(field), field])).values()];
};

const last = (name: string) => name.split(".").at(-1) ?? "";

/** Inner fields first: renaming what is around them then changes their addresses too. */
function renameAll(rename: (name: string) => string): string[] {
  const fields = ownFields().sort((left, right) => right.name.length - left.name.length);
  for (const { product, step, name } of fields) {
    const plan = planRename(index, { product, step, field: name, to: rename(last(name)) });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
  }
  return fields.map(({ step, name }) => `${step}.${name}`);
}

const renamed = (name: string) => `renamed_${name}`;
const original = (name: string) => name.replace(/^renamed_/, "");

/** Names for other systems follow the field in a product that is not on offer. The record of earlier names stays. */
const bytes = () =>
  new Map(
    index
      .files()
      .filter(({ file }) => !/\/(?:handover|texts\.\w+)\.json$/.test(file))
      .map(({ file, text }) => [file, text.replace(/,\s*"was": \{[^}]*\}/, "")]),
  );

/** The texts of a product. A rename leaves one out where all products share a text that says the same. */
const texts = (product: string, language: string) => copy.read(`schemas/products/${product}/texts.${language}.json`);

function withoutShared(all: JsonObject, language: string): JsonObject {
  const shared = copy.read(`schemas/shared/texts.${language}.json`);
  const isShared = ([key, text]: [string, unknown]) =>
    shared[`wizard.field.${key.split(".").slice(-2).join(".")}`] === text;
  return Object.fromEntries(Object.entries(all).filter((entry) => !isShared(entry)));
}

const ownTexts = () =>
  PRODUCTS.flatMap((product) => LANGUAGES.map((language) => withoutShared(texts(product, language), language)));

test("all fields, inside groups, records and rows too: nothing but the names differs, and back again", async () => {
  const findings = async () =>
    (await copy.findings()).map(({ file, sentence }) => `${file}: ${sentence.replace(/renamed_/g, "")}`);
  const [before, beforeTexts, clean] = [bytes(), ownTexts(), await findings()];
  const fields = renameAll(renamed);
  expect(fields.filter((field) => field.includes(".*.")).length).toBeGreaterThan(25);
  expect(fields).toEqual(expect.arrayContaining(["regions.sales.*.last_year", "general-data.split.retail"]));
  expect(ownFields().filter(({ name }) => !name.split(".").every((part) => /^(?:\*|renamed_.*)$/.test(part)))).toEqual(
    [],
  );
  expect((await findings()).filter((line) => !clean.includes(line))).toEqual([]);

  const folders = ["--samples", "--schemas", copy.schemas, "--fixtures", copy.fixtures];
  const { rows } = JSON.parse(await diff(["HEAD", ...folders, "--json"], {})) as Comparison;
  expect(rows.filter(({ where }) => !where.endsWith("name in the files"))).toEqual([]);
  expect(rows.length).toBe(fields.length);
  const { portfolio } = JSON.parse(await replay(["HEAD", ...folders, "--json"], {}));
  for (const { requests, unchanged } of portfolio.products) expect(unchanged).toBe(requests);

  renameAll(original);
  expect([...bytes()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)).toEqual([]);
  expect(ownTexts()).toEqual(beforeTexts);
}, 300_000);
