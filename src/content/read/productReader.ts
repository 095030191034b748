// Reads the files of one product, or of the portal's own forms, from all files that were read. Reports what is missing.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Memory } from "./files/memory.ts";
import type { JsonFile } from "./files/readJson.ts";
import { error, type Finding } from "./findings/finding.ts";
import { t } from "./findings/translate.ts";
import type { SharedContent, StepFiles, WrittenStep } from "./shared/sharedContent.ts";
import { type SharedLists, takeSharedLists } from "./shared/sharedLists.ts";
import { joinWords, layMessages, takeWords, type Word } from "./words/fieldWords.ts";

export interface ProductFiles {
  key: string;
  directory: string;
  /** Where its paths to shared documents start: its folder, or the folder that an example would have among the products. */
  home: string;
  manifest: JsonFile;
  /** The steps in the manifest's order, then the request block. */
  steps: StepFiles[];
  texts: Record<string, JsonFile>;
  tariff?: JsonFile;
  /** Tariffs that count from a later first day of cover, oldest first. */
  tariffs: { from: string; file: JsonFile }[];
  questions?: JsonFile;
  professions?: JsonFile;
  handover?: JsonFile;
  /** The choices of the shared lists that it takes, by the name of their file. */
  choices?: JsonObject;
  /** Shared schemas, which its steps may refer to. */
  shared: JsonFile[];
}

/** The name of a tariff that counts from a day. */
export const TARIFF = /^tariff\.(\d{4}-\d{2}-\d{2})\.json$/;

export function subdirectories(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isDirectory());
}

/** Letters and digits alone, in whatever case. Some editors add `.txt`. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.txt$/, "")
    .replace(/[^a-z0-9]/g, "");

/**
 * Whether a file has exactly this name, and otherwise one that was probably meant. Some disks ignore case, the server's
 * does not.
 */
function findNamed(path: string): [there: boolean, misnamed: string | undefined] {
  const [directory, name] = [dirname(path), basename(path)];
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return [names.includes(name), names.find((other) => other !== name && plainName(other) === plainName(name))];
}

/** The portal's own forms are a product without a manifest. */
const PORTAL: JsonObject = {
  key: "portal",
  codes: [],
  offered: false,
  icon: "",
  steps: [],
  flows: {},
  lists: {},
  why: [],
  documents: {},
};

interface ReaderParts {
  read: Map<string, JsonFile>;
  base: string;
  directory: string;
  findings: Finding[];
  shared: SharedContent;
  lists: SharedLists;
  memory: Memory;
}

export class ProductReader {
  readonly #read: Map<string, JsonFile>;
  readonly #base: string;
  readonly #directory: string;
  readonly #findings: Finding[];
  readonly #sharedContent: SharedContent;
  readonly #lists: SharedLists;
  readonly #memory: Memory;

  constructor({ read, base, directory, findings, shared, lists, memory }: ReaderParts) {
    this.#read = read;
    this.#base = base;
    this.#directory = directory;
    this.#findings = findings;
    this.#sharedContent = shared;
    this.#lists = lists;
    this.#memory = memory;
  }

  /** A product that tests and the studio publish. It is never offered, and its key is not that of another product. */
  example(directory: string, products: readonly string[]): ProductFiles | null {
    const product = this.product(directory);
    if (!product) return null;
    const { file, content } = product.manifest;
    const report = (place: string, sentence: string, hint: string) =>
      this.#findings.push(error(file, place, sentence, hint));
    if (content.offered === true)
      report("/offered", t`an example is never offered`, t`write false, or move its folder to schemas/products`);
    if (!products.some((other) => basename(other) === product.key)) return product;
    report("/key", t`there is a product "${product.key}" in schemas/products too`, t`give the example another name`);
    return null;
  }

