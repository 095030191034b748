// Runs the fixtures: every case must give exactly the errors it expects, from both judges, and every rule of every step must
// fail in some case. Files of a product that could not be prepared are counted, not run.
import { existsSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import type { PreparedProduct } from "../check/prepare.ts";
import { findOwner } from "../check/report.ts";
import { allProducts, type Catalogue, findAsking, readManifest } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import { type JsonFile, jsonFiles, readJson } from "../read/files/readJson.ts";
import { error, type Finding, formatCount, isError, markFollower, note } from "../read/findings/finding.ts";
import type { Shapes } from "../read/shapes.ts";
import { findUnshared, locate, shareCases } from "../read/shared/sharedCases.ts";
import { caseNames, findMisplaced, journeyNames, quotationNames } from "./checkFixtureNames.ts";
import { JourneyChecks } from "./checkJourneys.ts";
import type { OtherAmounts } from "./journeys/amounts.ts";
import { JourneyForms } from "./journeys/form.ts";
import { Portfolio } from "./journeys/portfolio.ts";
import { isShared, shareJourneys } from "./journeys/shared.ts";
import { lackingJourneys } from "./journeys/write.ts";
import { CaseRun } from "./steps/caseRuns.ts";
import type { Fixture, Journey } from "./steps/fixtures.ts";
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
  /** Product and step of cases in other files. */
  readonly #misplaced = new Set<string>();
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
    const refused = new Map([...this.#runs].flatMap(([key, run]) => (run.baseGives ? [[key, run.baseGives]] : [])));
    const { memory, catalogue } = this.#parts;
    const journeys = new JourneyChecks(this.#fixtures, refused, memory);
    const portfolio = new Portfolio(this.#directory, memory);
    this.findings.push(...portfolio.findBroken(join(this.#folder, "portfolio")));
    this.samples = { file: join(this.#folder, "portfolio", "quotations.json"), text: portfolio.text };
    const rates = catalogue.rates?.content ?? null;
    const all: Journey[] = [];
    const read = this.#read("journeys", "journey");
    const unread = jsonFiles(join(this.#directory, "journeys")).filter(
      (path) => !read.some((file) => file.path === path),
    );
    const files = [...read.filter((file) => !isShared(file)), ...this.#share(read, portfolio)];
    const forms = new JourneyForms(files, portfolio);
    const declared = { keys: catalogue.keys, products: this.#parts.products };
    const stored = quotationNames({ file: this.samples.file, quotations: portfolio.quotations }, declared);
    this.findings.push(...stored.findings);
    for (const file of files) {
      this.journeys += 1;
      const journey = file.content as unknown as Journey;
      const named = catalogue.keys.find((key) => basename(file.path).startsWith(`${key}-`)) ?? journey.product;
      all.push({ ...journey, product: named });
      const prepared = this.#ready(file, journey.product);
      if (!prepared) continue;
      if (named !== journey.product) {
        const sentence = `the journey is of ${journey.product}, and its file is named after ${named}`;
        const hint = `write "${named}", or rename the file`;
        this.findings.push({ ...error(file.file, "/product", sentence, hint), product: named });
        continue;
      }
      const misnamed = [...journeyNames(file, prepared, portfolio), ...forms.check(file, prepared)];
      this.findings.push(...misnamed);
      const sound = misnamed.length === 0 && !stored.misnamed.has(journey.quotation);
      journeys.add(file, { prepared, rates, portfolio }, sound);
    }
    journeys.play();
    this.findings.push(...journeys.findings);
    this.otherAmounts = journeys.otherAmounts;
    for (const [key, prepared] of this.#parts.products) {
      this.#coverage(key, prepared);
      this.#unmet(key, prepared);
      this.#lacking(
        prepared,
        all,
        unread.some((path) => basename(path).startsWith(`${key}-`)),
      );
      this.#untried(prepared, journeys);
    }
  }

  /** Conditions that no case meets. What cases and journeys give otherwise because of one is no finding of its own. */
  #unmet(key: string, prepared: PreparedProduct): void {
    const fixtures = this.#fixtures.filter(({ product }) => product === key);
    const unmet = checkMet(prepared, fixtures, (step) => {
      const run = this.#runs.get(`${key} ${step}`);
      return run !== undefined && !run.findings.some(isError) && run.gaps("").length === 0;
    });
    if (unmet.some(({ follows }) => !follows))
      for (const [index, finding] of this.findings.entries())
        if (findOwner(finding) === key) this.findings[index] = { ...finding, follows: true };
    this.findings.push(...unmet.map((finding) => ({ ...finding, product: key })));
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
      const days = `from ${from}${until === undefined ? "" : `, before ${until}`}`;
      const sentence = "no journey expects an amount of this tariff, so nobody sees a price that is wrong in it";
      const hint = `write one with a first day of cover ${days} ("submit": { "answers": { "effective_date": … } }), and its amounts worked out by hand; or correct the day in the name of the file`;
      this.findings.push({
        ...(offered ? error : note)(file.file, "", sentence, hint),
        product: key,
        about: `tariff ${file.file}`,
      });
    }
  }

  /**
   * A product that is not offered yet may still lack some. `unread`: a journey of its own is broken, and may be one of
   * them.
   */
  #lacking({ product }: PreparedProduct, all: readonly Journey[], unread: boolean): void {
    const manifest = readManifest(product);
    const lacking = lackingJourneys(product, all).map(({ flow, outcome }) => `${flow} ${outcome}`);
    if (lacking.length === 0) return;
    const sentence = `${formatCount(lacking.length, "journey")} ${lacking.length === 1 ? "is" : "are"} lacking, one for every way in which a flow can end: ${lacking.join(", ")}`;
    const hint = `npm run check -- --write-journeys ${product.key} writes a beginning of each into ${this.#folder}/journeys`;
    const finding = (manifest.offered ? error : note)(product.manifest.file, "/flows", sentence, hint);
    this.findings.push(unread ? { ...finding, follows: true } : finding);
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

  /** The prepared product of a file. A file of a product with errors of its own is not run. */
  #ready(file: JsonFile, product: string): PreparedProduct | null {
    const prepared = this.#parts.products.get(product);
    if (prepared) return prepared;
    const { keys, portal } = this.#parts.catalogue;
    if (keys.includes(product) || product === portal?.key) {
      const waiting = error(file.file, "", "this was not run", `${product} has errors of its own`);
      this.findings.push({ ...waiting, product, follows: true });
    } else {
      const sentence = `there is no product "${product}"`;
      this.findings.push(error(file.file, "/product", sentence, `the products are ${keys.join(", ")}`));
    }
    return null;
  }

  #fixture(file: JsonFile): void {
    const { product, step } = file.content as unknown as Fixture;
    const prepared = this.#ready(file, product);
    if (!prepared) return;
    const path = relative(join(this.#directory, "steps"), file.path).split(sep);
    const misplaced = findMisplaced(file, path, prepared, this.#parts.catalogue.keys);
    if (misplaced) {
      this.findings.push(misplaced);
      this.#misplaced.add(`${product} ${step}`);
      return;
    }
    const made = [file, ...prepared.madeOf];
    const run = this.#parts.memory.recall(`cases of ${product} ${file.file}`, made, () => new CaseRun(file, prepared));
    const names = caseNames(file, prepared);
    const misspelt = names.some(({ place }) => place.startsWith("/base/"));
    this.cases += run.cases;
    this.derived += run.derived;
    const reported = run.findings.map((finding) => ({
      ...finding,
      ...markFollower(misspelt || finding.follows === true),
    }));
    this.findings.push(...[...names, ...reported].map((finding) => locate(finding, file)));
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
        const there = existsSync(join(base, path));
        const sentence = there ? "its cases could not be run" : "the step has no test cases";
        const finding = error(files.schema.file, "", sentence, `write them in ${path}`);
        const follows = there || this.#misplaced.has(`${key} ${files.key}`);
        this.findings.push(follows ? { ...finding, follows: true } : finding);
      }
    }
  }
}
