// Yes and no of another back end (decisions 81): booleans where the schema has boolean, untouched everywhere else.
import { expect, test } from "vitest";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { readYesNo, withYesNo } from "#api/wizard/yesNo.ts";

const boolean = { type: "boolean" };
const schema = {
  type: "object",
  properties: {
    pay_in_terms: boolean,
    agreed: boolean,
    digital_policy: { type: "string", enum: ["J", "N"] },
    number: { type: "integer" },
    answers: { type: "object", ask: { from: "asked" } },
    rows: { type: "array", items: { type: "object", properties: { own: boolean } } },
  },
  allOf: [{ properties: { double_year_limit: boolean } }],
};
const steps = { general: { schema } };
const read = (data: object) => readYesNo({ general: { data: { ...data }, meta: {} } }, steps).general?.data;

test.each([
  ...["yes", "ja", "J", "Y", "oui", "true", "1", 1, true].map((word) => [word, true] as const),
  ...["no", "nee", "N", "non", "false", "0", 0, false].map((word) => [word, false] as const),
  ...["misschien", "", 2].map((word) => [word, word] as const),
])("%j is read as %j", (word, value) => {
  const data = {
    pay_in_terms: word,
    agreed: word,
    double_year_limit: word,
    answers: { 1101: word },
    rows: [{ own: word }],
  };
  expect(read(data)).toEqual({
    pay_in_terms: value,
    agreed: value,
    double_year_limit: value,
    answers: { 1101: value },
    rows: [{ own: value }],
  });
});

test.each([null, [true], { yes: true }])(
  "%j cannot be an answer to yes or no, and is read as not answered",
  (value) => {
    const data = {
      pay_in_terms: value,
      agreed: value,
      double_year_limit: value,
      answers: { 1101: value },
      rows: [{ own: value }],
    };
    expect(read({ ...data, number: 1 })).toEqual({ answers: {}, rows: [{}], number: 1 });
  },
);

test("what is no boolean by its schema, and a step without one, keep what came", () => {
  const data = { digital_policy: "J", number: 1, unknown: "ja" };
  expect(read(data)).toEqual(data);
  expect(readYesNo({ other: { data, meta: {} } }, steps).other?.data).toEqual(data);
});

test("answers of forms and of a save are read so", async () => {
  const stored = { general: { data: { pay_in_terms: "ja" }, meta: {} } };
  const api = { forms: async () => ({ data: stored }), save: async () => ({ steps: stored }) } as unknown as WizardApi;
  const spoken = withYesNo(api, steps);
  const expected = { pay_in_terms: true };
  expect((await spoken.forms()).data.general?.data).toEqual(expected);
  expect((await spoken.save("general", "next", {})).steps.general?.data).toEqual(expected);
});
