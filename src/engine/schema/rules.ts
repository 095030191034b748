// Every rule of the dialect in one table: what kind of value it is about, which of several errors a field shows, what its
// test cases must try. The places that compile rules (`keywords.ts`), word errors (`widgets/errors.ts`) or list them have a
// line for each rule too, and do not compile without it. What an author may write is in `schemas/meta/step.schema.json`.
import type { Schema } from "./schema.ts";
import type { SchemaApplicator } from "./schemaVisitor.ts";

export type ValueKind = "number" | "string" | "array" | "object";

interface Rule {
  /** Without one it is about any value. */
  about?: ValueKind;
  /** A field shows the error of the lowest rank: it makes no sense to call an absent value too short. */
  rank: 0 | 1 | 2 | 3 | 4 | 5;
  /** Compiled by `keywords.ts`. The others are ajv's own. */
  ours?: true;
  /** A bound needs a case on it and one just beyond. Texts may repeat it. */
  bound?: "lowest" | "highest";
  /** What is tried one by one, and the member of the error that names it. Without it the rule is broken once. */
  each?: { names(value: never): string[]; param: string };
}

/** Keywords that are no rules: they hold schemas, give a value, or are meant for people. */
type OtherKeyword =
  | SchemaApplicator
  | "if"
  | "$schema"
  | "title"
  | "$ref"
  | "default"
  | "prefill"
  | "audience"
  | "computed"
  | "startsWith";
export type RuleName = Exclude<Extract<keyof Schema, string>, OtherKeyword>;

export const rules = {
  required: { about: "object", rank: 0, each: { names: (fields: string[]) => fields, param: "missingProperty" } },
  rows: { about: "object", rank: 0, ours: true },
  when: { rank: 0, ours: true },
  type: { rank: 2 },
  const: { rank: 2 },
  format: { about: "string", rank: 3, ours: true },
  pattern: { about: "string", rank: 3 },
  minLength: { about: "string", rank: 4, bound: "lowest" },
  maxLength: { about: "string", rank: 4, bound: "highest" },
  minItems: { about: "array", rank: 4, bound: "lowest" },
  maxItems: { about: "array", rank: 4, bound: "highest" },
  uniqueItems: { about: "array", rank: 4 },
  exclusive: { about: "array", rank: 4, ours: true },
  uniqueBy: { about: "array", rank: 4, ours: true },
  minimum: { about: "number", rank: 4, bound: "lowest" },
  maximum: { about: "number", rank: 4, bound: "highest" },
  exclusiveMinimum: { about: "number", rank: 4 },
  exclusiveMaximum: { about: "number", rank: 4 },
  multipleOf: { about: "number", rank: 4, ours: true },
  dateWindow: {
    about: "string",
    rank: 4,
    ours: true,
    each: { names: (days: object) => Object.keys(days), param: "bound" },
  },
  contains: { about: "array", rank: 5 },
  rules: { rank: 5, ours: true, each: { names: (rules: object) => Object.keys(rules), param: "rule" } },
  enum: { rank: 5 },
  enumFrom: { rank: 5, ours: true },
  pairFrom: { about: "array", rank: 5, ours: true },
  ask: { about: "object", rank: 5, ours: true },
  additionalProperties: { about: "object", rank: 5 },
} as const satisfies Record<RuleName, Rule>;

export const RULE_NAMES = Object.keys(rules) as RuleName[];

/** Rules with a number that a value may just equal. */
type BoundName = { [K in RuleName]: (typeof rules)[K] extends { bound: string } ? K : never }[RuleName];

export const ruleFor = (name: RuleName): Rule => rules[name];
export const BOUND_NAMES = RULE_NAMES.filter((name): name is BoundName => ruleFor(name).bound !== undefined);

/** What an error can be called: its rule, or that a list is unknown or empty, which is no fault of the answer. */
export type ErrorName = RuleName | "listUnavailable";

export const isErrorName = (name: string): name is ErrorName =>
  Object.hasOwn(rules, name) || name === "listUnavailable";

/** Whether the schema has the rule. `additionalProperties` is one only where it refuses. */
export function hasRule(schema: Schema, name: RuleName): boolean {
  return name === "additionalProperties" ? schema[name] === false : schema[name] !== undefined;
}
