// Faults in the schemas of steps: keywords outside the dialect, and defaults that would answer or tick for the broker.
import { at, type Fault, product } from "./fault.ts";

export const schemaFaults: Fault[] = [
  [
    "a text without a longest length",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", minLength: 1 } }),
    /\/properties\/kvk: the text has no longest length; add "maxLength"/,
  ],
  [
    "a format in a condition",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { format: "kvk" } }, required: ["kvk"] } }),
    /"format" is not known here; a condition cannot use format/,
  ],
  [
    "an object oneOf",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { oneOf: [] }),
    /"oneOf" is not known here; write variants as/,
  ],
  [
    "an unknown keyword",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, uppercase: true } }),
    /"uppercase" is not known here/,
  ],
  [
    "an unknown format",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, format: "iban" } }),
    /"iban" is not one of the possibilities; choose from: date, email/,
  ],
  [
    "a condition that holds while empty",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { const: "1" } } } }),
    /the condition on "kvk" also holds while it is empty; add "required"/,
  ],
  [
    "a required field that does not exist",
    `${product}/general-data.schema.json`,
    (c) => (c.required as string[]).push("kvkk"),
    /"kvkk" is required but is no field/,
  ],
  [
    "a reference to nothing",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c.properties as object, { kvk: { $ref: "../../shared/fields.schema.json#/definitions/kvkk" } }),
    /points to nothing; correct the path/,
  ],
  [
    "a reference out of the content",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { $ref: "../../../../../../etc/hostname#/x" } }),
    /points to nothing/,
  ],
  [
    "a reference to itself",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c, {
        definitions: { loop: { $ref: "#/definitions/loop" } },
        properties: { ...(c.properties as object), kvk: { $ref: "#/definitions/loop" } },
      }),
    /refers to itself/,
  ],
  [
    "a list that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", enumFrom: "deductibles" } }),
    /there is no list "deductibles"/,
  ],
  [
    "a feature that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", featureFlag: "nothing" } }),
    /there is no feature "nothing"/,
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
    /the questions have a default/,
  ],
  [
    "an agreement that ticks itself",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: true, default: true } }),
    /an agreement has a default, so it would tick itself/,
  ],
  [
    "branches that are refused",
    `${product}/company-data.schema.json`,
    (c) => Object.assign(c, { additionalProperties: false }),
    /additionalProperties: false refuses email_finance/,
  ],
  [
    "a regular expression that is none",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, pattern: "(" } }),
    /\/properties\/kvk\/pattern: the pattern is no regular expression \(Unterminated group\)/,
  ],
];
