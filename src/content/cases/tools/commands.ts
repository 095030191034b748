// `npm run fixtures -- generate | mutate | coverage | parity`: what each prints, and whether all is well.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatCount } from "../../read/findings/finding.ts";
import { deriveCases } from "../steps/cases.ts";
import { mutateBack } from "./backMutation.ts";
import { findCoverage, KINDS } from "./coverage.ts";
import { addUp, mutateLists, mutateStep, type StepMutation } from "./mutation.ts";
import { findDisparities } from "./parity.ts";
import { readTested, type Tested, type TestedContent } from "./products.ts";

interface Told {
  lines: string[];
  well: boolean;
}

interface Asked {
  schemas: string;
  fixtures: string;
  product?: string | undefined;
  /** A folder for the derived cases. */
  out?: string | undefined;
}

type Command = (content: TestedContent, options: Asked) => Told;

const TOOLS = {
  generate: ({ products }, { out }) => {
    const lines = products.flatMap((tested) => generate(tested, out));
    return { lines: [...lines, ...(out === undefined ? ["--out <folder> writes them."] : [])], well: true };
  },
  mutate: ({ products, rates }) => joined(products.map((tested) => tellMutation(tested.key, mutateAll(tested, rates)))),
  coverage: ({ products, rates }) => joined(products.map((tested) => tellCoverage(tested, rates))),
  parity: ({ products }) => joined(products.map(tellParity)),
} satisfies Record<string, Command>;

export type Tool = keyof typeof TOOLS;

export async function runTool(name: Tool, options: Asked): Promise<Told> {
  const content = await readTested(options.schemas, options.fixtures, options.product);
  if (content.products.length > 0) return TOOLS[name](content, options);
  return { lines: ["Products with errors are not tried: npm run check says which."], well: false };
}

const joined = (all: readonly Told[]): Told => ({
  lines: all.flatMap(({ lines }) => lines),
  well: all.every(({ well }) => well),
});

function generate({ key, fixtures, prepared }: Tested, out: string | undefined): string[] {
  return fixtures.map((fixture) => {
    const { cases, unbroken } = deriveCases(fixture, prepared);
    const file = `${key}-${fixture.step}.json`;
    if (out !== undefined) {
      const plainCases = cases.map(({ rule: _rule, ...fixtureCase }) => fixtureCase);
      const { product, step, context, base } = fixture;
      mkdirSync(out, { recursive: true });
      writeFileSync(
        join(out, file),
        `${JSON.stringify({ product, step, context, base, cases: plainCases }, null, 2)}\n`,
      );
    }
    const masked = unbroken.length > 0 ? `; never alone: ${unbroken.join(", ")}` : "";
    return `${key} ${fixture.step}: ${formatCount(cases.length, "derived case")}${masked}`;
  });
}

/** Of steps, of derived lists, and of what only the back end knows. */
function mutateAll({ fixtures, prepared, requests }: Tested, rates: TestedContent["rates"]) {
  return [
    ...fixtures.map((fixture) => mutateStep(fixture, prepared)),
    mutateLists(fixtures, prepared),
    ...(prepared.product.tariff ? [mutateBack(prepared, rates, requests)] : []),
  ];
}

function tellMutation(key: string, all: readonly StepMutation[]): Told {
  const { mutants, caught, byWritten, survivors } = addUp(all);
  const seen = survivors.filter(({ unseen }) => !unseen);
  const counts = `${mutants} changes of one step, ${caught} caught (${byWritten} by written cases alone)`;
  const invisible = survivors.length - seen.length;
  return {
    lines: [
      `${key}: ${counts}, ${invisible} that nobody can see, ${formatCount(seen.length, "survivor")}`,
      ...survivors.map(
        ({ rule, change, why, unseen }) => `  ${unseen ? "not seen" : "SURVIVES"} ${rule} ${change}: ${why}`,
      ),
    ],
    well: seen.length === 0,
  };
}

function tellCoverage(tested: Tested, rates: TestedContent["rates"]): Told {
  const items = findCoverage(tested, rates);
  const counts = KINDS.map((kind) => {
    const itemsOfKind = items.filter((item) => item.kind === kind);
    const written = itemsOfKind.filter((item) => item.written).length;
    const all = itemsOfKind.filter((item) => item.written || item.derived).length;
    return `${kind} ${all}/${itemsOfKind.length}${written < all ? ` (${written} by written ones)` : ""}`;
  });
  const lacking = items.filter(({ written, derived }) => !written && !derived);
  const lines = lacking.map(({ kind, name }) => `  NOT TRIED ${kind}: ${name}`);
  return { lines: [`${tested.key}: ${counts.join(", ")}`, ...lines], well: lacking.length === 0 };
}

function tellParity({ key, fixtures, prepared }: Tested): Told {
  const all = fixtures.map((fixture) => ({ step: fixture.step, ...findDisparities(fixture, prepared) }));
  const disparities = all.flatMap(({ step, found: stepDisparities }) =>
    stepDisparities.map((disparity) => ({ step, ...disparity })),
  );
  const lines = disparities.map(({ step, answers, what }) => `  ${step} ${JSON.stringify(answers)}: ${what}`);
  const cases = all.reduce((sum, stepResult) => sum + stepResult.cases, 0);
  return {
    lines: [
      `${key}: ${formatCount(cases, "case")}, ${formatCount(disparities.length, "difference")} between browser, server and interpreter`,
      ...lines,
    ],
    well: disparities.length === 0,
  };
}
