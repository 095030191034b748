// The content as files: products, portal forms, shared parts, rates. Reads and groups them. Its only findings are files
// that are missing or not valid JSON.
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { LANGUAGES } from "#engine/languages.ts";
import type { JsonObject, Manifest } from "#engine/types.ts";
import type { Asking } from "./expectedAnswers.ts";
import { withTables } from "./files/csvTables.ts";
import { Memory } from "./files/memory.ts";
import { type JsonFile, jsonFiles, readJson } from "./files/readJson.ts";
import { error, type Finding } from "./findings/finding.ts";
import { writeOutConditions } from "./namedConditions.ts";
import { SharedContent, type StepFiles, type WrittenStep } from "./sharedContent.ts";

export interface ProductFiles {
  key: string;
  directory: string;
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
  /** Shared schemas, which its steps may refer to. */
  shared: JsonFile[];
}

export interface Catalogue {
  /** Findings name files from here. */
  base: string;
  directory: string;
  /** Folders of products, also those that hold no product that can be read. */
  keys: string[];
  products: ProductFiles[];
  portal: ProductFiles | null;
  sharedTexts: Record<string, JsonFile>;
  rates: JsonFile | null;
  /** Every JSON file of the content except meta-schemas and shapes of calls. */
  files: JsonFile[];
  findings: Finding[];
}

/** With the portal's own forms, which are looked at as a product. */
export const allProducts = ({ products, portal }: Catalogue): ProductFiles[] =>
  portal ? [...products, portal] : products;

/** The name of a tariff that counts from a day. */
export const TARIFF = /^tariff\.(\d{4}-\d{2}-\d{2})\.json$/;

/** The tariff that is valid on a first day of cover. */
export const tariffFileOn = ({ tariff, tariffs }: ProductFiles, day: string): JsonFile | undefined =>
  tariffs.findLast(({ from }) => from <= day)?.file ?? tariff;

/** The manifest as typed data. The meta-schema has checked its shape. */
export function readManifest(product: ProductFiles): Manifest {
  return product.manifest.content as unknown as Manifest;
}

/** Returns a product as cases and journeys see it. */
export function findAsking(product: ProductFiles): Asking & Pick<Manifest, "key" | "flows"> {
  const { steps, flows } = readManifest(product);
  return { key: product.key, flows, steps, questions: product.questions?.content ?? null };
}

export function readCatalogue(schemasDir: string, memory = new Memory()): Catalogue {
  const directory = resolve(schemasDir);
  const base = dirname(directory);
  const findings: Finding[] = [];
  const read = new Map<string, JsonFile>();
  for (const part of ["shared", "rates", "portal", "products"]) {
    for (const path of jsonFiles(join(directory, part))) {
      const file = readJson(path, base, findings, memory);
      if (file) read.set(path, withTables(file, base, findings, memory));
    }
  }
  const products = join(directory, "products");
  const keys = subdirectories(products);
  for (const key of keys) findings.push(...writeOutConditions(read, join(products, key), memory));
  const shared = new SharedContent(join(directory, "shared"), (path) => read.get(path), memory);
  findings.push(
    ...shared.findUnusedQuestions(keys.flatMap((key) => read.get(join(products, key, "questions.json")) ?? [])),
  );
  const reader = new Reader({ read, base, findings, shared });
  return {
    base,
    directory,
    keys,
    products: keys.flatMap((key) => reader.product(join(products, key), key) ?? []),
    portal: reader.portal(join(directory, "portal")),
    sharedTexts: reader.texts(join(directory, "shared")),
    rates: read.get(join(directory, "rates", "rates.json")) ?? null,
    files: [...read.values()],
    findings,
  };
}

function subdirectories(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => statSync(join(directory, name)).isDirectory())
    .sort();
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
  findings: Finding[];
  shared: SharedContent;
}

class Reader {
  readonly #read: Map<string, JsonFile>;
  readonly #base: string;
  readonly #findings: Finding[];
  readonly #sharedContent: SharedContent;

  constructor({ read, base, findings, shared }: ReaderParts) {
    this.#read = read;
    this.#base = base;
    this.#findings = findings;
    this.#sharedContent = shared;
  }

  product(directory: string, key: string): ProductFiles | null {
    const path = join(directory, "product.json");
    const deeper = existsSync(path) ? [] : subdirectories(directory);
    const inner = deeper.find((name) => existsSync(join(directory, name, "product.json")));
    if (inner !== undefined) {
      const hint = `move ${inner} to ${relative(this.#base, dirname(directory))}`;
      const filePath = join(directory, inner);
      this.#findings.push(error(relative(this.#base, filePath), "", "the product is a folder too deep", hint));
      return null;
    }
    const written = this.#need(path, "it names the product's steps, flows and lists");
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
    const steps = this.#sharedContent.readSteps(written).flatMap((step) => this.#step(directory, step) ?? []);
    const manifest = this.#sharedContent.completeManifest(written);
    const handover = this.#sharedContent.completeHandover(manifest, optional.handover, steps);
    if (handover) optional.handover = handover;
    const productFiles = { texts: this.texts(directory), shared: this.#shared(), tariffs: this.#tariffs(directory) };
    return { key, directory, manifest, steps, ...productFiles, ...optional };
  }

  portal(directory: string): ProductFiles | null {
    const forms = [...this.#read.keys()]
      .filter((path) => dirname(path) === directory && path.endsWith(".schema.json"))
      .map((path) => path.slice(directory.length + 1, -".schema.json".length));
    if (forms.length === 0) return null;
    const manifest = { file: "schemas/portal", path: directory, text: "", content: PORTAL };
    const steps = forms.flatMap((key) => this.#step(directory, { key, use: undefined, without: [] }) ?? []);
    this.#need(join(directory, "papers.json"), "it holds the order of the papers of a request");
    for (const name of ["statuses", "paper-words"]) this.#languages(directory, name);
    return { key: "portal", directory, manifest, steps, texts: {}, shared: this.#shared(), tariffs: [] };
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
      const file = this.#need(join(directory, `${name}.${language}.json`), "every text exists in both languages");
      return file ? [[language, file] as const] : [];
    });
    return Object.fromEntries(textFiles);
  }

  #shared(): JsonFile[] {
    return [...this.#read.values()].filter(({ file }) => /^schemas\/shared\/.*\.schema\.json$/.test(file));
  }

  #step(directory: string, step: WrittenStep): StepFiles | null {
    const schema = this.#need(
      this.#sharedContent.findPath(directory, step, "schema"),
      "it holds the rules of the step",
    );
    const ui = this.#need(this.#sharedContent.findPath(directory, step, "ui"), "it holds the layout of the step");
    if (!schema || !ui) return null;
    return this.#sharedContent.completeStep(basename(directory), { key: step.key, schema, ui }, step.without);
  }

  #need(path: string, why: string): JsonFile | null {
    const file = this.#read.get(path);
    if (file) return file;
    const [there, misnamed] = findNamed(path);
    if (!there) {
      const name = path.slice(this.#base.length + 1);
      const hint = misnamed === undefined ? `add it: ${why}` : `give "${misnamed}" this name`;
      this.#findings.push({ ...error(name, "", "the file is missing", hint), about: `files of ${name.split(".")[0]}` });
    }
    return null;
  }
}
