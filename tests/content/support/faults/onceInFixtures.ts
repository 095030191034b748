// Mistakes in cases and journeys, and in what they are tried against, that were not reported or reported more than
// once.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const cases = "fixtures/steps/cyber/coverage-choice.json";
const journey = "fixtures/journeys/cyber-newRequest-quotation.json";
const general = `${product}/general-data.ui.json`;

const misplaced: Mistake[] = [
  ["a journey of another product than its file", journey, set("product", "beroepsaansprakelijkheid")],
  ["cases of another step than their file", cases, set("step", "general-data")],
  ["cases of a misspelt step", cases, set("step", "coverage-choise")],
  ["cases of another product than their folder", cases, set("product", "beroepsaansprakelijkheid")],
];

const repeated: Mistake[] = [
  ["a case that changes nothing", cases, (c) => (c.cases as JsonObject[]).push({ name: "again", expect: "valid" })],
  [
    "a case twice, under two names",
    cases,
    (c) => (c.cases as JsonObject[]).push({ ...(c.cases as JsonObject[])[0], name: "again" }),
  ],
  ["a journey with the name of another", journey, set("name", "Policy accepted")],
];

const unread: Mistake[] = [
  ["an order of codes without a code", `${product}/tariff.json`, set("product_code.precedence", [])],
  [
    "an answer of another step, of a kind that it never gives",
    cases,
    set("context.answers.general-data.turnover", "450000"),
  ],
  ["a feature without a condition", `${cyber}/tariff.json`, set("features", { winter: {} })],
  ["a value that no text uses", `${cyber}/product.json`, set("text_values.winter_rate", 5)],
  [
    "a form with the name of another one",
    `${cyber}/coverage-choice.schema.json`,
    set("$id", "urn:portal:cyber:general-data"),
  ],
  ["another order than that of the sections", general, set("ui:order", ["revenue", "kvk", "*"])],
  ["neither an order nor sections", general, (c) => delete c["ui:options"] && delete c["ui:order"]],
  [
    "a price beside cards, which show their own",
    `${cyber}/coverage-choice.ui.json`,
    (c: JsonObject) => Object.assign(at(c, "insured_amount.ui:options"), { price: "own_risk" }),
  ],
];

const base = "fixtures/steps/cyber/general-data.json";

/** What else goes wrong in the same journey, or in journeys that start from a base, follows. */
const causes: Mistake[] = [
  [
    "a question that is taken away, which two journeys answer",
    `${cyber}/questions.json`,
    (c) => (c.acceptance_questions as unknown[]).shift(),
  ],
  ["a flow that hides what journeys send", `${cyber}/product.json`, set("flows.newRequest.hide", ["insurance-policy"])],
  [
    "a step that comes earlier in the product, which many journeys save later",
    `${cyber}/product.json`,
    (c) => {
      const steps = c.steps as unknown[];
      steps.splice(1, 0, ...steps.splice(3, 1));
    },
  ],
  ["an empty base, from which journeys start", base, set("base", {})],
  ["a field of another step in a base", base, set("base.city", "Utrecht")],
  [
    "a field of a base that is misspelt",
    base,
    (c) => Object.assign(at(c, "base"), { turnovr: 1 }) && delete at(c, "base").turnover,
  ],
];

/** A member that is taken away. */
const gone: Mistake[] = [
  ["a tariff without its factors", `${cyber}/tariff.json`, (c) => delete c.factors],
  ["a product without its codes, which quotations have", `${cyber}/product.json`, (c) => delete c.codes],
  ["a field that fetches the company", `${cyber}/general-data.schema.json`, (c) => delete at(c, "properties").kvk],
  [
    "a question that a case and a journey answer",
    `${cyber}/questions.json`,
    (c) => (c.final_questions as unknown[]).shift(),
  ],
  [
    "the name of the only journey to an end",
    "fixtures/journeys/cyber-newRequest-policy-accepted.json",
    (c) => delete c.name,
  ],
];

export const onceInFixtures: Mistake[] = [...misplaced, ...repeated, ...unread, ...causes, ...gone];
