// Rules that no value can meet, and patterns that hang.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, fixtures, type Mistake, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const withField = (schema: JsonObject) => (content: JsonObject) =>
  Object.assign(content.properties as object, { kvk: { type: "string", maxLength: 1000, ...schema } });
const withCondition = (condition: JsonObject) => (content: JsonObject) =>
  Object.assign(content, { if: { properties: { revenue: condition }, required: ["revenue"] } });

export const boundFaults: Mistake[] = [
  ["a pattern that hangs on a text that almost fits", general, withField({ pattern: "^([A-Za-z0-9]+ ?)+$" })],
  [
    "a pattern in a condition that hangs",
    general,
    (c) =>
      Object.assign(c, {
        if: { properties: { kvk: { type: "string", pattern: "^(a+)+$" } }, required: ["kvk"] },
      }),
  ],
  ["a pattern that takes the square of its length", general, withField({ pattern: "\\s+$" })],
  [
    "a lowest value above the highest",
    general,
    (c) => Object.assign(at(c, "properties.revenue"), { minimum: 2000, maximum: 1000 }),
  ],
  [
    "a shortest length above the longest of the shared field it takes over",
    general,
    (c) => Object.assign(at(c, "properties.kvk"), { minLength: 13 }),
  ],
  [
    "a first day after the last",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { dateWindow: { from: "+3m", to: "+2m" } }),
  ],
  ["a window of days around a text", general, withField({ dateWindow: { from: "-14d" } })],
  [
    "a day that does not exist",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { dateWindow: { from: "2026-02-30" } }),
  ],
  ["a condition that does not say its type", general, withCondition({ minimum: 5000 })],
  ["a condition about another type", general, withCondition({ type: "string", minimum: 5000 })],
  [
    "a rule in a case that does not exist",
    `${fixtures}/general-data.json`,
    (c) =>
      (c.cases as unknown[]).push({ name: "x", set: { "/revenue": 0 }, expect: [["/revenue", "exclusiveMinimun"]] }),
  ],
];
