// Faults in the schemas of steps: keywords outside the dialect, and defaults that would answer or tick for the broker.
import { notations } from "#engine/notations.ts";
import { at, type Fault, product } from "./fault.ts";

export const schemaFaults: Fault[] = [
  [
    "a text without a longest length",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", minLength: 1 } }),
    "/properties/kvk",
    'the text has no longest length; add "maxLength" with the most characters that make sense',
  ],
  [
    "a format in a condition",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { format: "kvk" } }, required: ["kvk"] } }),
    "/if/properties/kvk/format",
    '"format" is not known here; a condition cannot use format; use pattern, or a field of its own',
  ],
  [
    "an object oneOf",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { oneOf: [] }),
    "/oneOf",
    '"oneOf" is not known here; write variants as one choosing field (enum) with if/then',
  ],
  [
    "an unknown keyword",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, uppercase: true } }),
    "/properties/kvk/uppercase",
    '"uppercase" is not known here; correct its name or remove it; schemas/README.md says what can stand here',
  ],
  [
    "an unknown format",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, format: "notation" } }),
    "/properties/kvk/format",
    `"notation" is not one of the possibilities; choose from: ${Object.keys(notations).join(", ")}`,
  ],
  [
    "a field filled by what nobody knows",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.kvk"), { prefill: { from: ["register.town"] } }),
    "/properties/kvk/prefill/from/0",
    '"register.town" is not one of the possibilities; choose from: register.company, register.legalform, register.incorporation_date, register.street, register.housenumber, register.postalcode, register.city, relation.company, relation.legalform, relation.street, relation.housenumber, relation.postalcode, relation.city, relation.email, relation.email_financial, relation.finance_separate',
  ],
  [
    "a field locked by who does not fill it",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.kvk"), { prefill: { from: ["relation.city"], locked: "register" } }),
    "/properties/kvk/prefill/locked",
    'the field is locked by the register, which does not fill it; add what the register knows to "from", or remove "locked"',
  ],
  [
    "a number filled by a text",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.revenue"), { prefill: { from: ["register.city"] } }),
    "/properties/revenue/prefill/from/0",
    '"register.city" gives a text, the field holds a whole number; take another source, or correct the type',
  ],
  [
    "a condition that holds while empty",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { const: "1" } } } }),
    "/if/properties/kvk",
    'the condition on "kvk" also holds while it is empty; add "required": ["kvk"] to the condition',
  ],
  [
    "a required field that does not exist",
    `${product}/general-data.schema.json`,
    (c) => (c.required as string[]).splice(2, 1, "kvkk"),
    "/required/2",
    '"kvkk" is required but is no field; did you mean "kvk"?',
  ],
  [
    "a reference to nothing",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c.properties as object, { kvk: { $ref: "../../shared/fields.schema.json#/definitions/kvkk" } }),
    "/properties/kvk/$ref",
    '"../../shared/fields.schema.json#/definitions/kvkk" points to nothing; did you mean "../../shared/fields.schema.json#/definitions/kvk"?',
  ],
  [
    "a reference out of the content",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { $ref: "../../../../../../etc/hostname#/x" } }),
    "/properties/kvk/$ref",
    '"../../../../../../etc/hostname#/x" points to nothing; correct the path of the file or the name after #/definitions/',
  ],
  [
    "a reference to itself",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c, {
        definitions: { loop: { $ref: "#/definitions/loop" } },
        properties: { ...(c.properties as object), kvk: { $ref: "#/definitions/loop" } },
      }),
    "/properties/kvk/$ref",
    '"#/definitions/loop" refers to itself; correct the path of the file or the name after #/definitions/',
  ],
  [
    "a list that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", enumFrom: "deductibles" } }),
    "/properties/deductible_amount/enumFrom",
    'there is no list "deductibles"; add it to lists in product.json, or correct the name',
  ],
  [
    "a feature that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", featureFlag: "nothing" } }),
    "/properties/deductible_amount/featureFlag",
    'there is no feature "nothing"; add it to features in tariff.json, or correct the name',
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
    "/properties/questions_of_acceptance",
    'the questions have a default, so they would answer themselves; remove "default" from additionalProperties',
  ],
  [
    "an agreement that ticks itself",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: true, default: true } }),
    "/properties/customer_approval/default",
    'an agreement has a default, so it would tick itself; remove "default"',
  ],
  [
    "branches that are refused",
    `${product}/company-data.schema.json`,
    (c) => Object.assign(c, { additionalProperties: false }),
    "/additionalProperties",
    '"additionalProperties": false refuses email_finance, which a condition adds; remove "additionalProperties": false',
  ],
  [
    "a regular expression that is none",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, pattern: "(" } }),
    "/properties/kvk/pattern",
    "the pattern is no regular expression (Unterminated group); check its brackets and signs",
  ],
];
