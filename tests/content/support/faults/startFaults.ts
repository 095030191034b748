// Faults in fields that start with another answer.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

/** A field of a step starts with something. */
const start = (name: string, [step, field]: [step: string, field: string], startsWith: unknown): Mistake => [
  `a field that starts with ${name}`,
  `${product}/${step}.schema.json`,
  (content: JsonObject) => Object.assign(at(content, `properties.${field}`), { startsWith }),
];

export const startFaults: Mistake[] = [
  start("an answer and is filled by the register", ["company-data", "street"], "general-data.kvk"),
  start("a number that never changes", ["general-data", "revenue"], 5),
  start("a field that does not exist", ["general-data", "revenue"], ".revenu"),
  start("an answer of a later step", ["general-data", "revenue"], "company-data.housenumber"),
  start("an answer of another kind", ["general-data", "revenue"], ".kvk"),
  start("an expression of another kind", ["general-data", "revenue"], { atMost: [".revenue", 5] }),
  start("the answers of a list", ["general-data", "kvk"], ".professions.*"),
  start("a whole list", ["general-data", "kvk"], ".professions"),
  start("itself", ["general-data", "revenue"], { sum: [".revenue", 1] }),
  start("an answer of its own step by the name of the step", ["general-data", "kvk"], "general-data.sector"),
  start("an answer in the request block", ["request", "effective_date"], "today"),
  start("a choice that it does not offer", ["general-data", "sector"], ".kvk"),
];
