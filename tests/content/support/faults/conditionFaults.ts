// Faults in conditions that make what depends on them appear never or always, and faults in lists that depend on
// answers.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const manifest = `${product}/product.json`;
const questions = `${product}/questions.json`;
const revenue = (schema: JsonObject): JsonObject => ({ properties: { revenue: schema }, required: ["revenue"] });
/** Another condition for the option's block of the step. */
const when = (condition: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, "allOf.1"), { if: condition });
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const under = (condition: JsonObject, shown: JsonObject): JsonObject => ({ if: condition, then: shown });
/** A first rule of the deductibles. */
const rule =
  (condition: JsonObject | undefined, more: JsonObject = {}) =>
  (content: JsonObject) => {
    const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
    rules.unshift({ ...(condition && { if: condition }), values: [500, 1000, 2000], ...more });
  };
const step = (name: string, schema: JsonObject): JsonObject => ({ properties: { [name]: schema }, required: [name] });

export const conditionFaults: Mistake[] = [
  [
    "a condition on a choice that does not exist",
    general,
    when({ properties: { sector: { const: "1900" } }, required: ["sector"] }),
  ],
  ["a condition on a number in quotes", general, when(revenue({ const: "500" }))],
  ["a condition above the highest", general, when(revenue({ type: "integer", minimum: 1000001 }))],
  [
    "a condition below the lowest, within another",
    general,
    when({ anyOf: [revenue({ type: "integer", maximum: 0 })] }),
  ],
  [
    "a list that depends on a deductible that is offered as a number",
    manifest,
    rule(step("general-data", { properties: { sector: { const: 190 } }, required: ["sector"] })),
  ],
  [
    "a list whose condition also holds while its step is empty",
    manifest,
    rule({ properties: { "general-data": revenue({ const: 1 }) } }),
  ],
  ["a list whose condition does not say its type", manifest, rule(step("general-data", revenue({ minimum: 5 })))],
  [
    "a list whose condition has a misspelt keyword",
    manifest,
    rule(step("general-data", { propertees: { sector: { const: "190" } }, required: ["sector"] })),
  ],
  [
    "a list that depends on a later step",
    manifest,
    rule(step("company-data", { properties: { legalform: { const: "BV" } }, required: ["legalform"] })),
  ],
  ["a list with a rule that is never reached", manifest, rule(undefined)],
  [
    "a list with a rule for a sector that the rule before it takes",
    manifest,
    (content) => {
      const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
      const sector = step("general-data", step("sector", { const: "190" }));
      rules.splice(1, 0, { if: sector, values: [500] });
    },
  ],
  [
    "two fields of which each shows the other",
    general,
    (content) => Object.assign(at(content, "allOf.0"), { if: step("terms_of_delivery_option", { const: "both" }) }),
  ],
  [
    "a field that hides itself",
    general,
    (content) => {
      const { if: shown } = at(content, "allOf.0");
      Object.assign(at(content, "allOf.0"), {
        if: { allOf: [shown, { not: step("terms_of_delivery", { const: false }) }] },
      });
    },
  ],
  [
    "a condition that contradicts the one around it",
    general,
    (content) => {
      const { if: shown, then: more } = at(content, "allOf.1") as { if: JsonObject; then: JsonObject };
      const low = under(revenue({ type: "integer", maximum: 500 }), more);
      const high = revenue({ type: "integer", minimum: 501 });
      Object.assign(at(content, "allOf.1"), under({ allOf: [shown, high] }, { allOf: [low] }));
    },
  ],
  [
    "a choice that another rule of its field refuses",
    general,
    (content) => {
      const other = { terms_of_delivery_option: { type: "string", enum: ["DNR-2005", "DNR-2011", "other"] } };
      (content.allOf as unknown[]).push(under(at(content, "allOf.1.if"), { properties: other }));
    },
  ],
  [
    "an explanation of wrong answers that all decline",
    questions,
    (content) => {
      for (const kind of ["acceptance_questions", "final_questions", "answer_rules"])
        for (const entry of content[kind] as JsonObject[]) {
          const notice = kind === "answer_rules" ? {} : { refusal_yes: { nl: "Nee.", fr: "Non." } };
          Object.assign(entry, { effect: "decline", ...notice });
        }
    },
  ],
  [
    "a rule of answers that no request meets",
    questions,
    (content) => {
      const rule = at(content, "answer_rules.0.if.properties.general-data");
      rule.allOf = [{ not: { required: ["terms_of_delivery"] } }];
    },
  ],
  [
    "a list of texts where the answer is a number",
    manifest,
    rule(step("general-data", revenue({ const: 1 })), { values: ["500"] }),
  ],
  [
    "a list with a choice that is there twice",
    manifest,
    rule(step("general-data", revenue({ const: 1 })), { values: [500, 500] }),
  ],
  ["a list without choices", manifest, rule(step("general-data", revenue({ const: 1 })), { values: [] })],
  [
    "a rule of answers for a choice that does not exist",
    questions,
    (c) =>
      Object.assign(at(c, "answer_rules.0.if.properties.general-data.anyOf.1.properties.terms_of_delivery_option"), {
        const: "others",
      }),
  ],
  [
    "a rule of answers with a misspelt keyword",
    questions,
    (content) => {
      const condition = at(content, "answer_rules.0.if.properties.general-data");
      condition.anyof = condition.anyOf;
      delete condition.anyOf;
    },
  ],
  [
    "a feature whose condition also holds while the field is empty",
    `${product}/tariff.json`,
    (c) =>
      Object.assign(c, {
        features: { more: { if: step("general-data", { properties: { revenue: { const: 1 } } }) } },
      }),
  ],
];
