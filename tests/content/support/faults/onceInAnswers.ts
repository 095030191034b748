// Answers of cases and journeys that no field, question or cover takes, and conditions that ask nothing.
import type { JsonObject } from "#engine/types.ts";
import { at, first, fixtures, type Mistake, product, row, set } from "./fault.ts";

const RATES = "schemas/rates/rates.json";
const journey = `fixtures/journeys/${first}-newRequest-quotation.json`;
const general = `${fixtures}/general-data.json`;

/** A member by another spelling, in its place. */
const respell = (path: string, from: string, to: string) => (content: JsonObject) => {
  const holder = at(content, path);
  for (const [key, value] of Object.entries(holder)) {
    delete holder[key];
    holder[key === from ? to : key] = value;
  }
};

export const onceInAnswers: Mistake[] = [
  row(
    [
      "a misspelt cover of a journey",
      journey,
      respell("steps.1.answers.additional_coverages", "coverage_821", "coverage_812"),
    ],
    "/steps/1/answers/additional_coverages/coverage_812",
    "error",
    'additional_coverages has no "coverage_812"; did you mean "coverage_821"?',
  ),
  row(
    [
      "a misspelt field of a case that comes out as it should",
      general,
      respell("cases.15.set", "/professions", "/profesions"),
    ],
    "/cases/15",
    "error",
    '"a profession of sector 190 under another sector with terms of delivery" is valid as it would be without what it sets; the step has no field /profesions; did you mean "/professions"?',
  ),
  row(
    ["a misspelt field of a base", general, respell("base", "revenue", "revenu")],
    "/base/revenu",
    "error",
    '"revenu" is no field of general-data; did you mean "revenue"?',
  ),
  row(
    ["a misspelt entry of a case", general, respell("cases.0.set", "/professions/0", "/profesions/0")],
    "/cases/0",
    "error",
    "/profesions/0 leads to nothing in the base; correct it",
  ),
  row(
    ["an empty condition", `${product}/company-data.schema.json`, set("allOf.0.if", {})],
    "/allOf/0/if",
    "error",
    'the condition asks nothing, so it always holds; say what must be answered, such as "properties"',
  ),
  row(
    ["an empty part of a condition", `${product}/general-data.schema.json`, set("allOf.1.if.anyOf.0", {})],
    "/allOf/1/if/anyOf/0",
    "error",
    'the condition asks nothing, so it always holds; say what must be answered, such as "properties"',
  ),
  row(
    [
      "a choice in quotes that is a number elsewhere",
      "schemas/products/cyber/tariff.json",
      set("main.options.0.value", "250000"),
    ],
    "/main/options/0/value",
    "error",
    '"250000" is never equal to the answer to coverage-choice.insured_amount; write 250000 without quotes',
  ),
  row(
    ["rates that are none", RATES, set("instalment_surcharges", [])],
    "/instalment_surcharges",
    "error",
    "[] is the wrong kind of value; write an object { ... }",
  ),
  row(
    ["a code that is a number", `${product}/product.json`, set("codes.0", 180)],
    "/codes/0",
    "error",
    "180 is the wrong kind of value; write a text in quotes",
  ),
];
