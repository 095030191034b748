// Checks all content and fixtures. Returns findings in sentences with a remedy. Writes and publishes nothing. Whatever a file contains,
// the outcome is findings and never a crash. The check of a product ends after the first stage with an error: what comes after it would
// mostly repeat that.
import { join, relative } from "node:path";
import { FixtureChecks } from "./cases/checkFixtures.ts";
import type { OtherAmounts } from "./cases/journeys/amounts.ts";
import { misplaced, unreadDocuments } from "./check/form/unread.ts";
import { checkPortal } from "./check/portal.ts";
import { type PreparedProduct, prepare } from "./check/prepare.ts";
import { checkRates } from "./check/prices/questions.ts";
import { endStages, hasEnded, inOrder, onceOnly } from "./check/report.ts";
import { checkDialect } from "./check/rules/dialect.ts";
import { checkPatterns } from "./check/rules/patterns.ts";
import { TextChecks } from "./check/texts/texts.ts";
import { checkTogether } from "./check/texts/together.ts";
import { checkTranslated } from "./check/texts/translated.ts";
import { checkTypography } from "./check/texts/typography.ts";
import { allProducts, type Catalogue, findExamples, type ProductFiles, readCatalogue } from "./read/catalogue.ts";
import { Memory } from "./read/files/memory.ts";
import { placed } from "./read/files/places.ts";
import { type Finding, formatCount, type Stage } from "./read/findings/finding.ts";
import { t } from "./read/findings/translate.ts";
import { Shapes } from "./read/shapes.ts";
import { refuseWords } from "./read/words/fieldWords.ts";

export interface CheckResult {
  findings: Finding[];
  summary: string;
}

/** With the amounts of journeys that came out otherwise. */
interface WholeResult extends CheckResult {
  otherAmounts: OtherAmounts[];
}

export const check = (schemasDir: string, fixturesDir: string): Promise<CheckResult> =>
  new ContentCheck(schemasDir, fixturesDir).run();

/** Remembers what it made: a run after an edit costs what the edit touches. One run at a time. */
export class ContentCheck {
  readonly #schemasDir: string;
  readonly #fixturesDir: string;
  readonly #shapes: Shapes;
  readonly #memory = new Memory();

  /** `shapes` holds the compiled meta-schemas, by default of those beside the content. */
  constructor(schemasDir: string, fixturesDir: string, shapes = new Shapes(join(schemasDir, "meta"))) {
    this.#schemasDir = schemasDir;
    this.#fixturesDir = fixturesDir;
    this.#shapes = shapes;
  }

  /** `early` receives the findings about files, before cases and journeys are tried. */
  async run(early?: (findings: Finding[]) => void): Promise<CheckResult> {
    const { findings, summary } = await this.runWhole(early);
    return { findings, summary };
  }

