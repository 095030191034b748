// Writes a whole working product from an existing one: content, the cases of its own steps, and the sample quotations
// that shared journeys change. Names, codes and numbers are new. The documents stay those of the other product until
// the analyst writes its own; those of an example are copied.
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, normalize, resolve } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { readJourneys } from "./cases/journeys/record.ts";
import { writeJourneys } from "./cases/journeys/write.ts";
import {
  type Catalogue,
  findAsking,
  findExamples,
  isExample,
  type ProductFiles,
  readCatalogue,
  readManifest,
} from "./read/catalogue.ts";
import { editJson } from "./read/files/formatJson.ts";
import { jsonFiles } from "./read/files/readJson.ts";
import { member, objects } from "./read/findings/reporting.ts";
import { t } from "./read/findings/translate.ts";

interface NewProduct {
  schemasDir: string;
  fixturesDir: string;
  key: string;
  /** The product that it is copied from. By default the smallest that is offered. */
  like?: string | undefined;
}

/** Which product it was made after and how many journeys are played for it, or why nothing was written. */
type CreateResult = { like: string; journeys: number } | { refusal: string };

export function createProduct({ schemasDir, fixturesDir, key, like }: NewProduct): CreateResult {
  const catalogue = readCatalogue(schemasDir, undefined, findExamples(fixturesDir));
  const model =
    like === undefined ? findSmallest(catalogue) : catalogue.products.find((candidate) => candidate.key === like);
  const refusal = refuse(catalogue, key);
  if (refusal) return { refusal };
  if (!model) return { refusal: t`There is no product "${like}"; the products are ${catalogue.keys.join(", ")}.` };
  new ProductMaker(catalogue, model, key).write(resolve(fixturesDir));
  writeJourneys(schemasDir, fixturesDir, key);
  const made = readCatalogue(schemasDir).products.find((candidate) => candidate.key === key);
  return { like: model.key, journeys: made ? readJourneys(fixturesDir, findAsking(made)).length : 0 };
}

const KEY = /^[a-z][a-z0-9_]*$/;

function refuse({ keys }: Catalogue, key: string): string | undefined {
  if (!KEY.test(key))
    return t`"${key}" is not a key of a product: small letters without accents, digits and _, the first a letter, such as home_contents.`;
  if (key === "portal") return t`"portal" is the name of the forms of the portal itself; choose another key.`;
  if (keys.includes(key)) return t`There is a product "${key}" already; choose another key.`;
  return undefined;
}

function findSmallest({ products }: Catalogue): ProductFiles | undefined {
  const size = ({ directory }: ProductFiles) =>
    jsonFiles(directory).reduce((sum, path) => sum + readFileSync(path).length, 0);
  const offered = products.filter((product) => readManifest(product).offered);
  return offered.sort((left, right) => size(left) - size(right))[0];
}

class ProductMaker {
  readonly #catalogue: Catalogue;
  readonly #model: ProductFiles;
  readonly #key: string;
  readonly #name: string;
  /** From the code of the model to the new one. */
  readonly #codes: ReadonlyMap<string, string>;
  /** From the number of each question of the model to a new one: numbers are never used again. */
  readonly #questions: ReadonlyMap<string, number>;

  constructor(catalogue: Catalogue, model: ProductFiles, key: string) {
    this.#catalogue = catalogue;
    this.#model = model;
    this.#key = key;
    const words = key.replaceAll("_", " ");
    this.#name = words.charAt(0).toUpperCase() + words.slice(1);
    const taken = catalogue.products.flatMap((product) => readManifest(product).codes);
    this.#codes = newCodes(readManifest(model).codes, taken, key);
    this.#questions = newNumbers(model, catalogue.products);
  }

