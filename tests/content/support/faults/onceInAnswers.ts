// Answers of cases and journeys that no field, question or cover takes, and conditions that ask nothing.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, first, fixtures, type Mistake, product, set } from "./fault.ts";

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
  [
    "a misspelt cover of a journey",
    journey,
    respell("steps.1.answers.additional_coverages", "coverage_821", "coverage_812"),
  ],
  [
    "a misspelt field of a case that comes out as it should",
    general,
    respell("cases.15.set", "/professions", "/profesions"),
  ],
  ["a misspelt field of a base", general, respell("base", "revenue", "revenu")],
  ["a misspelt entry of a case", general, respell("cases.0.set", "/professions/0", "/profesions/0")],
  ["an empty condition", `${product}/company-data.schema.json`, set("allOf.0.if", {})],
  ["an empty part of a condition", `${product}/general-data.schema.json`, set("allOf.1.if.anyOf.0", {})],
  [
    "a choice in quotes that is a number elsewhere",
    "schemas/products/cyber/tariff.json",
    set("main.options.0.value", "250000"),
  ],
  ["rates that are none", RATES, set("instalment_surcharges", [])],
  ["a code that is a number", `${product}/product.json`, set("codes.0", 180)],
];
