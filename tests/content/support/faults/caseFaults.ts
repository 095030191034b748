// Faults in the fixtures: cases that contradict the contract, or leave a rule untested.
import { at, type Case, type Fault, fixtures, leaveOut } from "./fault.ts";

export const caseFaults: Fault[] = [
  [
    "a base that is not valid",
    `${fixtures}/general-data.json`,
    (c) => delete at(c, "base").kvk,
    /\/base: the base should give valid and gives \/kvk required/,
  ],
  [
    "a case that expects something else",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { expect: "valid" }),
    /should give valid and gives/,
  ],
  [
    "a case that sets a misspelt field",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { "/revenu": 1 }, expect: [["/revenue", "type"]] }),
    /gives .*; the step has no field \/revenu; did you mean "\/revenue"\?/,
  ],
  [
    "a pointer that leads nowhere",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { remove: ["/zz"] }),
    /\/zz leads to nothing in the base/,
  ],
  [
    "a rule that no case breaks",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(c, { cases: [(c.cases as unknown[])[0]] }),
    /\/properties\/kvk\/format: no test case breaks this rule; add a case to fixtures/,
  ],
  [
    "a highest amount that no case stands on",
    `${fixtures}/general-data.json`,
    (c) => leaveOut(c, ({ expect, set }) => expect === "valid" && set?.["/revenue"] === 1_000_000),
    /\/properties\/revenue\/maximum: no test case stands on this bound; add a case to fixtures/,
  ],
  [
    "a first day that is only broken by far",
    `${fixtures}/request.json`,
    (c) => {
      const early = (c.cases as Case[]).find(({ set }) => set?.["/effective_date"] === "2026-11-05");
      Object.assign(early?.set ?? {}, { "/effective_date": "2026-11-04" });
    },
    /\/properties\/effective_date\/dateWindow from: no test case stands just beyond this bound/,
  ],
];
