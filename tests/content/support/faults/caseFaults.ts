// Faults in the fixtures: cases that contradict the contract, or leave a rule untested.
import { at, type Fault, fixtures, product } from "./fault.ts";

export const caseFaults: Fault[] = [
  [
    "a base that is not valid",
    `${fixtures}/general-data.json`,
    (c) => delete at(c, "base").kvk,
    "/base",
    "the base should be valid, but is refused by /kvk required; correct the case, or the rule in the schema",
  ],
  [
    "a case that expects something else",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { expect: "valid" }),
    "/cases/0",
    '"profession of another sector" should be valid, but is refused by /professions/0 pairFrom; correct the case, or the rule in the schema',
  ],
  [
    "a case that sets a misspelt field",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { "/revenu": 1 }, expect: [["/revenue", "type"]] }),
    "/cases/0",
    '"profession of another sector" should be refused by /revenue type, but is valid; the step has no field /revenu; did you mean "/revenue"?',
  ],
  [
    "a case that answers a question that nobody asks",
    `${fixtures}/acceptance.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { "/questions_of_acceptance/9999": true }, expect: "valid" }),
    "/cases/0/set",
    "acceptance asks no question 9999; its questions are 1101, 1102, 1103, 1104, 1105, 1106, 1107, 1108",
  ],
  [
    "a pointer that leads nowhere",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { remove: ["/zz"] }),
    "/cases/0",
    "/zz leads to nothing in the base; correct it",
  ],
  [
    "a rule that no case breaks and none follows for, because no answers come to it",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(c, { cases: [] }),
    `${product}/general-data.schema.json /allOf/0/then/properties/terms_of_delivery`,
    `no test case breaks "type"; none follows from the base or a valid case either; add one to ${fixtures}/general-data.json that does`,
  ],
  [
    "a base with a misspelt field",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "base"), { revenu: 1 }),
    "/base/revenu",
    '"revenu" is no field of general-data; did you mean "revenue"?',
  ],
  [
    "a pointer without its slash",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { revenue: 1 } }),
    "/cases/0/set/revenue",
    '"revenue" is not a possible name here; write "/revenue"',
  ],
  [
    "a case on a day that does not exist",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { context: { today: "2026-02-30" } }),
    "/cases/0/context/today",
    "2026-02-30 is no day; correct it",
  ],
  [
    "a case beside answers of a step that does not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "context.answers"), { "general-dat": {} }),
    "/context/answers/general-dat",
    'there is no step "general-dat"; did you mean "general-data"?',
  ],
  [
    "a case beside an answer to a field that does not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "context.answers.general-data"), { revenu: 1 }),
    "/context/answers/general-data/revenu",
    '"revenu" is no field of general-data; did you mean "revenue"?',
  ],
  [
    "a case with a feature and a list that do not exist",
    `${fixtures}/coverage-choice.json`,
    (c) => Object.assign(at(c, "cases.0"), { context: { features: { more: true }, lists: { deductible_amount: [] } } }),
    "/cases/0/context/lists/deductible_amount",
    'the product has no list "deductible_amount"; did you mean "deductible_amounts"?',
  ],
];
