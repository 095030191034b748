// Every content file and fixture against the meta-schema of its kind (schemas/meta).
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { JsonFile } from "./files/readJson.ts";
import { error, type Finding, note, setting } from "./findings/finding.ts";
import { formatErrors, meantOr } from "./findings/sentences.ts";
import { t } from "./findings/translate.ts";
import { TARIFF } from "./productReader.ts";

const BY_NAME: Record<string, string> = {
  "product.json": "product",
  "tariff.json": "tariff",
  "questions.json": "questions",
  "professions.json": "professions",
  "handover.json": "handover",
  "rates.json": "rates",
  "papers.json": "papers",
  "step.json": "shared-step",
  "fields.ui.json": "fields-ui",
};
/** What products share has another shape than the file of the same name of a product. */
const SHARED: Record<string, string> = {
  [join("shared", "product.json")]: "product-defaults",
  [join("shared", "questions.json")]: "shared-questions",
};

/** The kind of a file by its name, or null for a file that does not belong in the content. */
function findKind(path: string): string | null {
  const name = basename(path);
  const shared = SHARED[join(basename(dirname(path)), name)];
  if (shared) return shared;
  if (BY_NAME[name]) return BY_NAME[name];
  if (TARIFF.test(name)) return "tariff";
  if (name.endsWith(".schema.json")) return "step";
  if (name.endsWith(".ui.json")) return "ui";
  return /^(texts|words|statuses|paper-words)\.[a-z]{2}\.json$/.exec(name)?.[1] ?? null;
}

/** Names that a file can have, those of a step after its own. */
const knownNames = (path: string): string[] => {
  const step = basename(path).split(".")[0];
  const texts = LANGUAGES.map((language) => `texts.${language}.json`);
  return [...Object.keys(BY_NAME), ...texts, `${step}.schema.json`, `${step}.ui.json`];
};

/** A day of which a 0 is missing is no misspelt name. */
const findRename = (name: string): string =>
  name.startsWith("tariff.")
    ? t`name it after the first day that it counts, as tariff.2027-01-01.json, or remove it`
    : t`rename it as the other files are named, or remove it`;

export class Shapes {
  readonly #directory: string;
  readonly #checked = new WeakMap<JsonFile, Finding[]>();
  readonly #kinds = new WeakMap<JsonFile, string | null>();
  /** Names of the meta-schemas that ajv has. */
  readonly #known = new Set<string>();
  readonly #ajv = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    verbose: true,
    meta: false,
    // Words and place of a member in the panels of the studio.
    keywords: ["words", "valueWords", "panel"],
    validateSchema: false,
    code: { optimize: false },
  });

  constructor(metaDirectory: string) {
    this.#directory = metaDirectory;
  }

  check(file: JsonFile, kind: string | null = findKind(file.path)): Finding[] {
    const findings = this.#checked.get(file) ?? this.#check(file, kind);
    this.#checked.set(file, findings);
    this.#kinds.set(file, kind);
    return findings;
  }

  /** By its "$schema" an editor completes and explains the file, by its "$id" it knows it again: those of others mislead it. */
  described(file: JsonFile): Finding[] {
    const kind = this.#kinds.get(file);
    const { $schema, $id } = file.content;
    if (!kind) return [];
    const folder = posix.dirname(file.file);
    const right = posix.relative(folder, `schemas/meta/${kind}.schema.json`);
    const owner = folder.startsWith("schemas/shared/") ? "shared" : posix.basename(folder);
    const expectedId = `urn:portal:${owner}:${posix.basename(file.file, ".schema.json")}`;
    const findings: Finding[] = [];
    if (typeof $schema === "string" && $schema !== right) {
      const sentence = t`an editor takes this for what "${$schema}" describes`;
      findings.push(note(file.file, "/$schema", sentence, setting(t`write "${right}"`, right)));
    }
    if (typeof $id === "string" && $id !== expectedId)
      findings.push(
        note(
          file.file,
          "/$id",
          t`an editor takes this for another form`,
          setting(t`write "${expectedId}"`, expectedId),
        ),
      );
    return findings;
  }

  #check(file: JsonFile, kind: string | null): Finding[] {
    if (kind === null) {
      const hint = meantOr(knownNames(file.path), basename(file.path), findRename(basename(file.path)));
      return [error(file.file, "", t`a file of this name has no place here`, hint)];
    }
    const validate = this.#validator(kind);
    if (validate(file.content)) return [];
    return formatErrors(validate.errors ?? []).map(({ place, sentence, hint }) =>
      error(file.file, place, sentence, hint),
    );
  }

  /** Whether the file has the shape that the other checks rely on. */
  #validator(kind: string): ValidateFunction {
    const name = `${kind}.schema.json`;
    this.#add(name);
    const validate = this.#ajv.getSchema(name);
    if (!validate) throw new Error(`The meta-schema ${name} cannot be compiled.`);
    return validate;
  }

  /** Makes a meta-schema known by the name of its file, and those that it refers to. */
  #add(name: string): void {
    if (this.#known.has(name)) return;
    this.#known.add(name);
    const path = join(this.#directory, name);
    if (!existsSync(path)) throw new Error(`The meta-schema ${path} is missing.`);
    const text = readFileSync(path, "utf8");
    for (const [, other = ""] of text.matchAll(/"\$ref": "([a-z-]+\.schema\.json)#/g)) this.#add(other);
    this.#ajv.addSchema(JSON.parse(text), name);
  }
}
