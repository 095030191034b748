// How long a step's contract takes in Node: the published code, answers that are right and answers that are wrong.
import { join } from "node:path";
import { readFixtures } from "#content/cases/journeys/record.ts";
import { buildAnswers, contextFor } from "#content/cases/steps/fixtures.ts";
import { compile } from "#content/publish/compile.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import { type BundleModule, toBundle } from "#engine/rules/contract.ts";

const root = join(import.meta.dirname, "..", "..");
const ROUNDS = 20_000;

function perCall(work: () => unknown): number {
  for (let round = 0; round < 2000; round += 1) work();
  const started = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / ROUNDS;
}

export async function contractTimes(): Promise<void> {
  const catalogue = readCatalogue(join(root, "schemas"));
  const rows: { step: string; right: number; wrong: number }[] = [];
  for (const product of catalogue.products) {
    const { code } = (await compile(product, catalogue)).bundle;
    const module = (await import(
      `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`
    )) as BundleModule;
    const { contracts } = await toBundle(module, "bench");
    for (const fixture of readFixtures(join(root, "fixtures"), product.key, findAsking(product))) {
      const contract = contracts[fixture.step];
      if (!contract) continue;
      const context = contextFor({ product }, fixture.context);
      const wrong = fixture.cases
        .map((each) => buildAnswers(fixture.base, each)[0])
        .find((answers) => contract(answers, context).length > 0);
      rows.push({
        step: `${product.key}/${fixture.step}`,
        right: perCall(() => contract(fixture.base, context)),
        wrong: perCall(() => contract(wrong, context)),
      });
    }
  }
  rows.sort((left, right) => right.right - left.right);
  console.log("\nContract of a step, microseconds of CPU in Node (to reach: 5)");
  for (const { step, right, wrong } of rows.slice(0, 5))
    console.log(`${right.toFixed(2).padStart(9)} right ${wrong.toFixed(2).padStart(9)} wrong  ${step}`);
  console.log(
    `${rows.length} steps, the slowest right answers take ${rows[0]?.right.toFixed(2)}: ${(rows[0]?.right ?? 9) <= 5 ? "holds" : "MISSED"}`,
  );
}
