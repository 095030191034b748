// The products of a folder as the check prepares them, with their cases, and what the derived cases leave.
import { findRules } from "#content/cases/steps/brokenRules.ts";
import type { DerivedCase } from "#content/cases/steps/derivedCases.ts";
import type { Fixture } from "#content/cases/steps/fixtures.ts";
import { type PreparedProduct, prepare } from "#content/check/prepare.ts";
import { allProducts, findAsking, findExamples, readCatalogue } from "#content/read/catalogue.ts";
import { withExpectedAnswers } from "#content/read/expectedAnswers.ts";
import { Memory } from "#content/read/files/memory.ts";
import { readCases } from "#content/read/shared/sharedCases.ts";
import type { Schema } from "#engine/schema/schema.ts";

export interface ProductCases {
  prepared: PreparedProduct;
  fixtures: Fixture[];
}

export async function readProductCases(schemas: string, fixturesDir: string, key: string): Promise<ProductCases> {
  const catalogue = readCatalogue(schemas, undefined, findExamples(fixturesDir));
  const product = allProducts(catalogue).find((candidate) => candidate.key === key)!;
  const prepared = await prepare(product, catalogue, [], new Memory());
  const fixtures = readCases(fixturesDir, product).map(({ content }) =>
    withExpectedAnswers(content as unknown as Fixture, findAsking(product)),
  );
  return { prepared: prepared!, fixtures };
}

/** The rules that no case breaks by itself. */
export function findUnbroken(schema: Schema, cases: readonly DerivedCase[]): string[] {
  const broken = new Set(cases.filter(({ expect }) => expect !== "valid").map(({ rule }) => rule));
  return findRules(schema).filter((rule) => !broken.has(rule) && !/\/if (un)?met$/.test(rule));
}
