// Rules that no value can meet, and patterns that hang.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, fixtures, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const withField = (schema: JsonObject) => (content: JsonObject) =>
  Object.assign(content.properties as object, { kvk: { type: "string", maxLength: 1000, ...schema } });
const withCondition = (condition: JsonObject) => (content: JsonObject) =>
  Object.assign(content, { if: { properties: { revenue: condition }, required: ["revenue"] } });

export const boundFaults: Fault[] = [
  [
    "a pattern that hangs on a text that almost fits",
    general,
    withField({ pattern: "^([A-Za-z0-9]+ ?)+$" }),
    "/properties/kvk/pattern",
    'the pattern can hang the portal on a text that repeats "0" many times; write it so that a text can be read in one way only: no repetition inside a repetition, ^ and $ around it',
  ],
  [
    "a pattern in a condition that hangs",
    general,
    (c) =>
      Object.assign(c, {
        if: { properties: { kvk: { type: "string", pattern: "^(a+)+$" } }, required: ["kvk"] },
      }),
    "/if/properties/kvk/pattern",
    'the pattern can hang the portal on a text that repeats "a" many times; write it so that a text can be read in one way only: no repetition inside a repetition, ^ and $ around it',
  ],
  [
    "a pattern that takes the square of its length",
    general,
    withField({ pattern: "\\s+$" }),
    "/properties/kvk/pattern",
    'the pattern can hang the portal on a text that repeats "\\t" many times; write it so that a text can be read in one way only: no repetition inside a repetition, ^ and $ around it',
  ],
  [
    "a lowest value above the highest",
    general,
    (c) => Object.assign(at(c, "properties.revenue"), { minimum: 2000, maximum: 1000 }),
    "/properties/revenue/minimum",
    "minimum 2000 lies above maximum 1000, so nothing can be filled in; swap or correct them",
  ],
  [
    "a shortest length above the longest of the shared field it takes over",
    general,
    (c) => Object.assign(at(c, "properties.kvk"), { minLength: 13 }),
    "/properties/kvk/minLength",
    "minLength 13 lies above maxLength 12, so nothing can be filled in; swap or correct them",
  ],
  [
    "a first day after the last",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { dateWindow: { from: "+3m", to: "+2m" } }),
    "/properties/effective_date/dateWindow",
    "from +3m lies after to +2m, so no day can be filled in; swap or correct them",
  ],
  [
    "a window of days around a text",
    general,
    withField({ dateWindow: { from: "-14d" } }),
    "/properties/kvk/dateWindow",
    'only a date can lie in a window of days; add "format": "date", or remove it',
  ],
  [
    "a day that does not exist",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { dateWindow: { from: "2026-02-30" } }),
    "/properties/effective_date/dateWindow",
    '"2026-02-30" is no day that exists; correct it',
  ],
  [
    "a condition that does not say its type",
    general,
    withCondition({ minimum: 5000 }),
    "/if/properties/revenue",
    'the condition does not say what kind of value "minimum" is about; add "type": "number" beside it',
  ],
  [
    "a condition about another type",
    general,
    withCondition({ type: "string", minimum: 5000 }),
    "/if/properties/revenue",
    '"minimum" says nothing about a text; add "type": "number" beside it',
  ],
  [
    "a rule in a case that does not exist",
    `${fixtures}/general-data.json`,
    (c) =>
      (c.cases as unknown[]).push({ name: "x", set: { "/revenue": 0 }, expect: [["/revenue", "exclusiveMinimun"]] }),
    "/cases/24/expect",
    'there is no rule "exclusiveMinimun"; did you mean "exclusiveMinimum"?',
  ],
];
