// `npm run fixtures -- generate`: counts the cases that follow from the rules of each step, or writes them as files of cases.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Schema } from "#engine/schema/schema.ts";
import { type PreparedProduct, prepare } from "../check/prepare.ts";
import { allProducts, findAsking, findExamples, readCatalogue } from "../read/catalogue.ts";
import { withExpectedAnswers } from "../read/expectedAnswers.ts";
import { Memory } from "../read/files/memory.ts";
import { formatCount } from "../read/findings/finding.ts";
import { readCases } from "../read/shared/sharedCases.ts";
import { findRules } from "./steps/brokenRules.ts";
import { type Fixture, type FixtureCase, findDifference, listed } from "./steps/fixtures.ts";
import { type DerivedCase, deriveCases } from "./steps/trials.ts";

export interface ProductCases {
  key: string;
  prepared: PreparedProduct;
  /** By the order of the steps. */
  fixtures: Fixture[];
}

interface GenerateOptions {
  schemas: string;
  fixtures: string;
  product?: string | undefined;
  /** A folder for the derived cases. */
  out?: string | undefined;
}

/** Reads the products without errors, with their cases. */
export async function readProductCases(
  schemasDir: string,
  fixturesDir: string,
  only?: string,
): Promise<ProductCases[]> {
  const catalogue = readCatalogue(schemasDir, undefined, findExamples(fixturesDir));
  const memory = new Memory();
  const products: ProductCases[] = [];
  for (const product of allProducts(catalogue)) {
    if (only !== undefined && product.key !== only) continue;
    const prepared = await prepare(product, catalogue, [], memory);
    if (!prepared) continue;
    const order = Object.keys(prepared.steps);
    const written = readCases(fixturesDir, product).map(({ content }) => content as unknown as Fixture);
    const fixtures = written
      .filter(({ step }) => order.includes(step))
      .map((fixture) => withExpectedAnswers(fixture, findAsking(product)))
      .sort((left, right) => order.indexOf(left.step) - order.indexOf(right.step));
    products.push({ key: product.key, prepared, fixtures });
  }
  return products;
}

export async function generateCases(options: GenerateOptions): Promise<{ lines: string[]; well: boolean }> {
  const { schemas, fixtures: fixturesDir, product, out } = options;
  const lines: string[] = [];
  for (const { key, prepared, fixtures } of await readProductCases(schemas, fixturesDir, product))
    for (const fixture of fixtures) {
      const cases = deriveCases(fixture, prepared);
      const unbroken = findUnbroken(prepared.steps[fixture.step]?.schema ?? {}, cases);
      const neverAlone = unbroken.length > 0 ? `; never alone: ${unbroken.join(", ")}` : "";
      lines.push(`${key} ${fixture.step}: ${formatCount(cases.length, "derived case")}${neverAlone}`);
      if (out !== undefined) writeCases(join(out, `${key}-${fixture.step}.json`), fixture, cases);
    }
  if (lines.length === 0)
    return { lines: ["Products with errors have no derived cases: npm run check lists the errors."], well: false };
  return { lines: [...lines, ...(out === undefined ? ["--out <folder> writes them."] : [])], well: true };
}

/** The rules that no case breaks by themselves. */
export function findUnbroken(schema: Schema, cases: readonly DerivedCase[]): string[] {
  const broken = new Set(cases.filter(({ expect }) => expect !== "valid").map(({ rule }) => rule));
  return findRules(schema).filter((rule) => !broken.has(rule));
}

function writeCases(path: string, { product, step, context, base }: Fixture, derived: readonly DerivedCase[]): void {
  const cases = derived.map(({ rule, data, own, expect }, index): FixtureCase => {
    const { set, remove } = findDifference(base, data);
    return {
      name: `derived ${index + 1}, ${rule.slice(1)}: ${expect === "valid" ? "valid" : listed(expect)}`,
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(remove.length > 0 ? { remove } : {}),
      ...(Object.keys(own).length > 0 ? { context: own } : {}),
      expect,
    };
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ product, step, context, base, cases }, null, 2)}\n`);
}
