// Mistakes in cases and journeys, and in what they are tried against, that were silent or told more than once.
import type { JsonObject } from "#engine/types.ts";
import { at, type Mistake, product, row, set } from "./fault.ts";

const cyber = "schemas/products/cyber";
const cases = "fixtures/steps/cyber/coverage-choice.json";
const journey = "fixtures/journeys/cyber-newRequest-quotation.json";
const general = `${product}/general-data.ui.json`;

const misplaced: Mistake[] = [
  row(
    ["a journey of another product than its file", journey, set("product", "beroepsaansprakelijkheid")],
    "/product",
    "error",
    'the journey is of beroepsaansprakelijkheid, and its file is named after cyber; write "cyber", or rename the file',
  ),
  row(
    ["cases of another step than their file", cases, set("step", "general-data")],
    "/step",
    "error",
    'its cases are of general-data, and the file is called coverage-choice.json; write "coverage-choice", or rename the file',
  ),
  row(
    ["cases of a misspelt step", cases, set("step", "coverage-choise")],
    "/step",
    "error",
    'there is no step "coverage-choise" of "cyber"; did you mean "coverage-choice"?',
  ),
  row(
    ["cases of another product than their folder", cases, set("product", "beroepsaansprakelijkheid")],
    "/product",
    "error",
    'its cases are of beroepsaansprakelijkheid, and it stands in the folder cyber; write "cyber", or move the file',
  ),
];

const repeated: Mistake[] = [
  row(
    ["a case that changes nothing", cases, (c) => (c.cases as JsonObject[]).push({ name: "again", expect: "valid" })],
    "/cases/1",
    "note",
    '"again" tries the same as the base; change an answer or the context, or remove it',
  ),
  row(
    [
      "a case twice, under two names",
      cases,
      (c) => (c.cases as JsonObject[]).push({ ...(c.cases as JsonObject[])[0], name: "again" }),
    ],
    "/cases/1",
    "note",
    '"again" tries the same as "amounts that cannot be fetched"; change an answer or the context, or remove it',
  ),
  row(
    ["a journey with the name of another", journey, set("name", "Policy accepted")],
    "/name",
    "error",
    "fixtures/journeys/cyber-newRequest-policy-accepted.json has the same name; say what differs",
  ),
];

const unread: Mistake[] = [
  row(
    [
      "an answer that the premium is asked with, which no price reads",
      `${cyber}/product.json`,
      set("steps.0.premium", ["turnover", "kvk"]),
    ],
    "/steps/0/premium/1",
    "note",
    "the premium is asked again after each change of general-data.kvk, and no price reads it; remove it, or use it in tariff.json",
  ),
  row(
    ["an order of codes without a code", `${product}/tariff.json`, set("product_code.precedence", [])],
    "/product_code/precedence",
    "error",
    "the list is empty or too short; If several apply, the first of these; leave it out for the first that is found",
  ),
  row(
    [
      "an answer of another step, of a kind that it never gives",
      cases,
      set("context.answers.general-data.turnover", "450000"),
    ],
    "/context/answers/general-data/turnover",
    "error",
    "general-data gives no answer of this kind; write a whole number without quotes",
  ),
  row(
    ["a feature without a condition", `${cyber}/tariff.json`, set("features", { winter: {} })],
    "/features/winter",
    "error",
    '"if" is missing; add it: When the server allows it: a condition over the answers of all steps',
  ),
  row(
    ["a value that no text uses", `${cyber}/product.json`, set("text_values.winter_rate", 5)],
    "/text_values/winter_rate",
    "note",
    "no text uses {winter_rate}; remove it, or use it in a text",
  ),
  row(
    [
      "a form with the name of another one",
      `${cyber}/coverage-choice.schema.json`,
      set("$id", "urn:portal:cyber:general-data"),
    ],
    "/$id",
    "note",
    'an editor takes this for another form; write "urn:portal:cyber:coverage-choice"',
  ),
  row(
    ["another order than that of the sections", general, set("ui:order", ["revenue", "kvk", "*"])],
    "/ui:order",
    "note",
    'the fields stand in another order in the sections, and those count; change "fields" of the sections; "ui:order" can be left out',
  ),
  row(
    ["neither an order nor sections", general, (c) => delete c["ui:options"] && delete c["ui:order"]],
    "",
    "error",
    '"ui:order" is missing; add it: Order of the fields, which ends with "*"; not needed where sections say it',
  ),
  row(
    [
      "a price beside cards, which show their own",
      `${cyber}/coverage-choice.ui.json`,
      (c: JsonObject) => Object.assign(at(c, "insured_amount.ui:options"), { price: "own_risk" }),
    ],
    "/insured_amount/ui:options/price",
    "error",
    '"cards" does nothing with "price"; remove it; cards takes texts, optionTexts, amount, per',
  ),
];

