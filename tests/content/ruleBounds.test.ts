// Bounds of the rules that refer or decline: a bound that is one step off ends some journey otherwise, or the check asks for one.
import { expect, it } from "vitest";
import { checkRuleBounds } from "#content/cases/journeys/ruleBounds.ts";
import { isTrueOf } from "#engine/expressions/evaluate.ts";
import type { Expression } from "#engine/schema/schema.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";

const TODAY = "2026-11-20";
const facts: Record<string, Expression> = {
  large: { count: "fleet.claims.*", where: { more: [".amount", 5] } },
  many: { any: [{ answered: "fleet.none" }, { atLeast: ["fleet.vehicles", 5] }] },
};

type Bound = (path: string) => Expression;
const inField = (value: number): RequestAnswers => ({ fleet: { vehicles: value } });
/** What is around a bound, and answers with a number there. */
const places: [name: string, around: (bound: Bound) => Expression, answer: (value: number) => RequestAnswers][] = [
  ["a field", (bound) => bound("fleet.vehicles"), inField],
  ["one of two conditions", (bound) => ({ any: [{ answered: "fleet.none" }, bound("fleet.vehicles")] }), inField],
  ["what is not so", (bound) => ({ not: bound("fleet.vehicles") }), inField],
  [
    "a record of a list",
    (bound) => ({ more: [{ count: "fleet.vehicles.*", where: bound(".age") }, 0] }),
    (value) => ({ fleet: { vehicles: [{ age: value }] } }),
  ],
];
const bounds: [name: string, bound: (limit: number) => Bound, sides: [number, number]][] = [
  ["atLeast", (limit) => (path) => ({ atLeast: [path, limit] }), [4, 5]],
  ["less", (limit) => (path) => ({ less: [path, limit] }), [4, 5]],
  ["atMost", (limit) => (path) => ({ atMost: [path, limit] }), [5, 6]],
  ["more", (limit) => (path) => ({ more: [path, limit] }), [5, 6]],
  ["atLeast from the left", (limit) => (path) => ({ atLeast: [limit, path] }), [5, 6]],
];

const lacking = (when: Expression, ends: RequestAnswers[]) =>
  checkRuleBounds(
    { file: "questions.json", content: { answer_rules: [{ name: "many", when, effect: "decline" }] } } as never,
    { facts, offered: true },
    { ends, today: TODAY },
  )
    .filter(({ sentence }) => !/fleet\.vehicles\.\* /.test(sentence))
    .map(({ sentence }) => Number(/ (\d+), next to/.exec(sentence)?.[1]));

const tries = places.flatMap(([place, around, answer]) =>
  bounds.map(([name, bound, sides]) => [name, place, { around, answer, bound, sides }] as const),
);

it.each(tries)("%s of %s needs a journey on both sides", (_name, _place, { around, answer, bound, sides }) => {
  const when = around(bound(5));
  const without = (...values: number[]) => lacking(when, values.map(answer));
  expect(without(1, 2, 8, 9)).toEqual(sides);
  for (const side of sides) expect(without(1, side, 9)).toEqual(sides.filter((other) => other !== side));
  expect(without(1, ...sides, 9)).toEqual([]);
  const ends = (condition: Expression) => sides.map((side) => isTrueOf(condition, answer(side), TODAY));
  for (const moved of [4, 6]) expect(ends(around(bound(moved))), "noticed").not.toEqual(ends(when));
});

it("a bound inside a fact needs them too", () => {
  expect(lacking("facts.many", [1, 9].map(inField))).toEqual([4, 5]);
  expect(lacking("facts.many", [4, 5].map(inField))).toEqual([]);
});

it("a bound of the records that a fact counts needs them too", () => {
  const paid = (...amounts: number[]): RequestAnswers => {
    const claims = amounts.map((amount) => ({ amount }));
    return { fleet: { claims }, facts: { large: amounts.filter((amount) => amount > 5).length } };
  };
  const when: Expression = { atLeast: ["facts.large", 2] };
  expect(lacking(when, [paid(1), paid(9, 9)]).sort()).toEqual([1, 5, 6]);
  expect(lacking(when, [paid(5, 5), paid(6, 6), paid(6, 1)])).toEqual([]);
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
      "/answer_rules/0/when",
      "write a journey with facts.largest_claim 24999, and how it must end",
    ],
  ]);
  copy.remove();
});
