// All names of the content, by file. An edit makes only its file's names anew.
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parse } from "jsonc-parser";
import { jsonFiles } from "../catalogue.ts";
import { Memory } from "../memory.ts";
import { type ContentText, findNames, type Name } from "./names.ts";

const PARTS = ["shared", "rates", "portal", "products"];

export class ContentIndex {
  readonly base: string;
  readonly #folders: string[];
  readonly #quotations: string;
  readonly #memory = new Memory();

  constructor(schemasDir: string, fixturesDir: string) {
    this.base = dirname(resolve(schemasDir));
    this.#folders = [
      ...PARTS.map((part) => join(resolve(schemasDir), part)),
      ...["steps", "journeys"].map((part) => join(resolve(fixturesDir), part)),
    ];
    this.#quotations = join(resolve(fixturesDir), "portfolio/quotations.json");
  }

  files(): ContentText[] {
    return [...this.#folders.flatMap(jsonFiles), this.#quotations].flatMap((path) => this.#read(path) ?? []);
  }

  find(file: string): ContentText | undefined {
    return this.files().find((one) => one.file === file);
  }

  /** Also of a file that is just being written: `changed` takes the place of what is on disk. */
  names(changed?: ContentText): Name[] {
    return this.files().flatMap((file) => this.namesIn(changed?.file === file.file ? changed : file));
  }

  namesIn(file: ContentText): Name[] {
    return this.#memory.recall(`names ${file.file}`, [file.text], () => findNames(file, parse(file.text)));
  }

  #read(path: string): ContentText | null {
    try {
      const text = readFileSync(path, "utf8");
      return this.#memory.recall(path, [text], () => ({ file: relative(this.base, path), path, text }));
    } catch {
      return null;
    }
  }
}

/** Whether two names name the same thing. */
export function isSame(one: Name, other: Name): boolean {
  const products = one.product === other.product || one.product === null || other.product === null;
  return one.kind === other.kind && one.name === other.name && one.step === other.step && products;
}
