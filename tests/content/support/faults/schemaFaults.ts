import { at, type Mistake, product } from "./fault.ts";

export const schemaFaults: Mistake[] = [
  [
    "a text without a longest length",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", minLength: 1 } }),
  ],
  [
    "a format in a condition",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { format: "kvk" } }, required: ["kvk"] } }),
  ],
  ["an object oneOf", `${product}/general-data.schema.json`, (c) => Object.assign(c, { oneOf: [] })],
  [
    "an unknown keyword",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, uppercase: true } }),
  ],
  [
    "an unknown format",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, format: "notation" } }),
  ],
  [
    "a field filled by what nobody knows",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.kvk"), { prefill: { from: ["register.town"] } }),
  ],
  [
    "a field locked by who does not fill it",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.kvk"), { prefill: { from: ["relation.city"], locked: "register" } }),
  ],
  [
    "a number filled by a text",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.revenue"), { prefill: { from: ["register.city"] } }),
  ],
  [
    "a condition that holds while empty",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { const: "1" } } } }),
  ],
  [
    "a required field that does not exist",
    `${product}/general-data.schema.json`,
    (c) => (c.required as string[]).splice(2, 1, "kvkk"),
  ],
  [
    "a reference to nothing",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c.properties as object, { kvk: { $ref: "../../shared/fields.schema.json#/definitions/kvkk" } }),
  ],
  [
    "a reference out of the content",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { $ref: "../../../../../../etc/hostname#/x" } }),
  ],
  [
    "a reference to itself",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c, {
        definitions: { loop: { $ref: "#/definitions/loop" } },
        properties: { ...(c.properties as object), kvk: { $ref: "#/definitions/loop" } },
      }),
  ],
  [
    "a list that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", enumFrom: "deductibles" } }),
  ],
  [
    "a feature that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", featureFlag: "nothing" } }),
  ],
  [
    "a question that answers itself",
    `${product}/acceptance.schema.json`,
    (c) =>
      Object.assign(c.properties as object, {
        questions_of_acceptance: {
          type: "object",
          requiredFrom: "acceptance_questions",
          additionalProperties: { type: "boolean", default: false },
        },
      }),
  ],
  [
    "an agreement that ticks itself",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: true, default: true } }),
  ],
  [
    "branches that are refused",
    `${product}/company-data.schema.json`,
    (c) => Object.assign(c, { additionalProperties: false }),
  ],
  [
    "a regular expression that is none",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, pattern: "(" } }),
  ],
];