  async runWhole(early?: (findings: Finding[]) => void): Promise<WholeResult> {
    const catalogue = readCatalogue(this.#schemasDir, this.#memory, findExamples(this.#fixturesDir));
    const misshapen = [...catalogue.findings, ...catalogue.files.flatMap((file) => this.#shapes.check(file))];
    misshapen.push(...(await checkPatterns(catalogue.files)));
    misshapen.push(...catalogue.files.filter(({ file }) => COMMON_RULES.test(file)).flatMap(refuseWords));
    const intact = new IntactContent(catalogue, misshapen, this.#memory);
    const ruleFindings: Finding[] = intact.schemas().flatMap(({ file, content }) => checkDialect(file, content));
    ruleFindings.push(...checkPortal(catalogue, intact.files(), intact.products()));
    const products = await this.#prepareAll(intact, ruleFindings);
    const content = [
      ...inStage("reads", [...misshapen, ...misplaced(this.#schemasDir, this.#fixturesDir, catalogue.base)]),
      ...onceOfShared(ruleFindings),
      ...intact.texts(products),
      ...catalogue.files.flatMap(checkTypography),
      ...checkTranslated(catalogue.files),
      ...unreadDocuments(catalogue),
    ];
    const ofProducts = catalogue.products.flatMap((product) => Object.values(product.texts));
    early?.(report(content, [...catalogue.files, ...ofProducts]));
    const fixtures = new FixtureChecks({
      fixturesDir: this.#fixturesDir,
      catalogue,
      shapes: this.#shapes,
      products: new Map([...products].filter(([key]) => !hasEnded(content, key))),
      memory: this.#memory,
    });
    fixtures.run();
    const findings = [
      ...content,
      ...[...catalogue.files, ...fixtures.files].flatMap((file) => this.#shapes.described(file)),
      ...inStage("behaves", fixtures.findings),
    ];
    const counted = [formatCount(catalogue.files.length, "file"), formatCount(fixtures.cases, "case")];
    const journeys = formatCount(fixtures.journeys, "journey");
    const summary = t`Checked ${counted.join(", ")}, ${fixtures.derived} that follow from the rules, and ${journeys}`;
    const files = [...catalogue.files, ...fixtures.files, fixtures.samples, ...ofProducts];
    return { findings: report(findings, files), summary, otherAmounts: fixtures.otherAmounts };
  }

  async #prepareAll(intact: IntactContent, findings: Finding[]): Promise<Map<string, PreparedProduct>> {
    const { catalogue } = intact;
    const prepared = new Map<string, PreparedProduct>();
    const wanted = intact.products();
    const rates = intact.ratesFit();
    if (rates) findings.push(...checkRates(catalogue.rates));
    const offered = wanted.filter((product) => product !== catalogue.portal);
    findings.push(...checkTogether(offered, rates ? catalogue.rates : null));
    for (const product of wanted) {
      const done = await prepare(product, rates ? catalogue : { ...catalogue, rates: null }, findings, this.#memory);
      if (done) prepared.set(product.key, done);
    }
    return prepared;
  }
}

const report = (findings: readonly Finding[], files: Parameters<typeof placed>[1]): Finding[] =>
  onceOnly(endStages(inOrder(placed(findings, files))));

const inStage = (stage: Stage, findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ stage, ...finding }));

/** What is wrong with a shared field is wrong in every step that takes it over. */
function onceOfShared(findings: readonly Finding[]): Finding[] {
  const isShared = ({ file }: Finding) => file.startsWith("schemas/shared/");
  const sharedSentences = new Set(findings.filter(isShared).map(({ sentence }) => sentence));
  return findings.filter((finding) => isShared(finding) || !sharedSentences.has(finding.sentence));
}

/** The part of the catalogue that no broken file affects. */
class IntactContent {
  readonly catalogue: Catalogue;
  readonly #broken: Set<string>;
  readonly #memory: Memory;

  constructor(catalogue: Catalogue, misshapen: readonly Finding[], memory: Memory) {
    this.catalogue = catalogue;
    const read = new Set(catalogue.files.map(({ file }) => file));
    const fixed = new Set(catalogue.findings);
    const broken = misshapen.filter((finding) => !fixed.has(finding) || !read.has(finding.file));
    this.#broken = new Set(broken.map(({ file }) => file));
    this.#memory = memory;
  }

  files() {
    return this.catalogue.files.filter(({ file }) => !this.#broken.has(file));
  }

  schemas() {
    return this.files().filter(({ path }) => path.endsWith(".schema.json"));
  }

  #breaks(folder: string, besides = /^$/): boolean {
    return [...this.#broken].some((file) => file.startsWith(`${folder}/`) && !besides.test(file));
  }

  /** Products without a broken file, where the fields that all share are not broken either. */
  products(): ProductFiles[] {
    if (this.#breaks("schemas/shared", TEXTS)) return [];
    return allProducts(this.catalogue).filter(
      ({ directory }) => !this.#breaks(relative(this.catalogue.base, directory), TEXTS),
    );
  }

  ratesFit(): boolean {
    return !this.#breaks("schemas/rates");
  }

  texts(products: ReadonlyMap<string, PreparedProduct>): Finding[] {
    if (LANGUAGE_FILES.some((name) => this.#broken.has(`schemas/shared/${name}`))) return [];
    const texts = new TextChecks(this.catalogue, this.#memory);
    for (const { product, steps } of products.values()) {
      const folder = product.manifest.file.replace(/\/product\.json$/, "");
      if (!LANGUAGE_FILES.some((name) => this.#broken.has(`${folder}/${name}`))) texts.product(product, steps);
    }
    // A product that was not checked may use texts too.
    texts.findUnused(products.size === allProducts(this.catalogue).length);
    return texts.findings;
  }
}

/** The rules of forms that have no texts of their own. */
const COMMON_RULES = /^schemas\/(?:shared|portal)\/.*\.schema\.json$/;
const TEXTS = /texts\.\w+\.json$/;
const LANGUAGE_FILES = ["texts.nl.json", "texts.fr.json"];
