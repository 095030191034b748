// Checks all content and fixtures, and says in sentences what to do. Writes nothing and publishes nothing. Whatever is in
// the files, the outcome is findings and never a crash. What is broken is not looked into further: what would follow from
// it is no news.
import { join } from "node:path";
import { type Catalogue, type ProductFiles, readCatalogue } from "./catalogue.ts";
import { dialectFindings } from "./checkDialect.ts";
import { FixtureChecks } from "./checkFixtures.ts";
import { patternFindings } from "./checkPatterns.ts";
import { rateFindings } from "./checkQuestions.ts";
import { Shapes } from "./checkShapes.ts";
import { TextChecks } from "./checkTexts.ts";
import { togetherFindings } from "./checkTogether.ts";
import { amountOf, type Finding, isError } from "./finding.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { ownerOf } from "./report.ts";

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
  const broken = [...catalogue.findings, ...catalogue.files.flatMap((file) => shapes.check(file))];
  broken.push(...(await patternFindings(catalogue.files)));
  const whole = new Whole(catalogue, broken);
  const names: Finding[] = whole.files().flatMap(({ file, content }) => dialectFindings(file, content));
  const products = await prepareAll(whole, names);
  const fixtures = new FixtureChecks({ fixturesDir, catalogue, shapes, products });
  fixtures.run();
  const faulty = new Set(names.filter(isError).map(ownerOf));
  const findings = [
    ...broken,
    ...names,
    ...whole.texts(products),
    ...fixtures.findings.map(
      (finding): Finding => (faulty.has(ownerOf(finding)) ? { ...finding, follows: true } : finding),
    ),
  ];
  const [files, cases] = [amountOf(catalogue.files.length, "file"), amountOf(fixtures.cases, "case")];
  const summary = `Checked ${files}, ${cases} and ${amountOf(fixtures.journeys, "journey")}`;
  return { findings: sorted(findings), summary };
}

/** What is left of the catalogue when everything that a broken file spoils is taken away. */
class Whole {
  readonly catalogue: Catalogue;
  readonly #spoiled: Set<string>;

  constructor(catalogue: Catalogue, broken: readonly Finding[]) {
    this.catalogue = catalogue;
    this.#spoiled = new Set(broken.map(({ file }) => file));
  }

  files() {
    return this.catalogue.files.filter(({ file, path }) => path.endsWith(".schema.json") && !this.#spoiled.has(file));
  }

  #fits(file: string | undefined): boolean {
    return file === undefined || !this.#spoiled.has(file);
  }

  #spoils(folder: string, besides = /^$/): boolean {
    return [...this.#spoiled].some((file) => file.startsWith(`${folder}/`) && !besides.test(file));
  }

  /** Those whose rules can be looked into: nothing is wrong with a file of theirs, nor with the fields that all share. */
  products(): ProductFiles[] {
    const { products, portal } = this.catalogue;
    if (this.#spoils("schemas/shared", /texts\.\w+\.json$/)) return [];
    const wanted = portal ? [...products, portal] : products;
    return wanted.filter(({ key }) => {
      const folder = portal?.key === key ? "schemas/portal" : `schemas/products/${key}`;
      return !this.#spoils(folder, /texts\.\w+\.json$/);
    });
  }

  ratesFit(): boolean {
    return this.#fits(this.catalogue.rates?.file) && this.#fits("schemas/rates/rates.json");
  }

  texts(products: ReadonlyMap<string, Prepared>): Finding[] {
    if (LANGUAGE_FILES.some((name) => this.#spoiled.has(`schemas/shared/${name}`))) return [];
    const texts = new TextChecks(this.catalogue);
    for (const { product, steps } of products.values()) {
      const folder = product.manifest.file.replace(/\/product\.json$/, "");
      if (!LANGUAGE_FILES.some((name) => this.#spoiled.has(`${folder}/${name}`))) texts.product(product, steps);
    }
    // What a product uses that could not be looked into is not known: its words must not be called unused.
    const { products: all, portal } = this.catalogue;
    if (products.size === all.length + (portal ? 1 : 0)) texts.unused();
    return texts.findings;
  }
}

const LANGUAGE_FILES = ["texts.nl.json", "texts.fr.json"];

async function prepareAll(whole: Whole, findings: Finding[]): Promise<Map<string, Prepared>> {
  const { catalogue } = whole;
  const prepared = new Map<string, Prepared>();
  const wanted = whole.products();
  const rates = whole.ratesFit();
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
