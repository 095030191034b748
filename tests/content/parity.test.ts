// Fuzz test: published code, ajv at run time and the interpreter of conditions give the same verdict on every document, and
// browser and server prune alike.
import { describe, expect, it } from "vitest";
import { readFixtures } from "#content/cases/journeys/record.ts";
import { contextFor } from "#content/cases/steps/fixtures.ts";
import { Judges } from "#content/check/judges.ts";
import { contractsCode, stepSources } from "#content/publish/compile.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import { activeData } from "#engine/answers/activeData.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, EvaluationContext } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { FIXTURES, SCHEMAS } from "./support/content.ts";
import { mutated, Random } from "./support/random.ts";

const catalogue = readCatalogue(SCHEMAS);
const products = catalogue.portal ? [...catalogue.products, catalogue.portal] : catalogue.products;
const DOCUMENTS = 250;

const prepared = await Promise.all(
  products.map(async (product) => {
    const steps = stepSources(product, []);
    return { product, steps, judges: await Judges.of(steps, contractsCode(product, steps, [])) };
  }),
);

function contexts(base: EvaluationContext, random: Random): EvaluationContext {
  const lists = random.chance(0.2) ? {} : base.lists;
  const features: Record<string, boolean> = random.chance(0.5) ? { show_extended_in_advance: true } : {};
  return { today: base.today, lists, features };
}

describe.each(prepared.map((entry) => [entry.product.key, entry] as const))("%s", (key, { product, steps, judges }) => {
  it.each(Object.keys(steps))("%s", (step) => {
    const fixture = readFixtures(FIXTURES, key, findAsking(product)).find((candidate) => candidate.step === step);
    expect(fixture, "every step has fixtures").toBeDefined();
    const random = new Random(20261120);
    let refused = 0;
    for (let count = 0; count < DOCUMENTS; count += 1) {
      const document = mutated(fixture!.base, random);
      const context = contexts(contextFor(product, fixture!.context), random);
      const verdict = judges.judge(step, document, context)!;
      expect(verdict.disagreement, JSON.stringify(document)).toBeUndefined();
      if (verdict.errors.length > 0) refused += 1;
      if (isObject(document)) expectSamePruning(steps[step]!.schema, steps[step]!.ui, document, context);
    }
    expect(refused).toBeGreaterThan(DOCUMENTS / 4);
    expect(refused).toBeLessThan(DOCUMENTS);
  });
});

function expectSamePruning(schema: Schema, ui: UiSchema, data: Answers, context: EvaluationContext): void {
  const options = { step: "s", meta: {}, lists: context.lists, features: context.features ?? {}, today: context.today };
  const display = present({ schema, ui }, { ...options, translate: () => null });
  const server = activeData(schema, data, context);
  expect(activeData(display.schema, data, context)).toEqual(server);
  expect(activeData(schema, server, context)).toEqual(server);
}
