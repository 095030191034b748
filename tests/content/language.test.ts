// The names of the content and the renaming of a field, on a copy of the real content: what fits a place, where a name is defined,
// and that renaming a field everywhere leaves the content as clean as before. Renaming it back restores the same bytes.
import { afterAll, describe, expect, test } from "vitest";
import { findCandidates, findDefinitions } from "#content/names/candidates.ts";
import { ContentIndex, isSame } from "#content/names/contentIndex.ts";
import type { Name } from "#content/names/names.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import type { Rename } from "#content/names/rename/renameWords.ts";
import { ContentCopy } from "./support/content.ts";

const product = "beroepsaansprakelijkheid";
const copy = new ContentCopy(product, "cyber").writeOut();
const index = new ContentIndex(copy.schemas, copy.fixtures);

afterAll(() => copy.remove());

const fileOf = (file: string) => `schemas/products/${product}/${file}`;
const cases = (step: string) => `fixtures/steps/${product}/${step}.json`;
const textOf = (file: string) => index.find(file)?.text ?? "";

/** `«` in the text that is searched marks the position of the cursor. */
function cursor(file: string, marked: string): [file: string, offset: number] {
  const [before = "", after = ""] = marked.split("«");
  const start = textOf(file).indexOf(before + after);
  if (start < 0) throw new Error(`${file} holds no ${before}${after}`);
  return [file, start + before.length];
}

const placesOf = (locations: { file: string }[]) => [...new Set(locations.map(({ file }) => file))];

describe("every name of the content", () => {
  const describeName = ({ kind, product: owner, step, name }: Name) =>
    (kind === "shared" ? [kind, name] : [kind, owner, step, name]).join(" ");
  /** Kinds whose names the content itself defines, each in a place of the table. */
  const defined = ["field", "step", "list", "document", "feature", "code", "shared"];

  test("is defined somewhere, so the table knows every place of a definition", () => {
    const names = index.names().filter(({ kind, product: owner }) => defined.includes(kind) && owner !== "edi");
    const definitions = new Set(names.filter((entry) => entry.defines).map(describeName));
    // Members that a list gives, as the numbers of questions, are defined by no schema.
    const holders = new Set(
      names.filter((entry) => entry.defines && entry.name.includes(".")).map((entry) => entry.name.split(".")[0]),
    );
    const unknown = names.filter(
      (entry) =>
        !definitions.has(describeName(entry)) &&
        entry.name !== "unknown" &&
        entry.name !== "request" &&
        (entry.kind !== "field" || !entry.name.includes(".") || holders.has(entry.name.split(".")[0])),
    );
    const foreign = unknown.filter(({ product: owner }) => owner === product || owner === "cyber");
    expect(names.length).toBeGreaterThan(1000);
    expect(foreign.map((entry) => `${entry.file}: ${describeName(entry)}`)).toEqual([]);
  });
});

describe("definition and references", () => {
  test.each([
    ["a field of the order", fileOf("general-data.ui.json"), '"reve«nue"', fileOf("general-data.schema.json")],
    ["an answer of the tariff", fileOf("tariff.json"), "general-data.reve«nue", fileOf("general-data.schema.json")],
    ["a pointer of a case", cases("general-data"), '"/reve«nue"', fileOf("general-data.schema.json")],
    ["a list of a rule", fileOf("general-data.schema.json"), '"list": "profess«ions"', fileOf("product.json")],
    ["a shared rule", fileOf("general-data.schema.json"), "#/definitions/k«vk", "schemas/shared/fields.schema.json"],
    ["a step of a case", cases("general-data"), '"step": "general-d«ata"', fileOf("product.json")],
  ])("%s leads to where it is written", (_what, file, marked, wanted) => {
    expect(placesOf(findDefinitions(index, ...cursor(file, marked)))).toEqual([wanted]);
  });

  test("a field is found in its rules, layout, product, tariff, cases and journeys, and in no other product", () => {
    const [field] = findDefinitions(index, ...cursor(fileOf("general-data.ui.json"), '"reve«nue"'));
    const paths = placesOf(index.names().filter((name) => isSame(name, field!)));
    for (const file of ["general-data.schema.json", "general-data.ui.json", "product.json", "tariff.json"])
      expect(paths).toContain(fileOf(file));
    expect(paths).toContain(cases("general-data"));
    expect(paths).toContain(cases("coverage-choice"));
    expect(paths.filter((file) => file.startsWith("fixtures/journeys/")).length).toBeGreaterThan(5);
    expect(paths.filter((file) => file.includes("cyber"))).toEqual([]);
  });
});

describe("the names that fit a place", () => {
  test.each([
    ["a field in the order", fileOf("general-data.ui.json"), "/ui:order/0", "value", "kvk"],
    ["a field as a member", fileOf("general-data.ui.json"), "/x", "key", "revenue"],
    ["a list", "schemas/shared/fields.schema.json", "/definitions/x/enumFrom", "value", "deductible_amounts"],
    ["a text key", fileOf("general-data.ui.json"), "/a/ui:errors/x/message", "value", "error.max_value.message"],
    ["a rule in a case", cases("general-data"), "/cases/0/expect/0/1", "value", "maximum"],
    ["a pointer in a case", cases("general-data"), "/cases/0/expect/0/0", "value", "/revenue"],
    ["an answer in the tariff", fileOf("tariff.json"), "/bands/0/answer", "value", "general-data.revenue"],
    ["a step of a case", cases("general-data"), "/step", "value", "coverage-choice"],
  ] as const)("are offered: %s", (...[, file, pointer, on, wanted]) => {
    const names = findCandidates(index, file, pointer, on).map(({ name }) => name);
    expect(names).toContain(wanted);
    expect(names, "of another product").not.toContain("turnover");
  });

  test("come with the label of a field, and with a text itself", () => {
    const details = (pointer: string) =>
      findCandidates(index, fileOf("general-data.ui.json"), pointer, "value").map(({ detail }) => detail);
    expect(details("/ui:order/0")).toContain("Jaaromzet");
    expect(details("/a/ui:errors/x/message").join()).toContain("te hoog");
  });
});

