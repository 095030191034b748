// Texts: both languages hold the same keys with the same values in braces, every text that a form needs exists, and every
// value that a text uses is given. A text that nothing uses is a note.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { findArguments, findQuoted, messageError, parseMessage, textEntries } from "../../publish/messages.ts";
import type { Catalogue, ProductFiles } from "../../read/catalogue.ts";
import type { Memory } from "../../read/files/memory.ts";
import { type JsonFile, readJson } from "../../read/files/readJson.ts";
import { error, type Finding, note, removal } from "../../read/findings/finding.ts";
import { member } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { ProductTexts } from "./productTexts.ts";
import { type CommonTexts, TextPair, type Texts } from "./textPairs.ts";
import { RATE_NAMES } from "./together.ts";

const FIELD_TEXT =
  /^((?:wizard\.field|wizard\.request|portal\.\w+\.field)\.[^.]+)\.(?:label|help|placeholder|tooltip|unit|option\..+)$/;

export class TextChecks {
  readonly #catalogue: Catalogue;
  readonly #memory: Memory;
  readonly #common: CommonTexts;
  readonly #shared: TextPair;
  readonly findings: Finding[] = [];

  constructor(catalogue: Catalogue, memory: Memory) {
    this.#catalogue = catalogue;
    this.#memory = memory;
    const file = catalogue.sharedTexts.nl?.file ?? "schemas/shared";
    this.#shared = this.#pair(catalogue.sharedTexts);
    const shared = this.#shared.texts;
    this.#common = {
      file,
      shared,
      usedShared: new Set(),
      asked: new Map(),
      rateNames: RATE_NAMES,
      app: appTexts(catalogue.base, memory),
    };
    for (const key of [...shared.keys()].filter((key) => this.#common.app?.has(key))) {
      const sentence = t`the text is also among the portal's own texts`;
      this.findings.push(error(file, `/${key}`, sentence, t`keep it in one of the two`));
    }
  }