const base = "fixtures/steps/cyber/general-data.json";

/** What else goes wrong in the same journey, or in journeys that start from a base, follows. */
const causes: Mistake[] = [
  [
    "a question that is taken away, which two journeys answer",
    `${cyber}/questions.json`,
    (c) => (c.acceptance_questions as unknown[]).shift(),
    "fixtures/journeys/cyber-newRequest-referred-with-explanation-and-file.json",
    "/steps/3/answers/questions_of_acceptance/4101",
    "error",
    "acceptance asks no question 4101; its questions are 4102, 4103, 4104, 4105, 4106, 4107",
  ],
  [
    "a flow that hides what journeys send",
    `${cyber}/product.json`,
    set("flows.newRequest.hide", ["insurance-policy"]),
    "fixtures/journeys/cyber-newRequest-policy-accepted.json",
    "/submit/action",
    "error",
    'newRequest hides "insurance-policy", so nobody can send this; send it otherwise, or take it out of "hide" of the flow in product.json',
  ],
  [
    "a step that comes earlier in the product, which many journeys save later",
    `${cyber}/product.json`,
    (c) => {
      const steps = c.steps as unknown[];
      steps.splice(1, 0, ...steps.splice(3, 1));
    },
    "fixtures/journeys/cyber-newRequest-declined-by-an-answer-that-leads-to-dropout.json",
    "/steps/3",
    "error",
    "acceptance comes before company-data; the order of the product is general-data, acceptance, coverage-choice, company-data, final-questions, additional-explanation; each step once",
  ],
  row(
    ["an empty base, from which journeys start", base, set("base", {})],
    "/base",
    "error",
    "the base should be valid, but is refused by /kvk required, /turnover required; correct the case, or the rule in the schema",
  ),
  row(
    ["a field of another step in a base", base, set("base.city", "Utrecht")],
    "/base/city",
    "error",
    '"city" is no field of general-data; correct the name or remove it',
  ),
  row(
    [
      "a field of a base that is misspelt",
      base,
      (c) => Object.assign(at(c, "base"), { turnovr: 1 }) && delete at(c, "base").turnover,
    ],
    "/base/turnovr",
    "error",
    '"turnovr" is no field of general-data; did you mean "turnover"?',
  ),
];

/** A member that is taken away. */
const gone: Mistake[] = [
  row(
    ["a tariff without its factors", `${cyber}/tariff.json`, (c) => delete c.factors],
    "",
    "error",
    '"factors" is missing; add it: What the main premium is multiplied by',
  ),
  row(
    ["a product without its codes, which quotations have", `${cyber}/product.json`, (c) => delete c.codes],
    "",
    "error",
    '"codes" is missing; add it: Product codes',
  ),
  row(
    ["a field that fetches the company", `${cyber}/general-data.schema.json`, (c) => delete at(c, "properties").kvk],
    "/required/0",
    "error",
    '"kvk" is required but is no field; correct the name, or add the field to "properties"',
  ),
  [
    "a question that a case and a journey answer",
    `${cyber}/questions.json`,
    (c) => (c.final_questions as unknown[]).shift(),
    "fixtures/steps/cyber/final-questions.json",
    "/cases/0/set",
    "error",
    "final-questions asks no question 4201; its questions are 4202, 4203, 4204",
  ],
  row(
    [
      "the name of the only journey to an end",
      "fixtures/journeys/cyber-newRequest-policy-accepted.json",
      (c) => delete c.name,
    ],
    "",
    "error",
    '"name" is missing; add it: What the journey shows',
  ),
];

export const onceInFixtures: Mistake[] = [...misplaced, ...repeated, ...unread, ...causes, ...gone];
