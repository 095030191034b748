// Rules in words: every condition of the content is written back as it was read, in the words of the product, and the acts of the panel
// on rules write what an expert writes.
import { describe, expect, test } from "vitest";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { describeError, nameCase } from "#studio/workspace/model/cases.ts";
import { isShown, readLine, readSchema, writeLine, writeSchema } from "#studio/workspace/model/conditions.ts";
import { listParts } from "#studio/workspace/model/parts.ts";
import { addRule, listBranches, listRules, setBranch } from "#studio/workspace/model/ruleActs.ts";
import { Answers, describeCondition, findTypeBeside, listOperators } from "#studio/workspace/model/vocabulary.ts";
import { listFields, metas, products, readContent, tryAct } from "./support/contentCopy.ts";

const operators = listOperators(metas);

function listValues(node: unknown, keyword: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((part) => listValues(part, keyword));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === keyword ? [value] : []),
    ...listValues(value, keyword),
  ]);
}

const open = (product: string) => {
  const content = readContent(product);
  const fields = listFields(content);
  return { content, fields, answers: new Answers(content) };
};

test.each(products)("every condition of %s by earlier answers is shown in words", (product) => {
  const { content, answers } = open(product);
  const files = Object.keys(content.texts).filter((file) => file.startsWith(content.folder));
  for (const when of files.flatMap((file) => listValues(content.read(file), "when"))) {
    const line = readLine(when as Expression);
    expect(isShown(when as Expression) && line && writeLine(line)).toEqual(when);
    const sentence = describeCondition(when as Expression, { answers: answers.list({}), operators });
    expect(`${sentence.nl} ${sentence.fr}`).not.toMatch(/facts|[{}]/);
  }
});

test("facts are in the words of what they compute, lists in those of their field, and a name stays a name", () => {
  const name = (product: string, language: "nl" | "fr") =>
    listParts(readContent(product), language).flatMap(({ kind, label }) =>
      kind === "fact" || kind === "list" ? [label.replaceAll("\u00a0", " ")] : [],
    );
  expect(name("wagenpark", "nl")).toEqual([
    "Eigen risico per schade",
    "Aantal Schades waarvoor geldt: Schadebedrag is meer dan 5.000",
    "Aantal Schades waarvoor geldt: Eigen schuld? is ja",
  ]);
  expect(name("cyber", "fr")).toEqual(["Montant assuré", "Franchise par sinistre"]);
  expect(name("bedrijfsaansprakelijkheid_uitgebreid", "nl")).toEqual([
    ...["history", "Omzet per regio", "Verzekerd bedrag per aanspraak", "Eigen risico per aanspraak"],
    ...["Aanvullende dekkingen", "Laat uw klant werk doen door onderaannemers? is ja"],
    "Werkzaamheden bevat Sloopwerk, Werk op daken",
  ]);
  const { answers } = open("bedrijfspand");
  const sentence = describeCondition("facts.has_cold_store", { answers: answers.list({}), operators });
  expect(sentence.nl).toBe("“aantal Oppervlakte van de koelcel of vriescel is minstens 1” is ja");
});

test("a case is named in words, and the errors that it expects by their field", () => {
  const { content } = open("wagenpark");
  const step = "vehicles";
  expect(describeError(content, step, ["/vehicles/0/usual_driver", "enumFrom"], "nl")).toBe(
    "Vaste bestuurder 1: geen keuze uit de lijst",
  );
  expect(describeError(content, step, ["/vehicles/1/covers", "casco_of_old"], "nl")).toMatch(/^Dekkingen .* 2: /);
  expect(nameCase(content, step, "follows: /vehicles/0/kind required", "fr")).toBe(
    "Type de véhicule 1\u00a0: non rempli",
  );
  expect(["base", "empty", "a lorry"].map((name) => nameCase(content, step, name, "nl"))).toEqual([
    ...["Uitgangsgeval", "Niets ingevuld", "a lorry"],
  ]);
});

test("the year of an answer can be compared with this year", () => {
  const { answers } = open("bedrijfspand");
  const inRecord = answers.list({ step: "locations", names: ["sites", "buildings", "year_built"] });
  const expression: Expression = { atMost: [".year_built", { year: "today" }] };
  expect(inRecord.find((answer) => answer.expression === ".year_built")?.values).toHaveLength(1);
  expect(describeCondition(expression, { answers: inRecord, operators }).fr).toMatch(/est au plus cette année$/);
});

describe("conditions by answers beside a field", () => {
  const describeBranches = (product: string) => {
    const { content, fields, answers } = open(product);
    return fields.flatMap((field) =>
      listBranches(content, field).map(({ schema }) => {
        const expression = readSchema(schema, findTypeBeside(content, field));
        const vocabulary = { answers: answers.list(field, "step"), operators };
        return `${field.names.join(".")}: ${expression === null ? null : describeCondition(expression, vocabulary).nl}`;
      }),
    );
  };

  test("are in words, those of records too", () => {
    expect(describeBranches("bedrijfspand")).toEqual(
      expect.arrayContaining([
        "sites.buildings.panels: Bouwaard van de gevels is Staal",
        "co_insured: Moeten er andere bedrijven worden meeverzekerd? is ja",
      ]),
    );
  });

  test("stay as they are where the builder cannot write them", () => {
    expect(describeBranches("beroepsaansprakelijkheid")).toContain("terms_of_delivery: null");
  });

  test("are written with the type that a bound is about, and read back", () => {
    const expression: Expression = { any: [".a", { not: { is: [".b", "x"] } }, { atLeast: [".c", 100000] }] };
    const schema = writeSchema(expression, () => "integer");
    expect(schema).toEqual({
      anyOf: [
        { properties: { a: { const: true } }, required: ["a"] },
        { properties: { b: { not: { const: "x" } } }, required: ["b"] },
        { properties: { c: { type: "integer", minimum: 100000 } }, required: ["c"] },
      ],
    });
    expect(readSchema(schema, () => "integer")).toEqual(expression);
    expect(
      writeSchema({ atLeast: [".c", ".a"] }, () => "integer"),
      "two answers are not compared so",
    ).toBeNull();
  });
});

const JSON_OF_ASKED = '"required":["co_insured","account"]}}';

describe("the acts on rules", () => {
  const { content } = open("bedrijfspand");
  const find = (step: string, ...names: string[]) => content.findField(step, names)!;

  test("make a field required only when another is yes", () => {
    const schema = writeSchema(".has_co_insured", () => undefined)!;
    const edits = setBranch(content, find("parties", "account"), { aspect: "required", index: undefined }, schema);
    expect(edits).toEqual([
      expect.objectContaining({ path: ["required"], value: ["owners", "has_co_insured"] }),
      expect.objectContaining({
        path: ["allOf"],
        value: [
          expect.toSatisfy((entry) => JSON.stringify(entry).endsWith(JSON_OF_ASKED), "the same condition asks for it"),
        ],
      }),
    ]);
    tryAct(edits);
  });

  test("add a rule with its message in both languages beside it", () => {
    const field = find("locations", "total_sum");
    const texts = { nl: "Hoogstens 5 miljoen.", fr: "Au plus 5 millions." };
    const files = tryAct(
      addRule(content, field, { level: "error", expression: { atMost: [".total_sum", 5000000] }, texts }),
    );
    expect(files).toEqual(["fixtures/products/bedrijfspand/locations.schema.json"]);
    expect(listRules(content, find("parties", "owners")).map(({ name, level }) => `${name} ${level}`)).toEqual([
      "whole_company error",
      "most_named warning",
    ]);
  });
});
