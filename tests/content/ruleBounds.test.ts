// Bounds of the rules that refer or decline: a bound that is one step off ends some journey otherwise, or the check asks for one.
import { expect, it } from "vitest";
import { checkRuleBounds } from "#content/cases/journeys/ruleBounds.ts";
import { matches } from "#engine/rules/conditions.ts";
import type { Condition } from "#engine/schema/schema.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";

const inStep = (condition: Condition): Condition => ({
  properties: { fleet: { properties: { vehicles: condition }, required: ["vehicles"] } },
  required: ["fleet"],
});
/** What is around a bound, and answers with a number there. */
const places: [name: string, around: (bound: Condition) => Condition, answer: (value: number) => RequestAnswers][] = [
  ["a field", inStep, (value) => ({ fleet: { vehicles: value } })],
  [
    "a field, one of two conditions",
    (bound) => ({ anyOf: [{ required: ["none"] }, inStep(bound)] }),
    (value) => ({ fleet: { vehicles: value } }),
  ],
  ["a field, where it is not so", (bound) => ({ not: inStep(bound) }), (value) => ({ fleet: { vehicles: value } })],
  [
    "a record of a list",
    (bound) =>
      inStep({
        type: "array",
        contains: { type: "object", properties: { age: bound }, required: ["age"] },
      }),
    (value) => ({ fleet: { vehicles: [{ age: value }] } }),
  ],
];
const bounds = [
  ["minimum", [4, 5]],
  ["exclusiveMaximum", [4, 5]],
  ["maximum", [5, 6]],
  ["exclusiveMinimum", [5, 6]],
] as const;
const tries = places.flatMap(([name, around, answer]) =>
  bounds.map(([keyword, sides]) => [keyword, name, { around, answer, sides }] as const),
);

it.each(tries)("%s of %s needs a journey on both sides", (keyword, _name, { around, answer, sides }) => {
  const rule = around({ type: "number", [keyword]: 5 } as Condition);
  const content = { answer_rules: [{ name: "many", if: rule, effect: "decline" }] };
  const lacking = (values: readonly number[]) =>
    checkRuleBounds({ file: "questions.json", content } as never, values.map(answer), true).map(({ sentence }) =>
      Number(/ (\d+), next to/.exec(sentence)?.[1]),
    );
  expect(lacking([1, 2, 8, 9])).toEqual(sides);
  for (const side of sides) expect(lacking([1, side, 9])).toEqual(sides.filter((other) => other !== side));
  expect(lacking([1, ...sides, 9])).toEqual([]);
  const ends = (condition: Condition) => sides.map((side) => matches(condition, answer(side)));
  for (const moved of [4, 6])
    expect(ends(around({ type: "number", [keyword]: moved } as Condition)), "noticed").not.toEqual(ends(rule));
});

it("the check of a product asks for the journey that is lacking", async () => {
  const copy = new ContentCopy("bedrijfspand");
  const asked = async () => (await copy.findings()).filter(({ sentence }) => sentence.includes("large_claim"));
  expect(await asked()).toEqual([]);
  copy.change("fixtures/journeys/bedrijfspand-newRequest-accepted-just-below-a-large-claim.json", ({ steps }) => {
    (steps as { answers: { claims: { paid: number }[] } }[])[0]!.answers.claims[0]!.paid = 24_000;
  });
  expect((await asked()).map(({ file, place, hint }) => [file, place, hint])).toEqual([
    [
      "fixtures/products/bedrijfspand/questions.json",
      "/answer_rules/0/if/properties/facts/properties/largest_claim/minimum",
      "write a journey with facts.largest_claim 24999, and how it must end",
    ],
  ]);
  copy.remove();
});
