// A copy of the real content in a temporary folder, which a test may change or spoil.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { readJourneys } from "#content/cases/journeys/record.ts";
import { ContentCheck } from "#content/check.ts";
import { findAsking, type ProductFiles, readCatalogue } from "#content/read/catalogue.ts";
import { Memory } from "#content/read/files/memory.ts";
import { jsonFiles, readJson } from "#content/read/files/readJson.ts";
import { type Finding, isError, describe as sentence } from "#content/read/findings/finding.ts";
import { Shapes } from "#content/read/shapes.ts";
import { shareCases } from "#content/read/shared/sharedCases.ts";
import { findControl } from "#engine/fields/controls.ts";
import type { JsonObject } from "#engine/schema/types.ts";

export const ROOT = resolve(import.meta.dirname, "../../..");
export const SCHEMAS = join(ROOT, "schemas");
export const FIXTURES = join(ROOT, "fixtures");
/** A product of two forms, one step of questions and the explanation of wrong answers, with its own cases, journeys and sample data. */
const TINY = join(import.meta.dirname, "tiny");

const shapes = new Shapes(join(SCHEMAS, "meta"));

/** Layouts as authors write them: what is read names the controls that fields have by themselves, and messages that are beside rules. */
function writeJson(path: string, content: JsonObject): void {
  const isRead = (name: string, value: unknown) =>
    (/^ui:(?:widget|field)$/.test(name) && findControl(value)?.byItself) || /^field\..*\.rule\./.test(String(value));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(content, (...part) => (isRead(...part) ? undefined : part[1]), 2)}\n`);
}

/** Questions as their file says them: what is empty is left out. */
const withoutEmpty = (content: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(content, (_name, value) => (value === null || String(value) === "" ? undefined : value)),
  ) as JsonObject;

/** A shared schema as a product writes it. */
function ownSchema(content: JsonObject, product: string, step: string): JsonObject {
  const text = JSON.stringify(content).replaceAll('"../../fields.schema.json', '"../../shared/fields.schema.json');
  const identity = { $schema: "../../meta/step.schema.json", $id: `urn:portal:${product}:${step}` };
  return { ...identity, ...JSON.parse(text), ...identity };
}

/** A finding as it is recorded: without line and column, which follow every change of the content. */
export const describeCause = ({ file, place, level, sentence, hint }: Finding): string =>
  `${file} ${place} ${level}: ${sentence}; ${hint}`;

export class ContentCopy {
  readonly base = mkdtempSync(join(tmpdir(), "content-"));
  readonly schemas = join(this.base, "schemas");
  readonly fixtures = join(this.base, "fixtures");
  readonly out = join(this.base, "published");

  readonly check = new ContentCheck(this.schemas, this.fixtures, shapes);

  /** Only the named products, since a test is about one or two of them. */
  constructor(...products: string[]) {
    this.#add(
      "schemas/shared",
      "schemas/rates",
      "fixtures/steps/shared",
      "fixtures/journeys/shared",
      "src/app/messages",
    );
    for (const product of products) {
      const isExample = existsSync(join(FIXTURES, "products", product));
      this.#add(`${isExample ? "fixtures" : "schemas"}/products/${product}`, `fixtures/steps/${product}`);
    }
    const isWanted = (name: string) => products.some((product) => name.startsWith(`${product}-`));
    const journeys = readdirSync(join(FIXTURES, "journeys")).filter(isWanted);
    this.#add(...journeys.map((name) => `fixtures/journeys/${name}`));
    for (const name of ["quotations", "relations", "watchlist", "register"])
      this.#add(`fixtures/portfolio/${name}.json`);
  }

  /** The tiny product, written out: the base of a test that changes something and then checks. */
  static tiny(): ContentCopy {
    const copy = new ContentCopy();
    copy.#removeShared();
    cpSync(TINY, copy.base, { recursive: true });
    return copy;
  }

  #add(...paths: string[]): void {
    for (const path of paths)
      if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), this.path(path), { recursive: true });
  }

  /** What products share besides fields and texts, which would also be said of a product that is written out. */
  #removeShared(): void {
    for (const part of ["steps", "product.json", "questions.json", "fields.ui.json", "handover.json"])
      rmSync(join(this.schemas, "shared", part), { recursive: true });
    for (const part of ["steps", "journeys"]) rmSync(join(this.fixtures, part, "shared"), { recursive: true });
  }

  /**
   * Writes what products share into the files of each product, as an author does who wants all of it otherwise. Mistakes can then be
   * made in any file of one product.
   */
  writeOut(): this {
    const { products } = readCatalogue(this.schemas);
    const folder = (key: string) => join(this.schemas, "products", key);
    for (const product of products) {
      for (const { key } of product.steps) this.writeStep(product, key);
      writeJson(product.manifest.path, product.manifest.content);
      if (product.questions) writeJson(product.questions.path, withoutEmpty(product.questions.content));
      if (product.handover)
        writeJson(join(folder(product.key), "handover.json"), {
          ...product.handover.content,
          $schema: "../../meta/handover.schema.json",
        });
    }
    const steps = join(this.fixtures, "steps");
    const written = jsonFiles(steps).flatMap((path) => readJson(path, this.base, []) ?? []);
    for (const { content } of shareCases(written, products, new Memory()))
      writeJson(join(steps, String(content.product), `${content.step}.json`), content);
    for (const product of products)
      for (const [name, journey] of readJourneys(this.fixtures, findAsking(product)))
        writeJson(join(this.fixtures, "journeys", `${name}.json`), { ...journey });
    this.#removeShared();
    return this;
  }

  /** Moves example products among the others, which the comparison reads. */
  moveExamples(): this {
    const folder = join(this.fixtures, "products");
    for (const key of readdirSync(folder)) {
      const moved = join(this.schemas, "products", key);
      cpSync(join(folder, key), moved, { recursive: true });
      for (const path of jsonFiles(moved))
        writeFileSync(path, readFileSync(path, "utf8").replaceAll('"../../../schemas/', '"../../'));
    }
    rmSync(folder, { recursive: true });
    return this;
  }

  /** Writes the files of one step into the folder of the product, whole. */
  writeStep(product: ProductFiles, step: string): void {
    const files = product.steps.find(({ key }) => key === step);
    if (!files) throw new Error(`${product.key} has no step ${step}.`);
    const file = join(this.schemas, "products", product.key, step);
    // Its own rules have words beside them, which what is read has not.
    if (!existsSync(`${file}.schema.json`))
      writeJson(`${file}.schema.json`, ownSchema(files.schema.content, product.key, step));
    writeJson(`${file}.ui.json`, { ...files.ui.content, $schema: "../../meta/ui.schema.json" });
  }

  /** The portal's own forms too: prerequisites and relation. */
  addPortalForms(): void {
    this.#add("schemas/portal");
    // Whole: a copy that was written out has no layout of shared fields.
    for (const { key, ui } of readCatalogue(SCHEMAS).portal?.steps ?? [])
      writeJson(join(this.schemas, "portal", `${key}.ui.json`), ui.content);
    this.#add("fixtures/steps/portal");
    if (!existsSync(this.path("schemas/products/tiny"))) return;
    const names = ["", " (180)", " (190)"].map((code) => [`Klein${code}`, `Petit${code}`]);
    this.change("schemas/portal/words.fr.json", (words) => Object.assign(words, Object.fromEntries(names)));
  }

  /** The code that shows texts, beside which the check knows all that could be meant. */
  addCode(): void {
    for (const folder of ["widgets", "src/wizard", "src/portal", "src/server", "src/app/public"])
      symlinkSync(join(ROOT, folder), this.path(folder));
  }

  /** Every file as `JSON.stringify` writes it, so that a test can work out lines. */
  rewrite(): void {
    for (const root of [this.schemas, this.fixtures])
      for (const path of jsonFiles(root))
        writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, "utf8")), null, 2));
  }

  path(file: string): string {
    return join(this.base, file);
  }

  write(file: string, content: string | JsonObject): void {
    writeFileSync(this.path(file), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }

  read(file: string): JsonObject {
    return JSON.parse(readFileSync(this.path(file), "utf8")) as JsonObject;
  }

  /** Changes one file with a function over its content. */
  change(file: string, change: (content: JsonObject) => void): void {
    const content = this.read(file);
    change(content);
    this.write(file, content);
  }

  async findings(): Promise<Finding[]> {
    return (await this.check.run()).findings;
  }

  /** The errors as printed, without notes. */
  async errors(): Promise<string[]> {
    return (await this.findings()).filter(isError).map(sentence);
  }

  /** For stories: hooks of a file run after each of its tests, which run in any order and process. */
  untilExit(): this {
    process.once("exit", () => this.remove());
    return this;
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}
