// Fuzz test: browser and server prune every document alike, and what was pruned stays as it is.
import { describe, expect, it } from "vitest";
import { readFixtures } from "#content/cases/journeys/record.ts";
import { contextFor } from "#content/cases/steps/fixtures.ts";
import { stepSources } from "#content/publish/compile.ts";
import { allProducts, findAsking, readCatalogue } from "#content/read/catalogue.ts";
import { activeData } from "#engine/answers/activeData.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import { FIXTURES, SCHEMAS } from "./support/content.ts";
import { mutated, Random } from "./support/random.ts";

const DOCUMENTS = 250;

function contexts(base: EvaluationContext, random: Random): EvaluationContext {
  const lists = random.chance(0.2) ? {} : base.lists;
  const facts = random.chance(0.5) ? { show_extended_in_advance: true } : {};
  return { today: base.today, lists, answers: { facts } };
}

describe.each(allProducts(readCatalogue(SCHEMAS)).map((product) => [product.key, product] as const))(
  "%s",
  (key, product) => {
    it.each(Object.entries(stepSources(product, [])))("%s", (step, source) => {
      const fixture = readFixtures(FIXTURES, key, findAsking(product)).find((candidate) => candidate.step === step);
      expect(fixture, "every step has fixtures").toBeDefined();
      const random = new Random(20261120);
      for (let count = 0; count < DOCUMENTS; count += 1) {
        const document = mutated(fixture!.base, random);
        const context = contexts(contextFor({ product }, fixture!.context), random);
        if (!isObject(document)) continue;
        const { lists, answers = {}, today } = context;
        const display = present(source, { step: "s", meta: {}, lists, answers, today, translate: () => null });
        const onServer = activeData(source.schema, document, context);
        expect(activeData(display.schema, document, context)).toEqual(onServer);
        expect(activeData(source.schema, onServer, context)).toEqual(onServer);
      }
    });
  },
);