test("a price per unit is named by the text that it refers to", () => {
  const staff = new ContentCopy("schadeverzekering_werknemers").writeOut();
  try {
    const staffIndex = new ContentIndex(staff.schemas, staff.fixtures);
    const tariff = "schemas/products/schadeverzekering_werknemers/tariff.json";
    const offset = (staffIndex.find(tariff)?.text ?? "").indexOf('"volunteers"') + 3;
    expect(findCandidates(staffIndex, tariff, "/per_unit/0/name", "value")).toEqual([
      { name: "volunteers", detail: "per vrijwilliger" },
    ]);
    expect(placesOf(findDefinitions(staffIndex, tariff, offset))).toEqual([
      "schemas/products/schadeverzekering_werknemers/texts.fr.json",
      "schemas/products/schadeverzekering_werknemers/texts.nl.json",
    ]);
  } finally {
    staff.remove();
  }
});

/** Without the record of earlier names, which a rename leaves behind. */
const bytes = () => new Map(index.files().map(({ file, text }) => [file, text.replace(/,\s*"was": \{[^}]*\}/, "")]));
const rename = (wanted: Partial<Rename>) =>
  planRename(index, { product, step: "general-data", field: "revenue", to: "sales", ...wanted });

describe("renaming a field", () => {
  const fields = index
    .names()
    .filter(({ kind, defines, product: owner }) => kind === "field" && defines && owner === product);
  const each = new Map(fields.map((entry) => [`${entry.step}.${entry.name}`, entry]));

  const apply = (step: string, field: string, to: string) => {
    const plan = rename({ step, field, to });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
  };

  test("all fields of a product, and back: the check finds no more than before, and the bytes are the same", async () => {
    const listSentences = async () =>
      (await copy.findings()).map(({ file, sentence }) => `${file}: ${sentence.replace(/renamed_/g, "")}`);
    // Code judges some fields by their names, which the renaming reports. A journey may then end otherwise, or cannot
    // be sent, and files are kept under one name only.
    const byCode = /should end as|first day of cover|keeps its files/;
    const [before, clean] = [bytes(), await listSentences()];
    expect(each.size).toBeGreaterThan(20);
    for (const { step = "", name } of each.values()) apply(step, name, `renamed_${name}`);
    expect((await listSentences()).filter((line) => !clean.includes(line) && !byCode.test(line))).toEqual([]);
    for (const { step = "", name } of each.values()) apply(step, `renamed_${name}`, name);
    expect([...bytes()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)).toEqual([]);
  });

  test.each([
    [{ product: "other" }, /^There is no product "other"; the products are /],
    [{ step: "general-dat" }, /has no step "general-dat": .*general-data/],
    [{ field: "revenu" }, /has no field "revenu": .*revenue/],
    [{ to: "kvk" }, `general-data of ${product} already has a field "kvk".`],
    [{ to: "Sales figure" }, /is not a name for a field: use small letters/],
    [{ to: "constructor" }, /is a word of the programming language/],
  ])("is refused with a sentence: %j", (wanted, sentence) => {
    expect(rename(wanted)).toEqual(expect.stringMatching(sentence as string));
  });

  test("reports in a sentence for each file what it changed", () => {
    const plan = rename({});
    if (typeof plan === "string") throw new Error(plan);
    const sentences = plan.changes.map(({ sentence }) => sentence);
    expect(sentences).toContain(`${fileOf("general-data.schema.json")}: 2 places renamed`);
    expect(sentences.length).toBeGreaterThan(15);
  });

  test("is recorded under every earlier name, and leads from each to the name of today", () => {
    const forget = () => copy.change(fileOf("product.json"), (manifest) => delete manifest.was);
    forget();
    apply("general-data", "revenue", "sales");
    apply("general-data", "sales", "turnover");
    const once = copy.read(fileOf("product.json")).was;
    apply("general-data", "turnover", "revenue");
    const back = copy.read(fileOf("product.json")).was;
    forget();
    expect([once, back]).toEqual([
      { "general-data.revenue": "turnover", "general-data.sales": "turnover" },
      { "general-data.sales": "revenue", "general-data.turnover": "revenue" },
    ]);
  });

  test("a text that other products show stays; this product gets its own", () => {
    const plan = planRename(index, { product: "cyber", step: "general-data", field: "kvk", to: "chamber_number" });
    if (typeof plan === "string") throw new Error(plan);
    const texts = plan.changes.find(({ file }) => file.endsWith("cyber/texts.nl.json"));
    expect(texts?.sentence).toMatch(/added, because other forms use the shared one$/);
    expect(texts?.text).toContain('"field.chamber_number.label": "KVK-nummer"');
    expect(plan.changes.filter(({ file }) => file.startsWith("schemas/shared"))).toEqual([]);
  });
});
