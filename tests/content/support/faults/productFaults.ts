// The manifest with its steps, flows and lists, questions, professions and the hand-over.
import type { JsonObject } from "#engine/schema/types.ts";
import {
  answering,
  assign,
  at,
  handover,
  type Mistakes,
  manifest,
  professions,
  questions,
  remove,
  set,
} from "./fault.ts";

const inStep = (index: number, change: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, `steps.${index}`), change);

const sidebar = (index: number, change: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, `steps.${index}.sidebar`), change);

/** Takes a step to another place. */
const move = (from: number, to: number) => (content: JsonObject) => {
  const steps = content.steps as JsonObject[];
  steps.splice(to, 0, ...steps.splice(from, 1));
};

const steps = (content: JsonObject) => content.steps as JsonObject[];

const withoutStep = (name: string) => (content: JsonObject) =>
  Object.assign(content, { steps: steps(content).filter(({ key }) => key !== name) });

/** A first rule of the deductibles. */
const rule =
  (when: unknown, more: JsonObject = {}) =>
  (content: JsonObject) => {
    const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
    rules.unshift({ ...(when !== undefined && { when }), values: [500, 1000, 2000], ...more });
  };

export const productFaults: Mistakes = {
  [manifest]: {
    "a list that depends on a deductible that is offered as a number": rule({
      is: ["general-data.sector", 190],
    }),
    "a list whose condition is a number": rule("general-data.revenue"),
    "a list whose condition has a misspelt operator": rule({ iss: ["general-data.sector", "190"] }),
    "a list with a condition in the words of an earlier version": (content) => {
      const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
      rules.unshift({ if: answering("general-data", answering("sector", { const: "190" })), values: [500] });
    },
    "a list that depends on a later step": rule({ answered: "acceptance.questions_of_acceptance" }),
    "a list with a rule that is never reached": rule(undefined),
    "a list with a rule for a sector that the rule before it takes": (content) => {
      const rules = at(content, "lists.deductible_amounts").rules as JsonObject[];
      rules.splice(1, 0, { when: { is: ["general-data.sector", "190"] }, values: [500] });
    },
    "a list of texts where the answer is a number": rule(
      { equal: ["general-data.revenue", 1] },
      {
        values: ["500"],
      },
    ),
    "a list with a choice that is there twice": rule(
      { equal: ["general-data.revenue", 1] },
      {
        values: [500, 500],
      },
    ),
    "a list without choices": rule({ equal: ["general-data.revenue", 1] }, { values: [] }),
    "a document that does not exist": assign("documents", { insurance_map: "documents/insurance-mpa.pdf" }),
    "a document that lies elsewhere": assign("documents", { insurance_map: "/storage/insurance-map.pdf" }),
    "an unknown member": assign("", { colour: "red" }),
    "a missing member": remove("codes"),
    "a key that is not the folder's": assign("", { key: "other" }),
    "a summary field that does not exist": assign("steps.0", { summary: ["x"] }),
    "a field in a line of a summary that does not exist": assign("steps.0", { summary: [[["y"]]] }),
    "a list condition on a step that does not exist": assign("lists", {
      deductible_amounts: {
        rules: [{ when: { answered: "general.kvk" }, values: [1] }, { values: [2] }],
      },
    }),
    "a list without a last rule": assign("lists", {
      deductible_amounts: { rules: [{ when: { is: ["general-data.sector", "190"] }, values: [500] }] },
    }),
    "an earlier name of a field that does not exist": assign("", { was: { "general-data.sales": "revenu" } }),
    "an earlier name that is a field": assign("", { was: { "general-data.kvk": "revenue" } }),
    "a code that no request gets": set("codes", ["190", "999", "180"]),
    "a last step that cannot send what a flow offers": sidebar(2, { send: ["quotation"] }),
    "a last step without the request block": sidebar(3, { request: "hidden" }),
    "a flow in which nothing can be sent": assign("flows", {
      newTempRequest: { hide: ["quotation", "insurance-policy"] },
    }),
    "a step that asks the questions of another call": inStep(2, { questions: "closing-questions" }),
    "a form that is said to ask questions": inStep(0, { kind: "questions", questions: "acceptance" }),
    "questions of a step that asks none": inStep(0, { questions: "acceptance" }),
    "questions whose wrong answers count for nothing": (c) => {
      const questionsStep = at(c, "steps.2");
      questionsStep.kind = "form";
      delete questionsStep.questions;
    },
    "an explanation that everybody is asked for": remove("steps.3.extra"),
    "a form that is only asked after a wrong answer": inStep(1, { extra: true }),
    "an explanation before what it explains": move(3, 2),
    "a second explanation": inStep(1, { kind: "explanation", extra: true }),
    "a number that is never so long": assign("prefill.0", { length: 80 }),
    "a company that is fetched by an amount": assign("prefill.0", { field: "revenue" }),
    "a company that is fetched twice": (c) => (c.prefill as JsonObject[]).push({ ...at(c, "prefill.0") }),
    "a percentage in quotes": assign("text_values", { quarterly: "3" }),
    "a list of covers that is never answered": assign("lists.main_coverages", { path: "premium.all_main_coverage" }),
    "a percentage that a shared text names and the product does not give": remove("text_values.quarterly"),
    "a number of the chamber of commerce of nine digits": assign("prefill.0", { length: 9 }),
    "a form that goes on by itself": set("steps.0.autoNext", "all-answered"),
    "a reason that is misspelt in the manifest": set("why.0", "liabilty"),
    "a list with the same condition twice": (c) => {
      const rules = at(c, "lists.deductible_amounts").rules as unknown[];
      rules.splice(1, 0, structuredClone(rules[0]));
    },
    "a step that is there twice": (c) => steps(c).push(structuredClone(steps(c)[0]!)),
    "a step without its files": (c) => steps(c).splice(1, 0, { ...steps(c)[0]!, key: "building" }),
    "a step that is taken away, whose answers leave for other systems": withoutStep("general-data"),
    "a step that is taken away, which the tariff prices by": withoutStep("coverage-choice"),
    "a step that is taken away, which cases and journeys answer": withoutStep("acceptance"),
    "a list of the main cover that is taken away": remove("lists.main_coverages"),
    "a code that is a number": set("codes.0", 180),
    "a value that no text uses": set("text_values.winter_rate", 5),
    "a flow that hides what journeys send": set("flows.newRequest.hide", ["insurance-policy"]),
    "a step that comes earlier in the product, which many journeys save later": (c) => {
      const steps = c.steps as unknown[];
      steps.splice(1, 0, ...steps.splice(2, 1));
    },
    "a product without its codes, which quotations have": remove("codes"),
    "without documents.terms_and_conditions": remove("documents.terms_and_conditions"),
    "without documents": remove("documents"),
    "without lists.deductible_amounts.rules": remove("lists.deductible_amounts.rules"),
    "without why.0": remove("why.0"),
  },
  [questions]: {
    "an explanation of wrong answers that all decline": (content) => {
      for (const kind of ["acceptance_questions", "final_questions", "answer_rules"])
        for (const entry of content[kind] as JsonObject[]) {
          const notice = kind === "answer_rules" ? {} : { refusal_yes: { nl: "Nee.", fr: "Non." } };
          Object.assign(entry, { effect: "decline", ...notice });
        }
    },
    "a rule of answers that no request meets": (content) => {
      const rule = at(content, "answer_rules.0");
      rule.when = { all: [{ not: { answered: "general-data.terms_of_delivery" } }, "general-data.terms_of_delivery"] };
    },
    "a rule of answers for a choice that does not exist": set("answer_rules.0.when.any.1.is.1", "others"),
    "a rule of answers with a misspelt operator": (content) => {
      const condition = at(content, "answer_rules.0.when");
      condition.anny = condition.any;
      delete condition.any;
    },
    "a question with a value, which nothing fills in": assign("acceptance_questions.0.question_text", {
      nl: "Bent u klant van {provider}?",
    }),
    "a step that asks questions of which there are none": assign("", { acceptance_questions: [] }),
    "an expected answer in another language, which is no other answer misspelt": assign("acceptance_questions.0", {
      expected_answer: "nee",
    }),
    "a French question with Dutch thousands": assign("acceptance_questions.0.question_text", {
      fr: "Plus de 1.000 euros",
    }),
    "a question number used twice": (c) =>
      Object.assign(at(c, "acceptance_questions.1"), { id: at(c, "acceptance_questions.0").id }),
    "a dropout without a notice": (c) => {
      const question = Object.assign(at(c, "acceptance_questions.0"), { effect: "decline" });
      delete question.refusal_yes;
    },
    "a French text among the Dutch ones of one file": set(
      "acceptance_questions.0.question_text.nl",
      "Votre client a-t-il une assurance pour le bureau",
    ),
    "a question that is taken away, which two journeys answer": (c) => (c.acceptance_questions as unknown[]).shift(),
    "a question that a case and a journey answer": (c) => (c.acceptance_questions as unknown[]).splice(1, 1),
  },
  [professions]: {
    "a profession of no sector": assign("professions.0", { sector_id: "000" }),
  },
  [handover]: {
    "a field that is handed over and does not exist": assign("fields", { "general-data.revenu": "own.sales" }),
    "one name of the standard for two fields": assign("fields", { "contract.premium_total": "address.city" }),
    "an answer that is handed over without its step": assign("fields", { revenue: "own.x" }),
  },
};
