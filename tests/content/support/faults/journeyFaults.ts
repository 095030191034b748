// Faults in journeys: what they name does not exist, or nobody could go through them.
import { at, type Fault, first } from "./fault.ts";

const journey = `fixtures/journeys/${first}-newRequest-quotation.json`;
const explained = `fixtures/journeys/${first}-newRequest-referred-with-explanation-and-file.json`;
const changing = `fixtures/journeys/${first}-editQuote-quotation-with-another-cover.json`;
const temporary = `fixtures/journeys/${first}-newTempRequest-quotation-for-a-new-relation.json`;
const wrong = `fixtures/journeys/${first}-newRequest-quotation-with-a-wrong-answer-and-no-explanation.json`;

export const journeyFaults: Fault[] = [
  [
    "a journey of a relation that is said to be none",
    journey,
    (c) => Object.assign(c, { temporary: true }),
    "/temporary",
    'newRequest is for a company that is a relation; remove it, or write "newTempRequest"',
  ],
  [
    "a journey that answers a question that nobody asks",
    wrong,
    (c) => Object.assign(at(c, "steps.3.answers.final_questions"), { "1250": true }),
    "/steps/3/answers/final_questions/1250",
    "final-questions asks no question 1250; its questions are 1201, 1202, 1203, 1204, 1205",
  ],
  [
    "a journey with a misspelt field",
    journey,
    (c) => Object.assign(at(c, "steps.0.answers"), { revenu: 1 }),
    "/steps/0/answers/revenu",
    '"revenu" is no field of general-data; did you mean "revenue"?',
  ],
  [
    "a journey that is sent with a misspelt field",
    journey,
    (c) => Object.assign(at(c, "submit"), { answers: { efective_date: "2026-12-01" } }),
    "/submit/answers/efective_date",
    '"efective_date" is no field of request; did you mean "effective_date"?',
  ],
  [
    "a journey that is opened again after no step of it",
    journey,
    (c) => Object.assign(c, { resume_after: "coverage-choices" }),
    "/resume_after",
    'the journey saves no step "coverage-choices"; did you mean "coverage-choice"?',
  ],
  [
    "a journey with files and no step that takes them",
    journey,
    (c) => Object.assign(c, { uploads: [{ name: "annual-accounts.pdf" }] }),
    "/uploads",
    "no step of the journey takes files; add the step that explains, or remove them",
  ],
  [
    "a journey of a relation that does not exist",
    journey,
    (c) => Object.assign(c, { relation: 1 }),
    "/relation",
    "fixtures/portfolio/relations.json has no relation 1; name one that is there",
  ],
  [
    "a journey of a relation that another one has",
    explained,
    (c) => Object.assign(c, { relation: 300101 }),
    "/relation",
    `${journey} begins from relation 300101 too; name a relation that no other journey uses, such as 300108`,
  ],
  [
    "a journey that begins from no relation",
    journey,
    (c) => delete c.relation,
    "/flow",
    'newRequest begins from a relation, and the journey names none; add "relation" with its number',
  ],
  [
    "a journey that begins from no quotation",
    changing,
    (c) => delete c.quotation,
    "/flow",
    'editQuote begins from a quotation, and the journey names none; add "quotation" with its number',
  ],
  [
    "a journey that begins from a quotation and should not",
    journey,
    (c) => Object.assign(c, { quotation: 50010612 }),
    "/quotation",
    "newRequest begins from no quotation; remove it, or choose from: editQuote, quoteToPolicy",
  ],
  [
    "a journey of a new company that is a relation",
    temporary,
    (c) => Object.assign(c, { relation: 300108 }),
    "/flow",
    'newTempRequest is for a company that is no relation yet; write "temporary": true and no "relation"',
  ],
  [
    "a journey with its steps in another order",
    journey,
    (c) => (c.steps as unknown[]).reverse(),
    "/steps/1",
    "coverage-choice comes before company-data; the order of the product is general-data, coverage-choice, company-data, acceptance, final-questions, additional-explanation; each step once",
  ],
  [
    "a journey with a file that its step does not take",
    explained,
    (c) => Object.assign(at(c, "uploads.0"), { name: "accounts.exe" }),
    "/uploads/0/name",
    "files like accounts.exe are not taken; choose from: .doc, .docx, .xls, .xlsx, .jpg, .jpeg, .png, .pdf, .eml, .msg",
  ],
  [
    "a journey that expects to explain without a wrong answer",
    journey,
    (c) => Object.assign(at(c, "expect"), { extra_step: true }),
    "/expect/extra_step",
    'no answer calls for additional-explanation; remove "extra_step", or correct the answers',
  ],
  [
    "a journey that has to explain and does not say so",
    wrong,
    (c) => delete at(c, "expect").extra_step,
    "/expect/extra_step",
    'additional-explanation is asked for too, because question 1201 of final-questions has the answer yes; fill it in, or write "extra_step": true',
  ],
];