  #pair(files: Record<string, JsonFile>): TextPair {
    const parsed = Object.fromEntries(
      Object.entries(files).map(([language, file]) => [language, parsedTexts(file, this.findings)]),
    );
    const pair = new TextPair(files, parsed);
    this.findings.push(...pair.findings);
    return pair;
  }

  product(product: ProductFiles, steps: Record<string, StepSource>): void {
    const pair = this.#pair(product.texts);
    const texts = new ProductTexts(product, pair, this.#common);
    if (product !== this.#catalogue.portal) texts.checkManifest();
    texts.checkTariff();
    for (const files of product.steps) {
      const step = steps[files.key];
      if (step) texts.checkStep(files, step);
    }
    this.findings.push(...texts.findUnused(), ...texts.findings, ...this.#findUnusedValues(product, pair.texts));
  }

  #findUnusedValues({ manifest }: ProductFiles, ownTexts: Texts): Finding[] {
    const used = new Set([ownTexts, this.#common.shared].flatMap((texts) => [...texts.values()].flat()));
    const idle = Object.keys(member(manifest.content, "text_values")).filter((name) => !used.has(name));
    return idle.map((name) => {
      const hint = meantOr([...used], name, removal(t`remove it, or use it in a text`));
      return note(manifest.file, `/text_values/${name}`, t`no text uses {${name}}`, hint);
    });
  }

  /** Shared texts that no form, shared rule or code uses. Called after all products. `whole`: of every product. */
  findUnused(whole: boolean): void {
    const { shared, usedShared, asked, file } = this.#common;
    const idle = new Set(whole ? [...shared.keys()].filter((key) => !usedShared.has(key)) : []);
    if (idle.size > 0) {
      const { base } = this.#catalogue;
      const code = this.#memory.recall("code", [base], () => new CodeTexts(base));
      const sharedNames = sharedFields(base, this.#memory);
      for (const key of idle) if (code.uses(key, sharedNames)) idle.delete(key);
    }
    this.findings.push(
      ...this.#shared.findLacking(
        (key) => !idle.has(key),
        (key) => usedShared.has(key),
      ),
    );
    const names = [...asked.keys()];
    for (const key of idle) {
      if (this.#shared.isMisspelt(key)) continue;
      const find = () => meantOr(names, key, removal(t`correct its key, or remove it`));
      const hint = this.#memory.recall(`hint ${key}`, [names.join()], find);
      this.findings.push(
        note(this.#shared.fileOf(key) ?? file, `/${key}`, t`no form and no code uses this text`, hint),
      );
    }
  }
}

/** How a part of a key that code fills in begins, and how a key that ends without one does. */
const FILLED = ".\u0024{";
const END = "`";

/** The portal's own texts, or null where the content is checked without them. */
function appTexts(base: string, memory: Memory): Texts | null {
  const files = LANGUAGES.map((language) => join(base, "src/app/messages", `${language}.json`));
  if (!files.every(existsSync)) return null;
  const file = readJson(join(base, "src/app/messages", `${DEFAULT_LANGUAGE}.json`), base, [], memory);
  return file && parsedTexts(file, []);
}

/** Parsed once per file, however often it is checked. */
const parsedFiles = new WeakMap<JsonFile, { texts: Texts; findings: Finding[] }>();

function parsedTexts(file: JsonFile, findings: Finding[]): Texts {
  const parsed = parsedFiles.get(file) ?? parseTexts(file);
  parsedFiles.set(file, parsed);
  findings.push(...parsed.findings);
  return parsed.texts;
}

function parseTexts(file: JsonFile): { texts: Texts; findings: Finding[] } {
  const findings: Finding[] = [];
  const texts: Texts = new Map();
  for (const [key, text] of textEntries(file.content)) {
    try {
      const message = parseMessage(text);
      texts.set(key, findArguments(message));
      const quoted = findQuoted(message);
      if (!quoted) continue;
      const hint = t`remove the ' before it: between straight quotes nothing is filled in; write ‘ and ’`;
      findings.push(error(file.file, `/${key}`, t`"${quoted}" is shown literally, without its value`, hint));
    } catch (reason) {
      findings.push(error(file.file, `/${key}`, ...messageError(text, reason)));
      texts.set(key, []);
    }
  }
  return { texts, findings };
}

/** Rules that a form may refer to. Their texts are kept even while no form does. */
function sharedFields(base: string, memory: Memory): Set<string> {
  const path = join(base, "schemas/shared/fields.schema.json");
  const file = existsSync(path) ? readJson(path, base, [], memory) : null;
  const definitions = file?.content.definitions;
  return new Set(isObject(definitions) ? Object.keys(definitions) : []);
}

/** The source of screens and widgets. It is read once for all runs of a check: an edit of the content does not change it. */
class CodeTexts {
  readonly #source: string;
  readonly #asked = new Map<string, boolean>();

  constructor(base: string) {
    const folders = ["widgets", "src/engine", "src/wizard", "src/portal", "src/app", "src/server"].map((folder) =>
      join(base, folder),
    );
    const files = folders.filter(existsSync).flatMap((folder) => {
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
      return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
    });
    this.#source = files.map((file) => readFileSync(file, "utf8")).join("\n");
  }

  /** Whether code shows the text. A text of a field is shown with its form, or with a shared field. */
  uses(key: string, sharedNames: ReadonlySet<string | undefined>): boolean {
    const field = FIELD_TEXT.exec(key)?.[1];
    const isAsked = this.#asked.get(key) ?? (field === undefined ? this.#isAsked(key) : this.#source.includes(field));
    this.#asked.set(key, isAsked);
    return isAsked || (field !== undefined && sharedNames.has(field.split(".").at(-1)));
  }

  /** Whether code has the key, or composes one of its beginning or of its end. */
  #isAsked(key: string): boolean {
    if (this.#source === "" || this.#source.includes(key)) return true;
    const parts = key.split(".");
    const isBegun = (end: number) => this.#source.includes(`${parts.slice(0, end).join(".")}${FILLED}`);
    return parts.some((_, index) => index > 0 && isBegun(index)) || this.#source.includes(`}.${parts.at(-1)}${END}`);
  }
}
