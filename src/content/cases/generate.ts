// `npm run fixtures -- generate`: counts the cases that follow from the rules of each step, or writes them as files of cases.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Prepared, prepare } from "../check/prepare.ts";
import { allProducts, findAsking, findExamples, readCatalogue } from "../read/catalogue.ts";
import { withExpectedAnswers } from "../read/expectedAnswers.ts";
import { Memory } from "../read/files/memory.ts";
import { formatCount } from "../read/findings/finding.ts";
import { readCases } from "../read/shared/sharedCases.ts";
import { deriveCases } from "./steps/cases.ts";
import type { Fixture } from "./steps/fixtures.ts";

export interface ProductCases {
  key: string;
  prepared: Prepared;
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
      const { cases, unbroken } = deriveCases(fixture, prepared);
      const neverAlone = unbroken.length > 0 ? `; never alone: ${unbroken.join(", ")}` : "";
      lines.push(`${key} ${fixture.step}: ${formatCount(cases.length, "derived case")}${neverAlone}`);
      if (out !== undefined) writeCases(join(out, `${key}-${fixture.step}.json`), fixture, cases);
    }
  if (lines.length === 0)
    return { lines: ["Products with errors have no derived cases: npm run check lists the errors."], well: false };
  return { lines: [...lines, ...(out === undefined ? ["--out <folder> writes them."] : [])], well: true };
}

function writeCases(
  path: string,
  { product, step, context, base }: Fixture,
  derived: ReturnType<typeof deriveCases>["cases"],
) {
  const cases = derived.map(({ rule: _rule, ...fixtureCase }) => fixtureCase);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ product, step, context, base, cases }, null, 2)}\n`);
}