  write(fixtures: string): void {
    const folder = join(this.#catalogue.directory, "products", this.#key);
    const steps = join(fixtures, "steps", this.#key);
    const filter = (path: string) => isExample(this.#model) || basename(path) !== "documents";
    cpSync(this.#model.directory, folder, { recursive: true, filter });
    const cases = join(fixtures, "steps", this.#model.key);
    if (existsSync(cases)) cpSync(cases, steps, { recursive: true });
    for (const path of [...jsonFiles(folder), ...jsonFiles(steps)]) change(path, (text) => this.#renamed(text));
    this.#manifest(join(folder, "product.json"));
    this.#texts(folder);
    this.#lookup(folder);
  }

  #renamed(text: string): string {
    const { key } = this.#model;
    const named = text
      .replaceAll(`urn:portal:${key}:`, `urn:portal:${this.#key}:`)
      .replaceAll(`"product": "${key}"`, `"product": "${this.#key}"`);
    const placed = isExample(this.#model) ? named.replaceAll('"../../../schemas/', '"../../') : named;
    return placed.replace(QUESTION, (number) => String(this.#questions.get(number) ?? number));
  }

  #manifest(path: string): void {
    const codes = [...this.#codes.values()];
    set(path, { key: this.#key, codes: undefined, placeholder_codes: codes, offered: false, ...this.#documents() });
  }

  /** Papers in the folder of a product are named there, not copied: an own one takes the place of the name. An example's are copied. */
  #documents(): JsonObject {
    if (isExample(this.#model)) return {};
    const named = Object.entries(readManifest(this.#model).documents ?? {});
    const ownFiles = named.filter(([, path]) => !normalize(path).startsWith(".."));
    const paths = ownFiles.map(([name, path]) => [name, `../${this.#model.key}/${path}`]);
    return paths.length > 0 ? { documents: Object.fromEntries(paths) } : {};
  }

  #texts(folder: string): void {
    for (const language of LANGUAGES)
      set(join(folder, `texts.${language}.json`), { name: this.#name, title: this.#name });
  }

  /** Codes are also in the list by which the tariff looks them up. */
  #lookup(folder: string): void {
    const column = member(member(this.#model.tariff?.content, "product_code"), "lookup").member;
    const list = join(folder, "professions.json");
    if (typeof column !== "string" || !existsSync(list)) return;
    change(list, (text) =>
      text.replace(new RegExp(`("${column}"\\s*:\\s*)"([^"]*)"`, "g"), (...[, before, code]) => {
        return `${before}"${this.#codes.get(code) ?? code}"`;
      }),
    );
  }
}

/** Three letters of the key, with a number where there are several or they are taken. */
function newCodes(codes: readonly string[], taken: readonly string[], key: string): Map<string, string> {
  const stem = key.replaceAll("_", "").slice(0, 3).toUpperCase();
  const free = [stem, ...Array.from({ length: taken.length + codes.length }, (_, index) => `${stem}${index + 1}`)];
  const unused = free.filter((code) => !taken.includes(code));
  return new Map(codes.map((code, index) => [code, unused[index] ?? stem]));
}

/** Where a file names a question: as its id, a key, a part of a pointer, or in the name of a case. */
const QUESTION = /(?<=")\d+(?=")|(?<=\/)\d+(?=["/])|(?<="id": ?)\d+|(?<=question )\d+/g;

const questionIds = ({ questions }: ProductFiles): number[] =>
  [questions?.content.acceptance_questions, questions?.content.final_questions]
    .flatMap(objects)
    .flatMap(({ id }) => (typeof id === "number" ? [id] : []));

/** From the next free hundred on, with the distances that the numbers of the model have. */
function newNumbers(model: ProductFiles, products: readonly ProductFiles[]): Map<string, number> {
  const ids = questionIds(model);
  const hundreds = (id: number) => Math.floor(id / 100) * 100;
  const shift = hundreds(Math.max(0, ...products.flatMap(questionIds))) + 100 - hundreds(Math.min(...ids));
  return new Map(ids.map((id) => [String(id), id + shift]));
}

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

/** Sets members of the file's object, and keeps how the rest is written. */
function set(path: string, members: JsonObject): void {
  change(path, (text) => Object.entries(members).reduce((now, [name, value]) => editJson(now, [name], value), text));
}
