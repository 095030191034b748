// Rules of the steps: conditions, bounds, values, references, and what fields start with.
import type { JsonObject } from "#engine/schema/types.ts";
import {
  acceptance,
  answering,
  assign,
  at,
  cover,
  explanation,
  general,
  type Mistakes,
  remove,
  request,
  revenueThat,
  set,
  sharedFields,
} from "./fault.ts";

const withField = (schema: JsonObject) => assign("properties", { kvk: { type: "string", maxLength: 1000, ...schema } });

const withCondition = (condition: JsonObject) =>
  assign("", { if: { properties: { revenue: condition }, required: ["revenue"] } });

const withRevenue = (rule: JsonObject) => assign("properties", { revenue: rule });

const withOption = (rule: JsonObject) => assign("allOf.1.then.properties", { terms_of_delivery_option: rule });

/** Another condition for the option's block of the step. */
const when = (condition: JsonObject) => assign("allOf.1", { if: condition });

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const under = (condition: JsonObject, shown: JsonObject): JsonObject => ({ if: condition, then: shown });

const TWICE = { properties: { finance_seperate: { const: true } }, required: ["finance_seperate"] };

export const formFaults: Mistakes = {
  [general]: {
    "a text without a longest length": assign("properties", { kvk: { type: "string", minLength: 1 } }),
    "a format in a condition": assign("", { if: { properties: { kvk: { format: "kvk" } }, required: ["kvk"] } }),
    "an object oneOf": assign("", { oneOf: [] }),
    "an unknown keyword": assign("properties", { kvk: { type: "string", maxLength: 8, uppercase: true } }),
    "an unknown format": assign("properties", { kvk: { type: "string", maxLength: 8, format: "notation" } }),
    "a field filled by what nobody knows": assign("properties.kvk", { prefill: { from: ["register.town"] } }),
    "a field locked by who does not fill it": assign("properties.kvk", {
      prefill: { from: ["relation.city"], locked: "register" },
    }),
    "a number filled by a text": assign("properties.revenue", { prefill: { from: ["register.city"] } }),
    "a condition that holds while empty": assign("", { if: { properties: { kvk: { const: "1" } } } }),
    "a required field that does not exist": (c) => (c.required as string[]).splice(2, 1, "kvkk"),
    "a reference to nothing": assign("properties", {
      kvk: { $ref: "../../shared/fields.schema.json#/definitions/kvkk" },
    }),
    "a reference out of the content": assign("properties", { kvk: { $ref: "../../../../../../etc/hostname#/x" } }),
    "a reference to itself": (c) =>
      Object.assign(c, {
        definitions: { loop: { $ref: "#/definitions/loop" } },
        properties: { ...(c.properties as object), kvk: { $ref: "#/definitions/loop" } },
      }),
    "branches that are refused": assign("", { additionalProperties: false }),
    "a regular expression that is none": assign("properties", { kvk: { type: "string", maxLength: 8, pattern: "(" } }),
    "a pattern that hangs on a text that almost fits": withField({ pattern: "^([A-Za-z0-9]+ ?)+$" }),
    "a pattern in a condition that hangs": assign("", {
      if: { properties: { kvk: { type: "string", pattern: "^(a+)+$" } }, required: ["kvk"] },
    }),
    "a pattern that takes the square of its length": withField({ pattern: "\\s+$" }),
    "a lowest value above the highest": assign("properties.revenue", { minimum: 2000, maximum: 1000 }),
    "a shortest length above the longest of the shared field it takes over": assign("properties.kvk", {
      minLength: 13,
    }),
    "a window of days around a text": withField({ dateWindow: { from: "-14d" } }),
    "a condition that does not say its type": withCondition({ minimum: 5000 }),
    "a condition about another type": withCondition({ type: "string", minimum: 5000 }),
    "a choice that is a number where the answer is a text": withOption({ type: "string", enum: ["both", 2005] }),
    "a choice that is a text where the answer is a number": withOption({ type: "integer", enum: [1, "2"] }),
    "a choice that no text can be named after": withOption({ type: "string", enum: ["both", "één van beide"] }),
    "an empty choice": withOption({ type: "string", enum: ["both", "", "other", "DNR-2005", "DNR-2011"] }),
    "a choice that is longer than the longest": withOption({ type: "string", maxLength: 4, enum: ["both", "other"] }),
    "a default that is no choice": withOption({ type: "string", enum: ["both", "other"], default: "none" }),
    "a default above the highest": withRevenue({ type: "integer", minimum: 1, maximum: 1000000, default: 1000001 }),
    "a default of another kind": withRevenue({ type: "integer", minimum: 1, maximum: 1000000, default: "500" }),
    "a lowest value of a text": assign("properties", {
      kvk: { type: "string", maxLength: 12, format: "kvk", minimum: 8 },
    }),
    "bounds without a whole number between them": withRevenue({ type: "integer", minimum: 0.2, maximum: 0.8 }),
    "open bounds next to each other": withRevenue({ type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 6 }),
    "a step that passes over all between the bounds": withRevenue({
      type: "integer",
      minimum: 1,
      maximum: 999,
      multipleOf: 1000,
    }),
    "a field that is called like what any object has": assign("properties", { constructor: { type: "integer" } }),
    "a condition on a choice that does not exist": when({
      properties: { sector: { const: "1900" } },
      required: ["sector"],
    }),
    "a condition on a number in quotes": when(revenueThat({ const: "500" })),
    "a condition above the highest": when(revenueThat({ type: "integer", minimum: 1000001 })),
    "a condition below the lowest, within another": when({ anyOf: [revenueThat({ type: "integer", maximum: 0 })] }),
    "two fields of which each shows the other": assign("allOf.0", {
      if: answering("terms_of_delivery_option", { const: "both" }),
    }),
    "a field that hides itself": (content) => {
      const { if: shown } = at(content, "allOf.0");
      Object.assign(at(content, "allOf.0"), {
        if: { allOf: [shown, { not: answering("terms_of_delivery", { const: false }) }] },
      });
    },
    "a condition that contradicts the one around it": (content) => {
      const { if: shown, then: more } = at(content, "allOf.1") as { if: JsonObject; then: JsonObject };
      const low = under(revenueThat({ type: "integer", maximum: 500 }), more);
      const high = revenueThat({ type: "integer", minimum: 501 });
      Object.assign(at(content, "allOf.1"), under({ allOf: [shown, high] }, { allOf: [low] }));
    },
    "a choice that another rule of its field refuses": (content) => {
      const other = { terms_of_delivery_option: { type: "string", enum: ["DNR-2005", "DNR-2011", "other"] } };
      (content.allOf as unknown[]).push(under(at(content, "allOf.1.if"), { properties: other }));
    },
    "bands over a number that may be zero": assign("properties.revenue", { minimum: 0, exclusiveMinimum: undefined }),
    "a highest value that is no multiple": set("properties.revenue.multipleOf", 7),
    "a field that a condition misspells, where it must be answered": set("allOf.2.if.required.0", "finance_seperate"),
    "a field that a condition misspells, twice": set("allOf.2.if", TWICE),
    "a required field that is misspelt": set("required.1", "revenu"),
    "an empty condition": set("allOf.0.if", {}),
    "an empty part of a condition": set("allOf.1.if.anyOf.0", {}),
    "a field that fetches the company": remove("properties.kvk"),
    "a field that starts with an answer and is filled by the register": set("properties.street.startsWith", ".kvk"),
    "a field that starts with a number that never changes": set("properties.revenue.startsWith", 5),
    "a field that starts with a field that does not exist": set("properties.revenue.startsWith", ".revenu"),
    "a field that starts with an answer of a later step": set(
      "properties.revenue.startsWith",
      "coverage-choice.deductible_amount",
    ),
    "a field that starts with an answer of another kind": set("properties.revenue.startsWith", ".kvk"),
    "a field that starts with an expression of another kind": set("properties.revenue.startsWith", {
      atMost: [".revenue", 5],
    }),
    "a field that starts with the answers of a list": set("properties.kvk.startsWith", ".professions.*"),
    "a field that starts with a whole list": set("properties.kvk.startsWith", ".professions"),
    "a field that starts with itself": set("properties.revenue.startsWith", { sum: [".revenue", 1] }),
    "a field that starts with an answer of its own step by the name of the step": set(
      "properties.kvk.startsWith",
      "general-data.sector",
    ),
    "a field that starts with a choice that it does not offer": set("properties.sector.startsWith", ".kvk"),
    "the fields of the first step, taken away at once": remove("properties"),
    "without properties.professions": remove("properties.professions"),
    "without allOf.0.then.required": remove("allOf.0.then.required"),
  },
  [cover]: {
    "a list that does not exist": assign("properties", {
      deductible_amount: { type: "integer", enumFrom: "deductibles" },
    }),
    "a fact that does not exist": assign("properties", {
      deductible_amount: { type: "integer", when: "facts.nothing" },
    }),
    "a switch on a required yes or no": (c) => {
      (c.required as string[]).push("double_year_limit");
      delete at(c, "properties.double_year_limit").default;
    },
    "a default that is no choice of a list": assign("properties.coverage_code", { default: "109" }),
    "a choice of cover that may stay empty": (c) =>
      Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "coverage_code") }),
    "instalments that cannot be billed": assign("allOf.0.then.properties", {
      pay_in_terms_amount: { type: "integer", enum: [3, 5, 12], default: 3 },
    }),
    "instalments that have no surcharge yet": assign("allOf.0.then.properties", {
      pay_in_terms_amount: { type: "integer", enum: [3, 6, 1], default: 3 },
    }),
    "a condition that asks nothing": assign("allOf.0.if.properties", { pay_in_terms: {} }),
    "a form with the name of another one": set("$id", "urn:portal:cyber:general-data"),
    "the fields of the second step, taken away at once": remove("properties"),
    "without properties.coverage_code.type": remove("properties.coverage_code.type"),
    "without properties.pay_in_terms.$ref": remove("properties.pay_in_terms.$ref"),
    "without allOf.0.then": remove("allOf.0.then"),
  },
  [request]: {
    "an agreement that ticks itself": assign("properties", {
      customer_approval: { type: "boolean", const: true, default: true },
    }),
    "a first day after the last": assign("properties.effective_date", { dateWindow: { from: "+3m", to: "+2m" } }),
    "a day that does not exist": assign("properties.effective_date", { dateWindow: { from: "2026-02-30" } }),
    "a default that is no day": assign("properties.effective_date", { default: "today" }),
    "an only answer of another kind": assign("properties", { customer_approval: { type: "boolean", const: "true" } }),
    "a request that can be sent without a first day": (c) =>
      Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "effective_date") }),
    "an agreement that nobody has to give": (c) =>
      Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "customer_approval") }),
    "a field that starts with an answer in the request block": set("properties.effective_date.startsWith", "today"),
  },
  [acceptance]: {
    "a question that answers itself": assign("properties", {
      questions_of_acceptance: {
        type: "object",
        ask: { from: "acceptance_questions" },
        default: { 1: false },
      },
    }),
    "questions with an answer of their own": assign("properties.questions_of_acceptance", {
      ask: { from: "acceptance_questions", explain: { properties: { answer: { type: "string" } } } },
    }),
    "questions that nobody has to answer": remove("required"),
  },
  [explanation]: {
    "more files than the portal takes": assign("properties", {
      file: { type: "array", maxItems: 25, items: { type: "string" } },
    }),
  },
  [sharedFields]: {
    "a bound that cannot be counted": set("definitions.turnover.maximum", 1e21),
  },
};
