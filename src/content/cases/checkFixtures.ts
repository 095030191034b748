// Runs the fixtures: every case must give exactly the errors it expects, and every rule of every step must
// fail in some case. Journeys of a product are played once its cases are right. Products with errors of their own are left out.
import { existsSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { PreparedProduct } from "../check/prepare.ts";
import { hasEnded } from "../check/report.ts";
import { allProducts, type Catalogue, findAsking, readManifest } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import { type JsonFile, jsonFiles, readJson } from "../read/files/readJson.ts";
import { error, type Finding, formatCount, isError, note } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import type { Shapes } from "../read/shapes.ts";
import { findUnshared, locate, shareCases } from "../read/shared/sharedCases.ts";
import { caseNames, findMisplaced, journeyNames, quotationNames } from "./checkFixtureNames.ts";
import { JourneyChecks } from "./checkJourneys.ts";
import type { OtherAmounts } from "./journeys/amounts.ts";
import { JourneyForms } from "./journeys/form.ts";
import { Portfolio } from "./journeys/portfolio.ts";
import { checkRuleBounds } from "./journeys/ruleBounds.ts";
import { isShared, shareJourneys } from "./journeys/shared.ts";
import { lackingJourneys } from "./journeys/write.ts";
import { CaseRun } from "./steps/caseRuns.ts";
import { FIXTURE_DAY, type Fixture, type Journey } from "./steps/fixtures.ts";
import { checkMet } from "./steps/metConditions.ts";

interface FixtureParts {
  fixturesDir: string;
  catalogue: Catalogue;
  shapes: Shapes;
  products: ReadonlyMap<string, PreparedProduct>;
  memory: Memory;
}

export class FixtureChecks {
  readonly #parts: FixtureParts;
  readonly #directory: string;
  /** By product and step. */
  readonly #runs = new Map<string, CaseRun>();
  readonly #caseFindings: Finding[] = [];
  readonly #fixtures: Fixture[] = [];
  /** By product, the cases that contain the amounts of the bases. */
  readonly #priced = new Map<string, JsonFile>();
  readonly findings: Finding[] = [];
  /** All that could be read. */
  readonly files: JsonFile[] = [];
  /** The sample quotations. */
  samples = { file: "", text: "" };
  cases = 0;
  derived = 0;
  journeys = 0;
  otherAmounts: OtherAmounts[] = [];

  constructor(parts: FixtureParts) {
    this.#parts = parts;
    this.#directory = resolve(parts.fixturesDir);
  }

  run(): void {
    const written = this.#read("steps", "fixture");
    const products = [...this.#parts.products.values()].map(({ product }) => product);
    for (const file of shareCases(written, products, this.#parts.memory)) this.#fixture(file);
    this.findings.push(...findUnshared(written, allProducts(this.#parts.catalogue)));
    for (const [key, prepared] of this.#parts.products) if (!this.#hasEnded(key)) this.#checkRuns(key, prepared);
    this.#runJourneys();
  }

  #runJourneys(): void {
    const { memory } = this.#parts;
    const journeys = new JourneyChecks(this.#fixtures, memory);
    const portfolio = new Portfolio(this.#directory, memory);
    this.findings.push(...portfolio.findBroken(join(this.#folder, "portfolio")));
    this.samples = { file: join(this.#folder, "portfolio", "quotations.json"), text: portfolio.text };
    const read = this.#read("journeys", "journey");
    const unread = jsonFiles(join(this.#directory, "journeys")).filter(
      (path) => !read.some((file) => file.path === path),
    );
    const all = this.#addJourneys([...read.filter((file) => !isShared(file)), ...this.#share(read, portfolio)], {
      journeys,
      portfolio,
    });
    journeys.play();
    this.findings.push(...journeys.findings);
    this.otherAmounts = journeys.otherAmounts;
    for (const [key, prepared] of this.#parts.products) {
      // A journey that cannot be read may be the one that is lacking.
      if (this.#hasEnded(key) || unread.some((path) => basename(path).startsWith(`${key}-`))) continue;
      this.#lacking(prepared, all);
      this.#untried(prepared, journeys);
      const { questions } = prepared.product;
      const ends = { ends: journeys.endsOf(key), today: FIXTURE_DAY };
      const unseen = questions ? checkRuleBounds(questions, readManifest(prepared.product), ends) : [];
      this.findings.push(...unseen.map((finding) => ({ ...finding, product: key })));
    }
  }

  /** Adds the journeys of products whose cases are right. Returns all journeys. */
  #addJourneys(
    files: readonly JsonFile[],
    { journeys, portfolio }: { journeys: JourneyChecks; portfolio: Portfolio },
  ): Journey[] {
    const { catalogue } = this.#parts;
    const rates = catalogue.rates?.content ?? null;
    const forms = new JourneyForms(files, portfolio);
    const declared = { keys: catalogue.keys, products: this.#parts.products };
    const stored = quotationNames({ file: this.samples.file, quotations: portfolio.quotations }, declared);
    const ended = new Set([...this.#parts.products.keys()].filter((key) => this.#hasEnded(key)));
    this.findings.push(...stored.findings);
    return files.map((file) => {
      this.journeys += 1;
      const journey = file.content as unknown as Journey;
      const named = catalogue.keys.find((key) => basename(file.path).startsWith(`${key}-`)) ?? journey.product;
      const prepared = this.#ready(file, journey.product);
      if (!prepared || ended.has(journey.product)) return { ...journey, product: named };
      const misnamed =
        named === journey.product
          ? [...journeyNames(file, prepared, portfolio), ...forms.check(file, prepared)]
          : [otherProduct(file.file, journey.product, named)];
      this.findings.push(...misnamed);
      if (misnamed.length === 0 && !stored.misnamed.has(journey.quotation))
        journeys.add(file, { prepared, rates, portfolio });
      return { ...journey, product: named };
    });
  }

  #hasEnded(product: string): boolean {
    return hasEnded(this.findings, product);
  }

  /** Reports what the cases of a product show: a condition that none meets first, as other cases fail because of it. */
  #checkRuns(key: string, prepared: PreparedProduct): void {
    const runs = prepared.product.steps.flatMap(({ key: step }) => this.#runs.get(`${key} ${step}`) ?? []);
    const sound = runs.filter((run) => run.gaps("").length === 0 && !run.findings.some(isError));
    const unmet = checkMet(
      prepared,
      sound.map((run) => run.fixture),
    );
    const failed = this.#caseFindings.filter(({ product }) => product === key);
    this.findings.push(...unmet.map((finding) => ({ ...finding, product: key })));
    this.findings.push(...failed.filter((finding) => !isError(finding) || unmet.length === 0));
    if (!this.#hasEnded(key)) this.#coverage(key, prepared);
  }

  /** The shared journeys as each product plays them. */
  #share(files: readonly JsonFile[], portfolio: Portfolio): JsonFile[] {
    const { products, memory } = this.#parts;
    return [...products.values()].flatMap(({ product }) => {
      const fixtures = this.#fixtures.filter((fixture) => fixture.product === product.key);
      const amounts = this.#priced.get(product.key);
      return shareJourneys(files, findAsking(product), { fixtures, portfolio, amounts, memory }).filter(({ file }) =>
        isShared({ path: file }),
      );
    });
  }

  /** A tariff of a later day whose prices no journey shows. */
  #untried({ product }: PreparedProduct, journeys: JourneyChecks): void {
    const { offered, key } = readManifest(product);
    for (const [index, { from, file }] of product.tariffs.entries()) {
      if (journeys.prices(key, file)) continue;
      const until = product.tariffs[index + 1]?.from;
      const days = until === undefined ? t`from ${from}` : t`from ${from}, before ${until}`;
      const sentence = t`no journey expects an amount of this tariff, so a wrong price in it stays unnoticed`;
      const hint = t`write one with a first day of cover ${days} ("submit": { "answers": { "effective_date": … } }), and its amounts worked out by hand; or correct the day in the name of the file`;
      this.findings.push({ ...(offered ? error : note)(file.file, "", sentence, hint), product: key });
    }
  }

  /** A product that is not offered yet may still lack some. */
  #lacking({ product }: PreparedProduct, all: readonly Journey[]): void {
    const manifest = readManifest(product);
    const lacking = lackingJourneys(product, all).map(({ flow, outcome }) => `${flow} ${outcome}`);
    if (lacking.length === 0) return;
    const sentence = t`the product lacks ${formatCount(lacking.length, "journey")}, one for every way in which a flow can end: ${lacking.join(", ")}`;
    const hint = t`npm run check -- --write-journeys ${product.key} writes a beginning of each into ${this.#folder}/journeys`;
    this.findings.push((manifest.offered ? error : note)(product.manifest.file, "/flows", sentence, hint));
  }

  get #folder(): string {
    return relative(this.#parts.catalogue.base, this.#directory);
  }

  #read(folder: string, kind: string): JsonFile[] {
    const { catalogue, shapes, memory } = this.#parts;
    const files = jsonFiles(join(this.#directory, folder)).flatMap(
      (path) => readJson(path, catalogue.base, this.findings, memory) ?? [],
    );
    this.files.push(...files);
    return files.filter((file) => {
      const findings = shapes.check(file, kind);
      this.findings.push(...findings);
      return findings.length === 0;
    });
  }

  /** The prepared product of a file, or null if it has errors of its own or does not exist. */
  #ready(file: JsonFile, product: string): PreparedProduct | null {
    const prepared = this.#parts.products.get(product);
    if (prepared) return prepared;
    const { keys, portal } = this.#parts.catalogue;
    if (keys.includes(product) || product === portal?.key) return null;
    const sentence = t`there is no product "${product}"`;
    this.findings.push(error(file.file, "/product", sentence, t`the products are ${keys.join(", ")}`));
    return null;
  }

  #fixture(file: JsonFile): void {
    const { product, step } = file.content as unknown as Fixture;
    const prepared = this.#ready(file, product);
    if (!prepared) return;
    const path = relative(join(this.#directory, "steps"), file.path).split(sep);
    const misplaced = findMisplaced(file, path, prepared, this.#parts.catalogue.keys);
    const isOfFolder = this.#parts.catalogue.keys.includes(path[0] ?? "");
    const names = misplaced
      ? [isOfFolder ? misplaced : { ...misplaced, product }]
      : caseNames(file, prepared).map((finding) => ({ ...locate(finding, file), product }));
    this.findings.push(...names);
    if (names.length > 0) return;
    const made = [file, ...prepared.madeOf];
    const run = this.#parts.memory.recall(`tried ${product} ${file.file}`, made, () => new CaseRun(file, prepared));
    this.cases += run.cases;
    this.derived += run.derived;
    this.#caseFindings.push(...run.findings.map((finding) => ({ ...locate(finding, file), product })));
    this.#runs.set(`${product} ${step}`, run);
    this.#fixtures.push(run.fixture);
    if (run.fixture.premium) this.#priced.set(product, file);
  }

  #coverage(key: string, { product, steps }: PreparedProduct): void {
    const { base } = this.#parts.catalogue;
    for (const files of product.steps) {
      if (!steps[files.key]) continue;
      const run = this.#runs.get(`${key} ${files.key}`);
      if (run) this.findings.push(...run.gaps(files.schema.file));
      else {
        const path = join(relative(base, this.#directory), "steps", key, `${files.key}.json`);
        // One that is there has an error of its own.
        if (!existsSync(join(base, path)))
          this.findings.push(error(files.schema.file, "", t`the step has no test cases`, t`write them in ${path}`));
      }
    }
  }
}

function otherProduct(file: string, product: string, named: string): Finding {
  const sentence = t`the journey is of ${product}, and its file is named after ${named}`;
  return { ...error(file, "/product", sentence, t`write "${named}", or rename the file`), product: named };
}
