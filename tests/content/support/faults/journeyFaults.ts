// Faults in journeys: what they name does not exist, or they cannot be completed.
import { at, first, type Mistake } from "./fault.ts";

const journey = `fixtures/journeys/${first}-newRequest-quotation.json`;
const explained = `fixtures/journeys/${first}-newRequest-referred-with-explanation-and-file.json`;
const changing = `fixtures/journeys/${first}-editQuote-changed-quotation.json`;
const temporary = `fixtures/journeys/${first}-newTempRequest-quotation-for-a-new-relation.json`;
const wrong = `fixtures/journeys/${first}-newRequest-quotation-with-a-wrong-answer-and-no-explanation.json`;

export const journeyFaults: Mistake[] = [
  ["a journey of a relation that is said to be none", journey, (c) => Object.assign(c, { temporary: true })],
  [
    "a journey that answers a question that nobody asks",
    wrong,
    (c) => Object.assign(at(c, "steps.3.answers.final_questions"), { "1250": true }),
  ],
  ["a journey with a misspelt field", journey, (c) => Object.assign(at(c, "steps.0.answers"), { revenu: 1 })],
  [
    "a journey that is sent with a misspelt field",
    journey,
    (c) => Object.assign(at(c, "submit"), { answers: { efective_date: "2026-12-01" } }),
  ],
  [
    "a journey that is opened again after no step of it",
    journey,
    (c) => Object.assign(c, { resume_after: "coverage-choices" }),
  ],
  [
    "a journey with files and no step that takes them",
    journey,
    (c) => Object.assign(c, { uploads: [{ name: "annual-accounts.pdf" }] }),
  ],
  ["a journey of a relation that does not exist", journey, (c) => Object.assign(c, { relation: 1 })],
  ["a journey of a relation that another one has", explained, (c) => Object.assign(c, { relation: 300101 })],
  ["a journey that begins from no relation", journey, (c) => delete c.relation],
  ["a journey that begins from no quotation", changing, (c) => delete c.quotation],
  ["a journey that begins from a quotation and should not", journey, (c) => Object.assign(c, { quotation: 50010612 })],
  ["a journey of a new company that is a relation", temporary, (c) => Object.assign(c, { relation: 300108 })],
  ["a journey with its steps in another order", journey, (c) => (c.steps as unknown[]).reverse()],
  [
    "a journey with a file that its step does not take",
    explained,
    (c) => Object.assign(at(c, "uploads.0"), { name: "accounts.exe" }),
  ],
  [
    "a journey that expects to explain without a wrong answer",
    journey,
    (c) => Object.assign(at(c, "expect"), { extra_step: true }),
  ],
  ["a journey that has to explain and does not say so", wrong, (c) => delete at(c, "expect").extra_step],
];
