// Faults in the fixtures: cases that contradict the contract, or leave a rule untested.
import { at, fixtures, type Mistake, product } from "./fault.ts";

export const caseFaults: Mistake[] = [
  ["a base that is not valid", `${fixtures}/general-data.json`, (c) => delete at(c, "base").kvk],
  [
    "a case that expects something else",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { expect: "valid" }),
  ],
  [
    "a case that sets a misspelt field",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { "/revenu": 1 }, expect: [["/revenue", "type"]] }),
  ],
  [
    "a case that answers a question that nobody asks",
    `${fixtures}/acceptance.json`,
    (c) => Object.assign(at(c, "cases.1"), { set: { "/questions_of_acceptance/9999": true } }),
  ],
  [
    "a pointer that leads nowhere",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { remove: ["/zz"] }),
  ],
  [
    "a rule that no case breaks and none follows for, because no answers come to it",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(c, { cases: [] }),
  ],
  [
    "a text for a rule that is only broken together with a more basic one",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:errors": { minLength: { message: "error.validation.max_professions" } } }),
  ],
  ["a base with a misspelt field", `${fixtures}/general-data.json`, (c) => Object.assign(at(c, "base"), { revenu: 1 })],
  [
    "a pointer without its slash",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { revenue: 1 } }),
  ],
  [
    "a case on a day that does not exist",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { context: { today: "2026-02-30" } }),
  ],
  [
    "a case beside answers of a step that does not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "context.answers"), { "general-dat": {} }),
  ],
  [
    "a case beside an answer to a field that does not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "context.answers.general-data"), { revenu: 1 }),
  ],
  [
    "a case with a feature and a list that do not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "cases.0"), { context: { features: { more: true }, lists: { deductible_amount: [] } } }),
  ],
];
