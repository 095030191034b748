// Checks all content and fixtures, and says in sentences what to do. Writes and publishes nothing. Whatever a file contains,
// the outcome is findings and never a crash. A broken file is not checked further: its other findings would only repeat the
// first.
import { join } from "node:path";
import { type Catalogue, type ProductFiles, readCatalogue } from "./catalogue.ts";
import { dialectFindings } from "./checkDialect.ts";
import { FixtureChecks } from "./checkFixtures.ts";
import { patternFindings } from "./checkPatterns.ts";
import { rateFindings } from "./checkQuestions.ts";
import { Shapes } from "./checkShapes.ts";
import { TextChecks } from "./checkTexts.ts";
import { togetherFindings } from "./checkTogether.ts";
import { type Finding, formatCount, isError } from "./finding.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { findOwner } from "./report.ts";

export interface CheckResult {
  findings: Finding[];
  summary: string;
}

/** `shapes` holds the compiled meta-schemas, by default of those beside the content; a caller that checks often may keep it. */
export async function check(
  schemasDir: string,
  fixturesDir: string,
  shapes: Shapes = new Shapes(join(schemasDir, "meta")),
): Promise<CheckResult> {
  const catalogue = readCatalogue(schemasDir);
  const broken = [...catalogue.findings, ...catalogue.files.flatMap((file) => shapes.check(file))];
  broken.push(...(await patternFindings(catalogue.files)));
  const intact = new IntactContent(catalogue, broken);
  const names: Finding[] = intact.files().flatMap(({ file, content }) => dialectFindings(file, content));
  const products = await prepareAll(intact, names);
  const fixtures = new FixtureChecks({ fixturesDir, catalogue, shapes, products });
  fixtures.run();
  const faulty = new Set(names.filter(isError).map(findOwner));
  const findings = [
    ...broken,
    ...names,
    ...intact.texts(products),
    ...fixtures.findings.map(
      (finding): Finding => (faulty.has(findOwner(finding)) ? { ...finding, follows: true } : finding),
    ),
  ];
  const [files, cases] = [formatCount(catalogue.files.length, "file"), formatCount(fixtures.cases, "case")];
  const summary = `Checked ${files}, ${cases} and ${formatCount(fixtures.journeys, "journey")}`;
  return { findings: sorted(findings), summary };
}

/** The part of the catalogue that no broken file affects. */
class IntactContent {
  readonly catalogue: Catalogue;
  readonly #broken: Set<string>;

  constructor(catalogue: Catalogue, broken: readonly Finding[]) {
    this.catalogue = catalogue;
    this.#broken = new Set(broken.map(({ file }) => file));
  }

  files() {
    return this.catalogue.files.filter(({ file, path }) => path.endsWith(".schema.json") && !this.#broken.has(file));
  }

  #fits(file: string | undefined): boolean {
    return file === undefined || !this.#broken.has(file);
  }

  #breaks(folder: string, besides = /^$/): boolean {
    return [...this.#broken].some((file) => file.startsWith(`${folder}/`) && !besides.test(file));
  }

  /** Products without a broken file, where the fields that all share are not broken either. */
  products(): ProductFiles[] {
    const { products, portal } = this.catalogue;
    if (this.#breaks("schemas/shared", /texts\.\w+\.json$/)) return [];
    const wanted = portal ? [...products, portal] : products;
    return wanted.filter(({ key }) => {
      const folder = portal?.key === key ? "schemas/portal" : `schemas/products/${key}`;
      return !this.#breaks(folder, /texts\.\w+\.json$/);
    });
  }

  ratesFit(): boolean {
    return this.#fits(this.catalogue.rates?.file) && this.#fits("schemas/rates/rates.json");
  }

  texts(products: ReadonlyMap<string, Prepared>): Finding[] {
    if (LANGUAGE_FILES.some((name) => this.#broken.has(`schemas/shared/${name}`))) return [];
    const texts = new TextChecks(this.catalogue);
    for (const { product, steps } of products.values()) {
      const folder = product.manifest.file.replace(/\/product\.json$/, "");
      if (!LANGUAGE_FILES.some((name) => this.#broken.has(`${folder}/${name}`))) texts.product(product, steps);
    }
    // A product that was not checked may use texts too, so none is called unused then.
    const { products: all, portal } = this.catalogue;
    if (products.size === all.length + (portal ? 1 : 0)) texts.unused();
    return texts.findings;
  }
}

const LANGUAGE_FILES = ["texts.nl.json", "texts.fr.json"];

async function prepareAll(intact: IntactContent, findings: Finding[]): Promise<Map<string, Prepared>> {
  const { catalogue } = intact;
  const prepared = new Map<string, Prepared>();
  const wanted = intact.products();
  const rates = intact.ratesFit();
  if (rates) findings.push(...rateFindings(catalogue.rates));
  findings.push(
    ...togetherFindings(
      wanted.filter((product) => product !== catalogue.portal),
      rates ? catalogue.rates : null,
    ),
  );
  for (const product of wanted) {
    const done = await prepare(product, catalogue, findings);
    if (done) prepared.set(product.key, done);
  }
  return prepared;
}

function sorted(findings: Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [`${finding.file} ${finding.place} ${finding.sentence}`, finding]));
  return [...unique.values()].sort((left, right) => {
    if (left.level !== right.level) return left.level === "error" ? -1 : 1;
    return left.file.localeCompare(right.file) || left.place.localeCompare(right.place);
  });
}
