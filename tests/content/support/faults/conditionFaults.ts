// Faults in conditions, after which what depends on them never comes, or always; and in lists that depend on answers.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const manifest = `${product}/product.json`;
const questions = `${product}/questions.json`;
const revenue = (asked: JsonObject): JsonObject => ({ properties: { revenue: asked }, required: ["revenue"] });
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
const step = (name: string, asked: JsonObject): JsonObject => ({ properties: { [name]: asked }, required: [name] });
const RULE = "/lists/deductible_amounts/rules/0";
const ANSWER = "/answer_rules/0/if/properties/general-data";

export const conditionFaults: Fault[] = [
  [
    "a condition on a choice that does not exist",
    general,
    when({ properties: { sector: { const: "1900" } }, required: ["sector"] }),
    "/allOf/1/if/properties/sector/const",
    'nobody can answer "1900"; did you mean "190"?',
  ],
  [
    "a condition on a number in quotes",
    general,
    when(revenue({ const: "500" })),
    "/allOf/1/if/properties/revenue/const",
    'nobody can answer "500"; the field holds a whole number; correct it',
  ],
  [
    "a condition above the highest",
    general,
    when(revenue({ type: "integer", minimum: 1000001 })),
    "/allOf/1/if/properties/revenue/minimum",
    "nobody can answer 1000001 or more; correct it, or the field's bounds",
  ],
  [
    "a condition below the lowest, within another",
    general,
    when({ anyOf: [revenue({ type: "integer", maximum: 0 })] }),
    "/allOf/1/if/anyOf/0/properties/revenue/maximum",
    "nobody can answer 0 or less; correct it, or the field's bounds",
  ],
  [
    "a list that depends on a deductible that is offered as a number",
    manifest,
    rule(step("general-data", { properties: { sector: { const: 190 } }, required: ["sector"] })),
    `${RULE}/if/properties/general-data/properties/sector/const`,
    'nobody can answer 190; write "190"',
  ],
  [
    "a list whose condition also holds while its step is empty",
    manifest,
    rule({ properties: { "general-data": revenue({ const: 1 }) } }),
    `${RULE}/if/properties/general-data`,
    'the condition on "general-data" also holds while it is empty; add "required": ["general-data"] to the condition',
  ],
  [
    "a list whose condition does not say its type",
    manifest,
    rule(step("general-data", revenue({ minimum: 5 }))),
    `${RULE}/if/properties/general-data/properties/revenue`,
    'the condition does not say what kind of value "minimum" is about; add "type": "number" beside it',
  ],
  [
    "a list whose condition has a misspelt keyword",
    manifest,
    rule(step("general-data", { propertees: { sector: { const: "190" } }, required: ["sector"] })),
    `${RULE}/if/properties/general-data/propertees`,
    '"propertees" is not known here; did you mean "properties"?',
  ],
  [
    "a list that depends on a later step",
    manifest,
    rule(step("company-data", { properties: { legalform: { const: "BV" } }, required: ["legalform"] })),
    `${RULE}/if`,
    "coverage-choice offers the list, and company-data comes after it; ask for an answer of an earlier step",
  ],
  [
    "a list with a rule that is never reached",
    manifest,
    rule(undefined),
    "/lists/deductible_amounts/rules/1",
    "one of the rules before it always applies, so this one is never reached; put it before them, or remove it",
  ],
  [
    "a list with a rule for a sector that the rule before it takes",
    manifest,
    (content) => {
      const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
      const sector = step("general-data", step("sector", { const: "190" }));
      rules.splice(1, 0, { if: sector, values: [500] });
    },
    "/lists/deductible_amounts/rules/1",
    "one of the rules before it always applies, so this one is never reached; put it before them, or remove it",
  ],
  [
    "two fields of which each shows the other",
    general,
    (content) => Object.assign(at(content, "allOf.0"), { if: step("terms_of_delivery_option", { const: "both" }) }),
    "/allOf/0/if",
    '"terms_of_delivery" depends on "terms_of_delivery_option", "terms_of_delivery_option" on "terms_of_delivery", so they can never be shown; let one of them depend on other answers',
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
    "/allOf/0/if",
    '"terms_of_delivery" depends on "terms_of_delivery", so it may be shown or not for the same answers; let one of them depend on other answers',
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
    "/allOf/1/then/allOf/0/if",
    'the conditions here and around it are not true for any answers to "terms_of_delivery", "sector", "professions" and "revenue"; correct it, or remove what depends on it',
  ],
  [
    "a choice that another rule of its field refuses",
    general,
    (content) => {
      const other = { terms_of_delivery_option: { type: "string", enum: ["DNR-2005", "DNR-2011", "other"] } };
      (content.allOf as unknown[]).push(under(at(content, "allOf.1.if"), { properties: other }));
    },
    "/allOf/1/then/properties/terms_of_delivery_option/enum/2",
    '"both" can never be chosen, because another rule of "terms_of_delivery_option" always refuses it; remove it here, or allow it there',
  ],
  [
    "a rule of answers that no request meets",
    questions,
    (content) => {
      const rule = at(content, "answer_rules.0.if.properties.general-data");
      rule.allOf = [{ not: { required: ["terms_of_delivery"] } }];
    },
    "/answer_rules/0/if",
    'the condition is not true for any answers to "terms_of_delivery" and "terms_of_delivery_option"; correct it, or remove what depends on it',
  ],
  [
    "a list of texts where the answer is a number",
    manifest,
    rule(step("general-data", revenue({ const: 1 })), { values: ["500"] }),
    `${RULE}/values/0`,
    '"500" is never an answer to coverage-choice.deductible_amount, which holds a whole number; correct it, or the type of the field',
  ],
  [
    "a list with a choice that is there twice",
    manifest,
    rule(step("general-data", revenue({ const: 1 })), { values: [500, 500] }),
    `${RULE}/values/1`,
    "500 is there twice; remove one of the two",
  ],
  [
    "a list without choices",
    manifest,
    rule(step("general-data", revenue({ const: 1 })), { values: [] }),
    `${RULE}/values`,
    "the list is empty, so its field can never be filled in; write the choices",
  ],
  [
    "a rule of answers for a choice that does not exist",
    questions,
    (c) =>
      Object.assign(at(c, "answer_rules.0.if.properties.general-data.anyOf.1.properties.terms_of_delivery_option"), {
        const: "others",
      }),
    `${ANSWER}/anyOf/1/properties/terms_of_delivery_option/const`,
    'nobody can answer "others"; did you mean "other"?',
  ],
  [
    "a rule of answers with a misspelt keyword",
    questions,
    (content) => {
      const asked = at(content, "answer_rules.0.if.properties.general-data");
      asked.anyof = asked.anyOf;
      delete asked.anyOf;
    },
    `${ANSWER}/anyof`,
    '"anyof" is not known here; did you mean "anyOf"?',
  ],
  [
    "a feature whose condition also holds while the field is empty",
    `${product}/tariff.json`,
    (c) =>
      Object.assign(c, {
        features: { more: { if: step("general-data", { properties: { revenue: { const: 1 } } }) } },
      }),
    "/features/more/if/properties/general-data/properties/revenue",
    'the condition on "revenue" also holds while it is empty; add "required": ["revenue"] to the condition',
  ],
];
