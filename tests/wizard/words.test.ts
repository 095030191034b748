// An answer in words, and the summary line of a completed step, as every product's content names the company.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCatalogue, readManifest } from "#content/read/catalogue.ts";
import { markAnswers } from "#engine/texts/answersInTexts.ts";
import { present } from "#engine/texts/present.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { findLabel, formatSummary, type WordingTools, wordsFor } from "#widgets/runtime/words.ts";

const tools: WordingTools = {
  text: (key, values) => (key === "common.named" ? `${values?.name}: ${values?.value}` : key),
  has: () => false,
  language: "nl",
  fileName: (id) => id,
};
const presented = { schema: {}, uiSchema: {}, missingLists: [] };
const data = { company: "Proef B.V.", street: "Demoplein", housenumber: "84", postalcode: "8011 TK", city: "Zwolle" };
const { products } = readCatalogue(join(import.meta.dirname, "../../schemas"));

describe("summary line", () => {
  test.each(products.map((product) => [product.key, readManifest(product)] as const))(
    "the company and its address in %s",
    (_, { steps }) => {
      const step = steps.find(({ key }) => key === "company-data");
      expect(formatSummary(presented, step?.summary ?? [], data, tools)).toBe(
        "Proef B.V. · Demoplein 84, 8011 TK Zwolle",
      );
    },
  );

  test("what is not answered leaves no gap", () => {
    const lines = [[["street", "housenumber"], ["city"]]];
    expect(formatSummary(presented, ["company", ...lines], { ...data, street: "", city: undefined }, tools)).toBe(
      "Proef B.V. · 84",
    );
    expect(formatSummary(presented, lines, {}, tools)).toBe("");
  });

  test("a choice is no code while its list is missing, an amount is written", () => {
    const missing = { list: "covers", listMissing: true };
    const uiSchema = {
      cover: { "ui:widget": "cards", "ui:options": missing },
      professions: { "ui:field": "profession-pair", "ui:options": missing },
      insured: { "ui:widget": "cards", "ui:options": { ...missing, format: "currency" } },
    };
    const answers = { cover: "101", professions: [["181", "18102"]], insured: 250_000 };
    const line = formatSummary({ ...presented, uiSchema }, ["cover", "professions", "insured"], answers, tools);
    expect(line.replace(/\u00a0/g, " ")).toBe("insured € 250.000");
  });
});

test.each([
  ["agreement", false, "common.answer.no"],
  ["agreement", true, "wizard.check_answers.not_answered"],
  ["checkbox", false, "common.answer.no"],
  ["switch", false, "common.answer.no"],
  ["yes-no", false, "wizard.check_answers.not_answered"],
  ["text", false, "wizard.check_answers.not_answered"],
])("a field of %s that nobody touched, required: %s, reads %s", (widget, required, words) => {
  const schema = required ? { required: ["field"] } : {};
  const changed = { ...presented, schema, uiSchema: { field: { "ui:widget": widget } } };
  expect(wordsFor(changed, ["field"], undefined, tools)).toBe(words);
});

test.each(LANGUAGES)("the status of saving is a sentence where another follows it (%s)", (language) => {
  const file = new URL(`../../src/app/messages/${language}.json`, import.meta.url);
  const texts = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  for (const state of ["slow", "retrying", "not_saved"]) expect(texts[`wizard.save_state.${state}`]).toMatch(/[.…]$/);
});

describe("a list of records", () => {
  const schema = {
    properties: {
      owners: {
        type: "array",
        items: { type: "object", properties: { name: { type: "string" }, active: { type: "boolean" } } },
      },
    },
  };
  const ui = { "ui:options": { title: "Eigenaren", itemName: "Eigenaar" }, name: { "ui:options": { title: "Naam" } } };
  const shown = { ...presented, schema, uiSchema: { owners: ui } };
  const owners = [
    { _id: "a", name: "Anna", active: true },
    { _id: "b", name: "Bo" },
  ];

  test("names a field with the number of its record, and a record by its number", () => {
    expect(findLabel({ ...shown, answers: {} }, ["owners"], tools)).toBe("Eigenaren");
    expect(findLabel({ ...shown, answers: {} }, ["owners", "1"], tools)).toBe("Eigenaar 2");
    expect(findLabel({ ...shown, answers: {} }, ["owners", "1", "name"], tools)).toBe("Eigenaar 2 – Naam");
  });

  test("names a record by its title, and by its number while the title contains an answer that is not given", () => {
    const values = markAnswers(["name", "active"]);
    const options = { ...ui["ui:options"], recordTitle: `${values.name} (${values.active})` };
    const titled = { ...shown, uiSchema: { owners: { ...ui, "ui:options": options } }, answers: { owners } };
    expect(findLabel(titled, ["owners", "0"], tools)).toBe("Anna (common.answer.yes)");
    expect(findLabel(titled, ["owners", "1", "name"], tools)).toBe("Eigenaar 2 – Naam");
  });

  test("reads in the order of its layout", () => {
    const uiSchema = { owners: { ...ui, "ui:order": ["active", "name"] } };
    expect(wordsFor({ ...shown, uiSchema }, ["owners"], owners, tools)).toBe("common.answer.yes, Anna; Bo");
  });

  test("reads as its answers, without ids", () => {
    expect(wordsFor(shown, ["owners"], owners, tools)).toBe("Anna, common.answer.yes; Bo");
    expect(wordsFor(shown, ["owners", "0"], owners[0], tools)).toBe("Anna, common.answer.yes");
    expect(wordsFor(shown, ["owners", "1", "name"], "Bo", tools)).toBe("Bo");
    expect(wordsFor(shown, ["owners"], [], tools)).toBe("wizard.check_answers.not_answered");
  });
});

describe("a table of fixed rows", () => {
  const row = { type: "object", properties: { last: { type: "integer" }, next: { type: "integer" } } };
  const schema = {
    type: "object",
    properties: { sales: { type: "object", rows: { from: "areas", ...row } } },
  };
  const amount = { "ui:widget": "currency" };
  const source = { schema, ui: { sales: { "ui:field": "table", last: amount, next: amount } } };
  const texts = {
    label: "Omzet",
    "option.nl": "Nederland",
    "option.eu": "Europa",
    "last.label": "2025",
    "next.label": "2026",
  };
  const shown = present(source, {
    ...{ step: "s", meta: {}, today: "2026-11-20" },
    lists: { areas: [{ value: "nl" }, { value: "eu" }] },
    translate: (key) => texts[key.replace("s.sales.", "") as keyof typeof texts] ?? null,
  });
  const plain = (text: string) => text.replace(/\u00a0/g, " ");

  test("names a field with its table, row and column", () => {
    expect(findLabel({ ...shown, answers: {} }, ["sales", "eu", "next"], tools)).toBe("Omzet – Europa – 2026");
  });

  test("reads as its rows with their answers, and leaves out rows without", () => {
    const sales = { nl: { last: 1500, next: 20 }, eu: {} };
    expect(plain(wordsFor(shown, ["sales"], sales, tools))).toBe("Nederland: € 1.500, € 20");
    expect(plain(wordsFor(shown, ["sales", "nl"], sales.nl, tools))).toBe("€ 1.500, € 20");
    expect(plain(wordsFor(shown, ["sales", "nl", "last"], 1500, tools))).toBe("€ 1.500");
  });
});
