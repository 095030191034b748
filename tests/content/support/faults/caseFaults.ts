// Faults in the fixtures: cases that contradict the contract, or leave a rule untested.
import { at, type Case, type Fault, fixtures, leaveOut, product } from "./fault.ts";

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
    '"sector is required" should be valid, but is refused by /sector required; correct the case, or the rule in the schema',
  ],
  [
    "a case that sets a misspelt field",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { set: { "/revenu": 1 }, expect: [["/revenue", "type"]] }),
    "/cases/0",
    '"sector is required" should be refused by /revenue type, but is refused by /sector required; the step has no field /revenu; did you mean "/revenue"?',
  ],
  [
    "a pointer that leads nowhere",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { remove: ["/zz"] }),
    "/cases/0",
    "/zz leads to nothing in the base; correct it",
  ],
  [
    "a rule that no case breaks",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(c, { cases: [(c.cases as unknown[])[0]] }),
    `${product}/general-data.schema.json /properties/sector`,
    `no test case breaks "type", "maxLength", "enumFrom"; add a case to ${fixtures}/general-data.json that does`,
  ],
  [
    "a highest amount that no case stands on",
    `${fixtures}/general-data.json`,
    (c) => leaveOut(c, ({ expect, set }) => expect === "valid" && set?.["/revenue"] === 1_000_000),
    `${product}/general-data.schema.json /properties/revenue`,
    `no test case stands on "maximum"; add a case to ${fixtures}/general-data.json that does`,
  ],
  [
    "a first day that is only broken by far",
    `${fixtures}/request.json`,
    (c) => {
      const early = (c.cases as Case[]).find(({ set }) => set?.["/effective_date"] === "2026-11-05");
      Object.assign(early?.set ?? {}, { "/effective_date": "2026-11-04" });
    },
    `${product}/request.schema.json /properties/effective_date`,
    `no test case stands just beyond "dateWindow from"; add a case to ${fixtures}/request.json that does`,
  ],
];