  product(directory: string): ProductFiles | null {
    const key = basename(directory);
    const path = join(directory, "product.json");
    const deeper = existsSync(path) ? [] : subdirectories(directory);
    const inner = deeper.find((folder) => existsSync(join(folder, "product.json")));
    if (inner !== undefined) {
      const hint = t`move ${basename(inner)} to ${relative(this.#base, dirname(directory))}`;
      this.#findings.push(error(relative(this.#base, inner), "", t`the product is a folder too deep`, hint));
      return null;
    }
    const written = this.#need(path, t`it names the product's steps, flows and lists`);
    if (!written) return null;
    this.#findings.push(...this.#sharedContent.checkUse(written));
    const optional: Partial<ProductFiles> = {};
    for (const name of ["tariff", "questions", "professions", "handover"] as const) {
      const file = this.#read.get(join(directory, `${name}.json`));
      if (file) optional[name] = file;
    }
    if (optional.questions) {
      this.#findings.push(...this.#sharedContent.checkUsedQuestions(optional.questions));
      optional.questions = this.#sharedContent.completeQuestions(optional.questions);
    }
    const read = this.#sharedContent.readSteps(written).flatMap((step) => this.#step(directory, step) ?? []);
    const { steps, texts } = this.#takeWords(directory, read);
    const complete = this.#sharedContent.completeManifest(written);
    const { manifest: named, choices } = takeSharedLists(complete, this.#lists, this.#findings);
    const manifest = withRecordLists(named, steps);
    if (choices) optional.choices = choices;
    const handover = this.#sharedContent.completeHandover(manifest, optional.handover, steps);
    if (handover) optional.handover = handover;
    const { tariff } = optional;
    if (tariff) optional.tariff = this.#sharedContent.completeTariff(manifest, tariff);
    const tariffs = this.#tariffs(directory).map(({ from, file }) => {
      return { from, file: this.#sharedContent.completeTariff(manifest, file) };
    });
    const productFiles = { texts, shared: this.#shared(), tariffs };
    const home = join(this.#directory, "products", key);
    return { key, directory, home, manifest, steps, ...productFiles, ...optional };
  }

  portal(directory: string): ProductFiles | null {
    const forms = [...this.#read.keys()]
      .filter((path) => dirname(path) === directory && path.endsWith(".schema.json"))
      .map((path) => path.slice(directory.length + 1, -".schema.json".length));
    if (forms.length === 0) return null;
    const manifest = { file: "schemas/portal", path: directory, text: "", content: PORTAL };
    const steps = forms.flatMap((key) => this.#step(directory, { key, use: undefined, without: [] }) ?? []);
    this.#need(join(directory, "papers.json"), t`it holds the order of the papers of a request`);
    for (const name of ["statuses", "paper-words"]) this.#languages(directory, name);
    return {
      key: "portal",
      directory,
      home: directory,
      manifest,
      steps,
      texts: {},
      shared: this.#shared(),
      tariffs: [],
    };
  }

  #tariffs(directory: string): ProductFiles["tariffs"] {
    return [...this.#read].flatMap(([path, file]) => {
      const from = TARIFF.exec(basename(path))?.[1];
      return dirname(path) === directory && from !== undefined ? [{ from, file }] : [];
    });
  }

  texts(directory: string): Record<string, JsonFile> {
    return this.#languages(directory, "texts");
  }

  #languages(directory: string, name: string): Record<string, JsonFile> {
    const textFiles = LANGUAGES.flatMap((language) => {
      const file = this.#need(join(directory, `${name}.${language}.json`), t`every text exists in both languages`);
      return file ? [[language, file] as const] : [];
    });
    return Object.fromEntries(textFiles);
  }

  /** The words beside the fields of the product's own steps are among its texts. */
  #takeWords(directory: string, steps: readonly StepFiles[]): Pick<ProductFiles, "steps" | "texts"> {
    const isOwn = ({ schema }: StepFiles) => dirname(schema.path) === directory;
    const words: Word[] = [];
    const without = steps.map((step) => {
      if (!isOwn(step)) return step;
      const taken = this.#memory.recall(`words ${directory} ${step.key}`, [step.schema], () =>
        takeWords(step.key, step.schema),
      );
      words.push(...taken.words);
      return { ...step, schema: taken.schema };
    });
    const files = this.texts(directory);
    const madeOf = [...Object.values(files), ...words];
    const joined = this.#memory.recall(`texts ${directory}`, madeOf, () => joinWords(files, words));
    const laid = without.map((step) => {
      const messages = joined.messages.filter(([, word]) => word.step === step.key);
      const madeOf = [step.schema, step.ui, messages.map(([key]) => key).join()];
      return this.#memory.recall(`messages ${directory} ${step.key}`, madeOf, () => layMessages(step, messages));
    });
    this.#findings.push(...joined.findings, ...laid.flatMap(({ findings }) => findings));
    return { steps: laid.map(({ step }) => step), texts: joined.texts };
  }

  #shared(): JsonFile[] {
    return [...this.#read.values()].filter(({ file }) => /^schemas\/shared\/.*\.schema\.json$/.test(file));
  }

  #step(directory: string, step: WrittenStep): StepFiles | null {
    const schema = this.#need(
      this.#sharedContent.findPath(directory, step, "schema"),
      t`it holds the rules of the step`,
    );
    const ui = this.#need(this.#sharedContent.findPath(directory, step, "ui"), t`it holds the layout of the step`);
    if (!schema || !ui) return null;
    return this.#sharedContent.completeStep(basename(directory), { key: step.key, schema, ui }, step.without);
  }

  #need(path: string, why: string): JsonFile | null {
    const file = this.#read.get(path);
    if (file) return file;
    const [there, misnamed] = findNamed(path);
    if (!there) {
      const name = path.slice(this.#base.length + 1);
      const hint = misnamed === undefined ? t`add it: ${why}` : t`give "${misnamed}" this name`;
      this.#findings.push(error(name, "", t`the file is missing`, hint));
    }
    return null;
  }
}

/** Lists the records that a field offers as its choices, under the address that it names. */
function withRecordLists(manifest: JsonFile, steps: readonly StepFiles[]): JsonFile {
  const addresses = new Set(
    steps.flatMap(({ schema }) => [...schema.text.matchAll(RECORDS)].map(([, address]) => address!)),
  );
  if (addresses.size === 0) return manifest;
  const ofRecords = Object.fromEntries(Array.from(addresses, (records) => [records, { records }]));
  return { ...manifest, content: { ...manifest.content, lists: { ...Object(manifest.content.lists), ...ofRecords } } };
}

const RECORDS = /"enumFrom"\s*:\s*"([\w-]+\.\w+)"/g;
