// Cases that follow from the rules of a step.
import { beforeAll, describe, expect, it } from "vitest";
import { deriveCases } from "#content/cases/steps/derivedCases.ts";
import type { Fixture } from "#content/cases/steps/fixtures.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { FIXTURES, SCHEMAS } from "./support/content.ts";
import { findUnbroken, type ProductCases, readProductCases } from "./support/productCases.ts";

let cyber: ProductCases;
const fixtureOf = ({ fixtures }: ProductCases, step: string): Fixture => fixtures.find((other) => other.step === step)!;

beforeAll(async () => {
  cyber = await readProductCases(SCHEMAS, FIXTURES, "cyber");
});

describe("derived cases", () => {
  it("are on both sides of a bound, a window, a length, a list and a condition, and contain what they expect", () => {
    const list = (step: string) =>
      deriveCases(fixtureOf(cyber, step), cyber.prepared).map(({ data, expect: expected }) => {
        const { base } = fixtureOf(cyber, step);
        const set = Object.entries(data).filter(([name, value]) => !sameValue(base[name], value));
        const remove = Object.keys(base).filter((name) => !(name in data));
        const changes = set.length > 0 ? Object.fromEntries(set.map(([name, value]) => [`/${name}`, value])) : null;
        return JSON.stringify([changes ?? remove.map((name) => `/${name}`), expected]);
      });
    expect(list("general-data")).toEqual(
      expect.arrayContaining([
        '[{"/turnover":10000000},"valid"]',
        '[{"/turnover":10000001},[["/turnover","maximum"]]]',
        '[["/turnover"],[["/turnover","required"]]]',
      ]),
    );
    expect(list("request")).toEqual(
      expect.arrayContaining([
        '[{"/effective_date":"2026-11-20"},"valid"]',
        '[{"/effective_date":"2026-11-19"},[["/effective_date","dateWindow"]]]',
        '[{"/effective_date":"2027-01-21"},[["/effective_date","dateWindow"]]]',
      ]),
    );
    expect(list("coverage-choice")).toEqual(expect.arrayContaining(['[{"/deductible_amount":5000},"valid"]']));
    expect(list("company-data")).toEqual(
      expect.arrayContaining([expect.stringMatching(/"\/finance_separate":true.*\["\/email_finance","\w+"\]/)]),
    );
  });

  it("break every rule of a step without written cases", () => {
    const bare = { ...fixtureOf(cyber, "coverage-choice"), cases: [] };
    const { schema } = cyber.prepared.steps["coverage-choice"]!;
    expect(findUnbroken(schema, deriveCases(bare, cyber.prepared))).toEqual([]);
  });
});
