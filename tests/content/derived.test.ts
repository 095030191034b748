// What follows from the content itself: derived cases catch every change of a rule by one step, everything is tried,
// and browser, server and interpreter agree. Some of the changes are drawn with a seed that is printed (MUTANT_SEED
// repeats it). MUTANTS=all makes all of them.
import { beforeAll, describe, expect, it } from "vitest";
import { deriveCases } from "#content/cases/steps/cases.ts";
import type { Fixture } from "#content/cases/steps/fixtures.ts";
import { mutateBack } from "#content/cases/tools/backMutation.ts";
import { runTool } from "#content/cases/tools/commands.ts";
import { findCoverage } from "#content/cases/tools/coverage.ts";
import { mutateLists, mutateStep, type StepMutation } from "#content/cases/tools/mutation.ts";
import { compareJudges, findDisparities, shorten } from "#content/cases/tools/parity.ts";
import { readTested, type Tested, type TestedContent } from "#content/cases/tools/products.ts";
import { isExample } from "#content/read/catalogue.ts";
import { FIXTURES, SCHEMAS } from "./support/content.ts";
import { Random } from "./support/random.ts";

const seed = Number(process.env.MUTANT_SEED ?? Date.now() % 1_000_000);
const DRAWN = 0.05;
let content: TestedContent;
let cyber: Tested;
const fixtureOf = ({ fixtures }: Tested, step: string): Fixture => fixtures.find((other) => other.step === step)!;

beforeAll(async () => {
  content = await readTested(SCHEMAS, FIXTURES);
  cyber = content.products.find(({ key }) => key === "cyber")!;
});

const survivors = (all: readonly StepMutation[]) => all.flatMap((run) => run.survivors.filter(({ unseen }) => !unseen));

describe("derived cases", () => {
  it("are on both sides of a bound, a window, a length, a list and a condition, and contain what they expect", () => {
    const list = (step: string) =>
      deriveCases(fixtureOf(cyber, step), cyber.prepared).cases.map(({ set, remove, expect: expected }) =>
        JSON.stringify([set ?? remove, expected]),
      );
    expect(list("general-data")).toEqual(
      expect.arrayContaining([
        '[{"/turnover":10000000},"valid"]',
        '[{"/turnover":10000001},[["/turnover","maximum"]]]',
        '[["/turnover"],[["/turnover","required"]]]',
        '[{"/turnover":"x"},[["/turnover","type"]]]',
      ]),
    );
    expect(list("request")).toEqual(
      expect.arrayContaining([
        '[{"/effective_date":"2026-11-20"},"valid"]',
        '[{"/effective_date":"2026-11-19"},[["/effective_date","dateWindow"]]]',
        '[{"/effective_date":"2027-01-21"},[["/effective_date","dateWindow"]]]',
      ]),
    );
    expect(list("coverage-choice")).toEqual(
      expect.arrayContaining([
        '[{"/deductible_amount":5000},"valid"]',
        '[{"/deductible_amount":987654321},[["/deductible_amount","enumFrom"]]]',
      ]),
    );
    expect(list("company-data")).toEqual(
      expect.arrayContaining([expect.stringMatching(/"\/finance_separate":true.*\["\/email_finance","\w+"\]/)]),
    );
  });

  it("catch what written cases leave: of a step without any, no change of a rule survives", () => {
    const bare = { ...fixtureOf(cyber, "coverage-choice"), cases: [] };
    const { mutants, byWritten, caught } = mutateStep(bare, cyber.prepared);
    expect(mutants).toBeGreaterThan(5);
    expect(byWritten).toBeLessThan(caught);
    expect(caught).toBe(mutants);
  });
});

describe("a rule changed by one step", () => {
  it(`is caught by written and derived cases together (MUTANT_SEED=${seed})`, () => {
    const random = new Random(seed);
    const pick = () => process.env.MUTANTS === "all" || random.chance(DRAWN);
    // Bounds of computed values, and of percentages that add up, have no derived cases yet.
    const offered = content.products.filter(({ prepared: { product } }) => !isExample(product));
    for (const { key, prepared, fixtures } of offered)
      for (const fixture of fixtures)
        if (process.env.MUTANTS === "all" || random.chance(0.3))
          expect(survivors([mutateStep(fixture, prepared, pick)]), `${key} ${fixture.step}`).toEqual([]);
  });

  it("is caught in tariffs, rates and questions too", () => {
    for (const { key, prepared, requests } of content.products.filter(({ prepared: { product } }) => product.tariff))
      expect(survivors([mutateBack(prepared, content.rates, requests)]), key).toEqual([]);
  });

  it("is caught in the lists that a manifest derives from answers", () => {
    expect(survivors([mutateLists(cyber.fixtures, cyber.prepared)])).toEqual([]);
  });

  it("survives where no case comes to it, and is named", () => {
    const [bases] = cyber.requests;
    const untold = mutateBack(cyber.prepared, content.rates, [{ ...bases!, answers: {} }]);
    expect(untold.survivors.map(({ rule }) => rule)).toContain(
      "questions.json /acceptance_questions/0/expected_answer",
    );
  });
});

describe("coverage", () => {
  it("names what no case and no journey tries", () => {
    const without = {
      ...cyber,
      journeys: [],
      fixtures: cyber.fixtures.filter(({ step }) => step !== "coverage-choice"),
    };
    const lacking = findCoverage(without, content.rates).filter(({ written, derived }) => !written && !derived);
    expect(lacking.map(({ kind, name }) => `${kind} ${name}`)).toContain("outcomes newRequest quotation");
  });

  it("of a product with groups, records and warnings is complete", async () => {
    const { lines, well } = await runTool("coverage", {
      schemas: SCHEMAS,
      fixtures: FIXTURES,
      product: "bedrijfspand",
    });
    expect(lines).toEqual([expect.stringMatching(/^bedrijfspand: rules (\d+)\/\1\D.* outcomes 8\/8$/)]);
    expect(well).toBe(true);
  });
});

describe("browser, server and interpreter", () => {
  it("agree on every case, written and derived", () => {
    for (const { key, fixtures, prepared } of content.products)
      for (const fixture of fixtures)
        expect(findDisparities(fixture, prepared).found, `${key} ${fixture.step}`).toEqual([]);
  });

  it("a difference is reported with the shortest answers that show it", () => {
    const { prepared } = cyber;
    const steps = structuredClone(prepared.steps);
    Object.assign(steps["general-data"]!.schema.properties!.turnover!, { maximum: 5 });
    const opinion = compareJudges({ ...prepared, steps }, "general-data");
    const [{ context, data }] = [
      { context: { lists: {}, today: "2026-11-20", features: {} }, data: { kvk: "42793191", turnover: 6 } },
    ];
    expect(opinion(data, context)).toBe("the interpreter alone refuses it");
    expect(shorten({ ...data, more: [1, [2, 3]] }, ({ more }) => JSON.stringify(more ?? 0).includes("3"))).toEqual({
      more: [[3]],
    });
  });
});
