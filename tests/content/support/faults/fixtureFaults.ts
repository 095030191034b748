// Cases, journeys and sample quotations: what they name does not exist, they contradict the rules, or they cannot be completed.
import type { JsonObject } from "#engine/schema/types.ts";
import {
  acceptanceCases,
  acceptedJourney,
  assign,
  at,
  changingJourney,
  coverCases,
  explainedJourney,
  generalCases,
  journey,
  type Mistakes,
  push,
  quotations,
  remove,
  respell,
  set,
  temporaryJourney,
  wrongJourney,
} from "./fault.ts";

const row = 0;

export const fixtureFaults: Mistakes = {
  [generalCases]: {
    "a rule in a case that does not exist": push("cases", {
      name: "x",
      set: { "/revenue": 0 },
      expect: [["/revenue", "exclusiveMinimun"]],
    }),
    "a base that is not valid": remove("base.kvk"),
    "a case that expects something else": assign("cases.0", { expect: "valid" }),
    "a case that sets a misspelt field": assign("cases.0", { set: { "/revenu": 1 }, expect: [["/revenue", "type"]] }),
    "a pointer that leads nowhere": assign("cases.0", { remove: ["/zz"] }),
    "a rule that no case breaks and none follows for, because no answers come to it": assign("", { cases: [] }),
    "a base with a misspelt field": assign("base", { revenu: 1 }),
    "a pointer without its slash": assign("cases.0", { set: { revenue: 1 } }),
    "a case on a day that does not exist": assign("cases.0", { context: { today: "2026-02-30" } }),
    "a misspelt field of a case that comes out as it should": respell("cases.3.set", "/professions", "/profesions"),
    "a misspelt field of a base": respell("base", "revenue", "revenu"),
    "a misspelt entry of a case": respell("cases.0.set", "/professions/0", "/profesions/0"),
    "an empty base, from which journeys start": set("base", {}),
    "a field of another step in a base": set("base.deductible_amount", 500),
    "a field of a base that is misspelt": (c) =>
      Object.assign(at(c, "base"), { revenu: 1 }) && delete at(c, "base").revenue,
  },
  [coverCases]: {
    "an expected error without the list around it": set("cases.0.expect", ["/insured_amount", "required"]),
    "a case beside answers of a step that does not exist": assign("context.answers", { "general-dat": {} }),
    "a case beside an answer to a field that does not exist": assign("context.answers.general-data", { revenu: 1 }),
    "a case with a fact and a list that do not exist": assign("cases.0", {
      context: { facts: { more: true }, lists: { deductible_amount: [] } },
    }),
    "cases of another step than their file": set("step", "general-data"),
    "cases of a misspelt step": set("step", "coverage-choise"),
    "a case that changes nothing": push("cases", { name: "again", expect: "valid" }),
    "a case twice, under two names": (c) =>
      (c.cases as JsonObject[]).push({ ...(c.cases as JsonObject[])[0], name: "again" }),
    "an answer of another step, of a kind that it never gives": set("context.answers.general-data.revenue", "450000"),
  },
  [acceptanceCases]: {
    "a case that answers a question that nobody asks": assign("cases.1", {
      set: { "/questions_of_acceptance/9999": true },
    }),
  },
  [journey]: {
    "a journey of a relation that is said to be none": assign("", { temporary: true }),
    "a journey with a misspelt field": assign("steps.0.answers", { revenu: 1 }),
    "a journey that is sent with a misspelt field": assign("submit", { answers: { efective_date: "2026-12-01" } }),
    "a journey that is opened again after no step of it": assign("", { resume_after: "coverage-choices" }),
    "a journey with files and no step that takes them": assign("", { uploads: [{ name: "annual-accounts.pdf" }] }),
    "a journey of a relation that does not exist": assign("", { relation: 1 }),
    "a journey that begins from no relation": remove("relation"),
    "a journey that begins from a quotation and should not": assign("", { quotation: 50010612 }),
    "a journey with its steps in another order": (c) => (c.steps as unknown[]).reverse(),
    "a journey that expects to explain without a wrong answer": assign("expect", { extra_step: true }),
    "a misspelt cover of a journey": respell("steps.1.answers.additional_coverages", "coverage_821", "coverage_812"),
    "a journey with the name of another": set("name", "Policy accepted"),
  },
  [wrongJourney]: {
    "a journey that answers a question that nobody asks": assign("steps.2.answers.questions_of_acceptance", {
      "1150": true,
    }),
    "a journey that has to explain and does not say so": remove("expect.extra_step"),
  },
  [explainedJourney]: {
    "a journey of a relation that another one has": assign("", { relation: 300101 }),
    "a journey with a file that its step does not take": assign("uploads.0", { name: "accounts.exe" }),
  },
  [changingJourney]: {
    "a journey that begins from no quotation": remove("quotation"),
  },
  [temporaryJourney]: {
    "a journey of a new company that is a relation": assign("", { relation: 300108 }),
  },
  [acceptedJourney]: {
    "the name of the only journey to an end": remove("name"),
  },
  [quotations]: {
    "a misspelt field of a stored quotation": respell(`${row}.answers.general-data`, "revenue", "revenu"),
    "a misspelt step of a stored quotation": respell(`${row}.answers`, "coverage-choice", "coverage-choise"),
    "a misspelt product of a stored quotation": set(`${row}.product_key`, "tny"),
  },
};
