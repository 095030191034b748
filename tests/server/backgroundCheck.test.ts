// Whom the background check is asked about: name, number and date of birth of the same record, row or group go together.
import { expect, test } from "vitest";
import type { RequestAnswers, ScreenedAnswer } from "#engine/schema/types.ts";
import { findSubjects, isListed } from "#underwriting/backgroundCheck.ts";

const COMPANY = { kvk: "68750110", name: "Proef B.V." };
const answers = (step: object): RequestAnswers =>
  ({ "company-data": { kvk: COMPANY.kvk, company: COMPANY.name }, parties: step }) as RequestAnswers;
const named = (path: string) => ({ name: `${path}.name`, kvk: `${path}.kvk`, birth_date: `${path}.born` });
const others = (step: object, screened: ScreenedAnswer[]) => findSubjects(answers(step), undefined, screened).slice(1);

const CASES: [kind: string, step: object, screened: ScreenedAnswer, found: object[]][] = [
  [
    "a list of records",
    { list: [{ name: "A", kvk: "1" }, { name: "B", born: "1980-02-01" }, { kvk: "3" }, { name: " " }] },
    named("parties.list.*"),
    [
      { kvk: "1", name: "A", place: ["parties", "list", "0", "name"] },
      { kvk: null, name: "B", birth_date: "1980-02-01", place: ["parties", "list", "1", "name"] },
      { kvk: "3", name: null, place: ["parties", "list", "2", "name"] },
    ],
  ],
  [
    "a list of records with ids",
    {
      list: [
        { _id: "r1", name: "A" },
        { _id: "r2", name: "B", kvk: "2" },
      ],
    },
    named("parties.list.*"),
    [
      { kvk: null, name: "A", place: ["parties", "list", "0", "name"] },
      { kvk: "2", name: "B", place: ["parties", "list", "1", "name"] },
    ],
  ],
  [
    "a table of rows",
    { table: { director: { name: "A", kvk: "1" }, owner: { name: "B" } } },
    named("parties.table.*"),
    [
      { kvk: "1", name: "A", place: ["parties", "table", "director", "name"] },
      { kvk: null, name: "B", place: ["parties", "table", "owner", "name"] },
    ],
  ],
  [
    "a list in a group",
    {
      group: {
        list: [
          { name: "A", kvk: "1" },
          { name: "B", kvk: "2" },
        ],
      },
    },
    named("parties.group.list.*"),
    [
      { kvk: "1", name: "A", place: ["parties", "group", "list", "0", "name"] },
      { kvk: "2", name: "B", place: ["parties", "group", "list", "1", "name"] },
    ],
  ],
  [
    "a group",
    { group: { name: "A", kvk: "1" } },
    named("parties.group"),
    [{ kvk: "1", name: "A", place: ["parties", "group", "name"] }],
  ],
  ["a field", { name: "A" }, "parties.name", [{ kvk: null, name: "A", place: ["parties", "name"] }]],
  ["a step that is not answered", {}, named("parties.list.*"), []],
];

test.each(CASES)("of %s", (_, step, screened, found) => {
  expect(others(step, [screened])).toEqual(found);
});

test("the insured company and the relation are checked too", () => {
  const relation = { kvk: "1", name: "Relatie B.V." };
  expect(findSubjects(answers({}), relation)).toEqual([COMPANY, relation]);
});

test("a company whose number is listed under another name is found", () => {
  const [subject] = others({ list: [{ name: "Nieuwe naam", kvk: "42599512" }] }, [named("parties.list.*")]);
  expect(subject && isListed([{ kvk: "42599512", name: "Oude naam" }], subject)).toBe(true);
});
