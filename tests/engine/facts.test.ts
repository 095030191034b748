// Facts over all answers and the steps that they call for: the same in browser and server, and the same on a second pass.
import { describe, expect, it } from "vitest";
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { countAnswers, isNeeded, withFacts } from "#engine/rules/facts.ts";
import type { Expression } from "#engine/schema/schema.ts";
import type { Answers, Manifest, RequestAnswers, StepManifest } from "#engine/schema/types.ts";
import { Random } from "../content/support/random.ts";
import { contextWith, TODAY } from "./support/step.ts";

const facts: Manifest["facts"] = {
  total: { sum: "one.claims.*.paid" },
  largest: { max: "one.claims.*.paid" },
  severe: { atLeast: ["facts.total", 1000] },
  later: { answered: "two.note" },
};
const step = (key: string, when?: Expression) => ({ key, ...(when ? { when } : {}) }) as StepManifest;
const manifest = { facts, steps: [step("one"), step("two", "facts.severe"), step("three", "facts.later")] };
const claims = (...paid: number[]) => ({ claims: paid.map((amount) => ({ paid: amount })) });

describe("facts", () => {
  it("are read by other facts, and what is unknown is left out", () => {
    expect(withFacts(manifest, { one: claims(400, 700) }, TODAY).facts).toEqual({
      total: 1100,
      largest: 700,
      severe: true,
      later: false,
    });
    expect(withFacts(manifest, {}, TODAY).facts).toEqual({ total: 0, severe: false, later: false });
  });

  it("are no member of the answers of a product without facts", () => {
    const answers = { one: {} };
    expect(withFacts({}, answers, TODAY)).toBe(answers);
  });
});

describe("a step with a condition", () => {
  it("counts while its condition is true, and its answers decide nothing otherwise", () => {
    const all = { two: { note: "x" }, three: { more: 1 } };
    const many = countAnswers(manifest, { one: claims(1000), ...all }, TODAY);
    expect(many).toMatchObject({ two: { note: "x" }, three: { more: 1 }, facts: { later: true } });
    const few = countAnswers(manifest, { one: claims(999), ...all }, TODAY);
    expect(few).toEqual({ one: claims(999), facts: { total: 999, largest: 999, severe: false, later: false } });
  });

  it("is needed for the same answers after the answers were counted", () => {
    const random = new Random(30);
    for (let times = 0; times < 200; times += 1) {
      const filled: RequestAnswers = {
        one: claims(...Array.from({ length: random.below(4) }, () => random.below(900))),
        ...(random.chance(0.5) ? { two: { note: "x" } as Answers } : {}),
        ...(random.chance(0.5) ? { three: {} as Answers } : {}),
      };
      const once = countAnswers(manifest, filled, TODAY);
      expect(countAnswers(manifest, once, TODAY)).toEqual(once);
      for (const entry of manifest.steps)
        if (filled[entry.key]) expect(entry.key in once).toBe(isNeeded(entry, once, TODAY));
      const open = { type: "object", additionalProperties: true };
      const steps = Object.fromEntries(manifest.steps.map(({ key }) => [key, { schema: open, ui: {} }]));
      const product = { manifest: manifest as Manifest, steps };
      const settled = settleRequest(product, filled, (answers) => ({
        context: contextWith({}, { answers, today: TODAY }),
      }));
      expect(settled.answers).toEqual(once);
    }
  });
});
