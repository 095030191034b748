// A rename of every field of the two example products, also inside groups, lists of records and tables: the check, the comparison,
// the portfolio, journeys and texts are as before. Renaming them back restores the same bytes.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "#content/compare/compare.ts";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { valueAt } from "#content/names/names.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { LanguageService } from "#content/names/service.ts";
import { renameAnswers } from "#engine/fields/formerNames.ts";
import type { FormerNames, JsonObject } from "#engine/schema/types.ts";
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

describe("a rename of an owner's name and of the list around it", () => {
  const parties = { step: "parties", product: "bedrijfspand" };
  const rename = (field: string, to: string) => {
    const plan = planRename(index, { ...parties, field, to });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
    return plan;
  };
  const manifest = "schemas/products/bedrijfspand/product.json";
  afterAll(() => git("checkout", "--quiet", "schemas", "fixtures"));

  test("is recorded under the names that the fields around it have today, in whatever order", () => {
    git("checkout", "--quiet", "schemas", "fixtures");
    rename("owners.*.name", "full_name");
    rename("owners", "holders");
    rename("holders.full_name", "whole_name");
    expect(copy.read(manifest).was).toEqual({
      "parties.holders.*.name": "whole_name",
      "parties.holders.*.full_name": "whole_name",
      "parties.owners": "holders",
    });
    expect(copy.read(manifest).screened).toContainEqual({
      name: "parties.holders.*.whole_name",
      birth_date: "parties.holders.*.birth_date",
    });
    expect(
      valueAt(copy.read("schemas/products/bedrijfspand/parties.schema.json"), "/properties/holders/uniqueBy"),
    ).toBe("whole_name");
  });

  test("keeps the name for other systems, and the texts of other fields of that name", () => {
    const handover = copy.read("schemas/products/bedrijfspand/handover.json").fields;
    expect(Object(handover)["parties.holders.*.whole_name"]).toBe("party.name");
    const dutch = texts("bedrijfspand", "nl");
    expect([dutch["field.holders.whole_name.label"], dutch["field.contact.name.label"]]).toEqual(["Naam", "Naam"]);
  });

  test("gives stored answers of any earlier release the names of today", () => {
    const was = copy.read(manifest).was as FormerNames;
    const today = { holders: [{ _id: "a", whole_name: "J. Jansen" }] };
    for (const [list, name] of [
      ["owners", "name"],
      ["owners", "full_name"],
      ["holders", "whole_name"],
    ] as const) {
      const answers: JsonObject = { [list]: [{ _id: "a", [name]: "J. Jansen" }] };
      expect(renameAnswers(was, "parties", answers)).toEqual(today);
    }
  });

  test.each([
    ["parties.owners.*.old", "whole_name", /parties has no field "whole_name"/],
    ["parties.owners.*.share", "name", /parties has a field "share", so it is not an earlier name/],
  ])("a former name that leads nowhere, or is a name of today, is refused: %s", async (address, to, sentence) => {
    git("checkout", "--quiet", "schemas", "fixtures");
    copy.change(manifest, (content) => Object.assign(content, { was: { [address]: to } }));
    expect(await copy.errors()).toEqual([expect.stringMatching(sentence)]);
  });

  test("refuses the yes or no of a question with an explanation", () => {
    const wanted = {
      product: "bedrijfsaansprakelijkheid_uitgebreid",
      step: "insurers",
      field: "history.*.answer",
      to: "reply",
    };
    expect(planRename(index, wanted)).toMatch(/^"answer" is the yes or no of each question of insurers/);
  });

  test("refuses a name that the record has, and not one that is used elsewhere", () => {
    git("checkout", "--quiet", "schemas", "fixtures");
    expect(planRename(index, { ...parties, field: "owners.*.name", to: "share" })).toBe(
      'parties of bedrijfspand already has a field "owners.*.share".',
    );
    expect(planRename(index, { ...parties, field: "owners.*.nam", to: "x" })).toContain('did you mean "owners.*.name"');
    expect(planRename(index, { ...parties, field: "owners.*.name", to: "account" })).toBeTypeOf("object");
  });

  test("an editor finds a field of a record in data, layout, rules and addresses, and offers those of that record", () => {
    const service = new LanguageService(copy.schemas, copy.fixtures);
    const file = "schemas/products/bedrijfspand/parties.ui.json";
    const offset = service.index.find(file)!.text.indexOf('"birth_date"') + 1;
    const paths = new Set(service.references(file, offset).map((location) => location.file));
    for (const name of ["parties.schema.json", "parties.ui.json"])
      expect(paths).toContain(`schemas/products/bedrijfspand/${name}`);
    expect(paths).toContain("fixtures/steps/bedrijfspand/parties.json");
    const labels = service.complete(file, offset).map(({ label }) => label);
    expect(labels.sort()).toEqual(["birth_date", "name", "share"]);
  });
});
