// Checks all content and fixtures, and says in sentences what to do. Writes nothing and publishes nothing. Whatever is in
// the files, the outcome is findings and never a crash.
import { join } from "node:path";
import { type Catalogue, type ProductFiles, readCatalogue } from "./catalogue.ts";
import { dialectFindings, writtenOutFindings } from "./checkDialect.ts";
import { FixtureChecks, type Prepared } from "./checkFixtures.ts";
import { questionFindings, rateFindings } from "./checkQuestions.ts";
import { referenceFindings } from "./checkReferences.ts";
import { Shapes } from "./checkShapes.ts";
import { tariffFindings } from "./checkTariff.ts";
import { TextChecks } from "./checkTexts.ts";
import { togetherFindings } from "./checkTogether.ts";
import { contractsCode, stepSources } from "./compile.ts";
import { error, type Finding } from "./finding.ts";
import { Judges } from "./judges.ts";

export interface CheckResult {
  findings: Finding[];
  summary: string;
}

/** `shapes` knows the meta-schemas, by default those beside the content; who checks often may keep it. */
export async function check(
  schemasDir: string,
  fixturesDir: string,
  shapes: Shapes = new Shapes(join(schemasDir, "meta")),
): Promise<CheckResult> {
  const catalogue = readCatalogue(schemasDir);
  const findings = [...catalogue.findings];
  const misshapen = new Set<string>();
  for (const file of catalogue.files) {
    const found = shapes.check(file);
    if (found.length > 0) misshapen.add(file.file);
    findings.push(...found);
    if (found.length === 0 && file.path.endsWith(".schema.json"))
      findings.push(...dialectFindings(file.file, file.content));
  }
  if (!catalogue.rates || !misshapen.has(catalogue.rates.file)) findings.push(...rateFindings(catalogue.rates));
  const wellShaped = catalogue.products.filter(({ manifest }) => !misshapen.has(manifest.file));
  findings.push(...togetherFindings(wellShaped, catalogue.rates));
  const products = await prepareAll(catalogue, misshapen, findings);
  findings.push(...textFindings(catalogue, products, misshapen));
  const fixtures = new FixtureChecks(fixturesDir, catalogue, shapes, products);
  fixtures.run();
  findings.push(...fixtures.findings);
  const summary = `Checked ${catalogue.files.length} files, ${fixtures.cases} cases and ${fixtures.journeys} journeys`;
  return { findings: sorted(findings), summary };
}

/** Deeper checks rely on the shape of the files, so a product with a misshapen file waits until that is put right. */
async function prepareAll(
  catalogue: Catalogue,
  misshapen: Set<string>,
  findings: Finding[],
): Promise<Map<string, Prepared>> {
  const prepared = new Map<string, Prepared>();
  const wanted = catalogue.portal ? [...catalogue.products, catalogue.portal] : catalogue.products;
  for (const product of wanted) {
    if (filesOf(product).some((file) => misshapen.has(file))) continue;
    try {
      const done = await prepare(product, catalogue, findings);
      if (done) prepared.set(product.key, done);
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      findings.push(
        error(product.manifest.file, "", `the product cannot be checked (${why})`, "look at what changed last"),
      );
    }
  }
  return prepared;
}

function filesOf(product: ProductFiles): string[] {
  const back = [product.tariff, product.questions, product.professions].flatMap((file) => (file ? [file.file] : []));
  return [product.manifest.file, ...back, ...product.steps.flatMap((step) => [step.schema.file, step.ui.file])];
}

async function prepare(product: ProductFiles, catalogue: Catalogue, findings: Finding[]): Promise<Prepared | null> {
  const steps = stepSources(product, catalogue.base, findings);
  for (const files of product.steps)
    findings.push(...writtenOutFindings(files.schema.file, steps[files.key]?.schema ?? {}));
  const before = findings.length;
  const code = contractsCode(product, steps, findings);
  findings.push(...referenceFindings(product, steps, catalogue));
  if (product !== catalogue.portal) {
    findings.push(...tariffFindings(product, steps, catalogue.rates), ...questionFindings(product, steps));
  }
  const compiled = !findings.slice(before).some((finding) => finding.sentence.includes("cannot be compiled"));
  return compiled ? { product, steps, judges: await Judges.of(steps, code) } : null;
}

function textFindings(catalogue: Catalogue, products: Map<string, Prepared>, misshapen: Set<string>): Finding[] {
  const shared = Object.values(catalogue.sharedTexts).some((file) => misshapen.has(file.file));
  if (shared) return [];
  const texts = new TextChecks(catalogue);
  for (const { product, steps } of products.values()) {
    if (!Object.values(product.texts).some((file) => misshapen.has(file.file))) texts.product(product, steps);
  }
  texts.unused();
  return texts.findings;
}

function sorted(findings: Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...unique.values()].sort((left, right) => {
    if (left.level !== right.level) return left.level === "error" ? -1 : 1;
    return left.file.localeCompare(right.file) || left.place.localeCompare(right.place);
  });
}
