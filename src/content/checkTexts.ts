// Texts: both languages hold the same keys with the same values in braces, every word a form needs exists, and every
// value a text uses is given. A text that nothing uses is a note.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS, textKeys } from "#engine/fieldTexts.ts";
import { LANGUAGES } from "#engine/languages.ts";
import type { Schema, UiSchema } from "#engine/schema.ts";
import { isObject, memberList } from "#engine/schemaTree.ts";
import { noticeTextKeys, stepTextKeys } from "#engine/stepTexts.ts";
import type { Manifest, StepSource } from "#engine/types.ts";
import { type Catalogue, manifestOf, type ProductFiles, type StepFiles } from "./catalogue.ts";
import { error, type Finding, note } from "./finding.ts";
import { type JsonFile, readJson } from "./readJson.ts";
import { fieldsOf } from "./stepIndex.ts";
import { pairFindings, parsedTexts, type Texts, Use } from "./textTables.ts";

const SHARED_FORMS = "wizard.field";
const FIELD_WORDS =
  /^((?:wizard\.field|wizard\.request|portal\.\w+\.field)\.[^.]+)\.(?:label|help|placeholder|tooltip|option\..+)$/;
const KINDS = ["label", "help", "placeholder", "tooltip"];

export class TextChecks {
  readonly #catalogue: Catalogue;
  readonly #shared: Texts;
  readonly #app: Texts;
  readonly #appKnown: boolean;
  readonly findings: Finding[] = [];
  readonly #usedShared = new Set<string>();
  /** Whose texts are looked at. */
  #product = "";

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#shared = this.#pair(catalogue.sharedTexts);
    const app = this.#appFiles();
    this.#appKnown = Object.keys(app).length === LANGUAGES.length;
    this.#app = this.#appKnown ? parsedTexts(app.nl!, []) : new Map();
    for (const key of this.#shared.keys()) {
      if (!this.#app.has(key)) continue;
      const file = catalogue.sharedTexts.nl?.file ?? "schemas/shared";
      this.findings.push(
        error(file, `/${key}`, "the text is also among the portal's own texts", "keep it in one of the two"),
      );
    }
  }

  #appFiles(): Record<string, JsonFile> {
    const files = LANGUAGES.flatMap((language) => {
      const path = join(this.#catalogue.base, "src/app/messages", `${language}.json`);
      const file = existsSync(path) ? readJson(path, this.#catalogue.base, []) : null;
      return file ? [[language, file] as const] : [];
    });
    return Object.fromEntries(files);
  }

  #pair(files: Record<string, JsonFile>): Texts {
    const parsed = Object.fromEntries(
      Object.entries(files).map(([language, file]) => [language, parsedTexts(file, this.findings)]),
    );
    this.findings.push(...pairFindings(files, parsed));
    return parsed.nl ?? new Map();
  }

  product(product: ProductFiles, steps: Record<string, StepSource>): void {
    const isProduct = product !== this.#catalogue.portal;
    this.#product = product.key;
    const own = this.#pair(product.texts);
    const file = product.texts.nl?.file ?? product.manifest.file;
    const manifest = manifestOf(product);
    const use = new Use(own, this.#shared, this.#app, this.#usedShared);
    const need = (keys: string[], where: Finding["file"], place: string, values: string[] | null) => {
      const found = use.first(keys);
      if (found === undefined) {
        if (!this.#appKnown && keys.some((key) => !key.startsWith(SHARED_FORMS))) return;
        this.findings.push(error(where, place, `there is no text "${keys[0]}"`, `add it to ${file} in both languages`));
      } else if (values !== null) this.#checkValues(found, own, file, values);
    };
    const given = Object.keys(manifest.text_values ?? {});
    for (const files of product.steps) this.#step(files, steps[files.key], given, need, use, own, file);
    if (isProduct) this.#manifest(manifest, product.manifest.file, given, need);
    for (const key of own.keys()) {
      if (!use.own.has(key))
        this.findings.push(note(file, `/${key}`, "nothing uses this text", "correct its key, or remove it"));
    }
  }

  /** Shared words of fields that no form has, no shared rule stands for and no code asks for; called after all products. */
  unused(): void {
    const file = this.#catalogue.sharedTexts.nl;
    if (!file) return;
    const unused = [...this.#shared.keys()].filter((key) => FIELD_WORDS.test(key) && !this.#usedShared.has(key));
    if (unused.length === 0) return;
    const code = codeOf(this.#catalogue.base);
    const kept = sharedFields(this.#catalogue.base);
    for (const key of unused) {
      const field = FIELD_WORDS.exec(key)?.[1] ?? key;
      if (code.includes(field) || kept.has(field.split(".").at(-1) ?? "")) continue;
      this.findings.push(
        note(file.file, `/${key}`, "no form and no code uses this text", "correct its key, or remove it"),
      );
    }
  }

  #manifest(manifest: Manifest, file: string, given: string[], need: Need): void {
    for (const key of ["name", "description", "title"]) need([key], file, "", []);
    for (const item of manifest.why)
      for (const part of ["title", "text"]) need([`why.${item}.${part}`], file, "/why", given);
    for (const [index, step] of manifest.steps.entries()) {
      need(stepTextKeys(step.key, "title"), file, `/steps/${index}`, given);
      need(stepTextKeys(step.key, "intro"), file, `/steps/${index}`, given);
      for (const name of step.notices ?? []) {
        for (const part of ["title", "text"] as const)
          need(noticeTextKeys(name, part), file, `/steps/${index}/notices`, given);
      }
    }
  }

  #step(
    files: StepFiles,
    step: StepSource | undefined,
    given: string[],
    need: Need,
    use: Use,
    own: Texts,
    textFile: string,
  ): void {
    if (!step) return;
    const options = isObject(step.ui["ui:options"]) ? step.ui["ui:options"] : {};
    const prefix = typeof options.texts === "string" ? { prefix: options.texts } : {};
    const source = { step: files.key, ...prefix };
    for (const [name, described] of fieldsOf(step)) {
      const ui = isObject(step.ui[name]) ? step.ui[name] : {};
      const fieldOptions = isObject(ui["ui:options"]) ? ui["ui:options"] : {};
      const keys = textKeys(source, [name], fieldOptions.texts);
      const values = [...given, ...limitsOf(described)];
      const labelled = !described.some((schema) => memberList(schema) !== null || schema.type === "array");
      if (labelled)
        need(
          keys.map((key) => `${key}.label`),
          files.ui.file,
          `/${name}`,
          values,
        );
      for (const kind of labelled ? KINDS.slice(1) : KINDS) {
        const found = use.first(keys.map((key) => `${key}.${kind}`));
        if (found !== undefined) this.#checkValues(found, own, textFile, values);
      }
      const optionTexts = typeof fieldOptions.optionTexts === "string" ? [fieldOptions.optionTexts] : [];
      for (const value of described.flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : []))) {
        const candidates = [
          ...optionTexts.map((key) => `${key}.${value}`),
          ...keys.map((key) => `${key}.option.${value}`),
        ];
        need(candidates, files.ui.file, `/${name}`, values);
      }
      this.#errors(ui, name, files, need);
      if (typeof fieldOptions.effect === "string")
        need([fieldOptions.effect], files.ui.file, `/${name}/ui:options/effect`, null);
    }
    const sections = Array.isArray(options.sections) ? options.sections : [];
    for (const [index, section] of sections.entries()) {
      const title = isObject(section) ? section.title : undefined;
      if (typeof title !== "string" || fieldsOf(step).has(title)) continue;
      need([title], files.ui.file, `/ui:options/sections/${index}/title`, null);
    }
  }

  #errors(ui: UiSchema, name: string, files: StepFiles, need: Need): void {
    for (const [keyword, shown] of Object.entries(isObject(ui["ui:errors"]) ? ui["ui:errors"] : {})) {
      if (!isObject(shown)) continue;
      const link = isObject(shown.link) ? shown.link : {};
      for (const key of [shown.message, shown.type, link.text, link.pointer]) {
        if (typeof key === "string") need([key], files.ui.file, `/${name}/ui:errors/${keyword}`, null);
      }
    }
  }

  /** The portal's own texts get their values from the screen that shows them. */
  #checkValues(key: string, own: Texts, file: string, given: string[]): void {
    const shared = !own.has(key);
    const uses = own.get(key) ?? this.#shared.get(key) ?? [];
    const linked = own.has(linkOf(key)) || this.#shared.has(linkOf(key)) ? ["link"] : [];
    const missing = uses.filter((name) => ![...given, ...linked, ...EVERYWHERE].includes(name));
    const where = shared ? (this.#catalogue.sharedTexts.nl?.file ?? file) : file;
    for (const name of missing) {
      const sentence = `nothing gives a value for {${name}}`;
      const hint = shared
        ? `add it to text_values in the product.json of ${this.#product}`
        : "add it to text_values in product.json";
      this.findings.push(error(where, `/${key}`, sentence, `${hint}, or correct its name`));
    }
  }
}

/** Values that the portal gives to every text. */
const EVERYWHERE = ["provider", "phone", "email"];

const linkOf = (key: string): string => key.replace(/label$/, "link");

type Need = (keys: string[], file: string, place: string, values: string[] | null) => void;

function limitsOf(described: Schema[]): string[] {
  const numbers: string[] = LIMITS.filter((name) => described.some((schema) => typeof schema[name] === "number"));
  return described.some((schema) => isObject(schema.dateWindow)) ? [...numbers, "minDate", "maxDate"] : numbers;
}

/** Rules that lie ready for a form; their words lie ready with them. */
function sharedFields(base: string): Set<string> {
  const path = join(base, "schemas/shared/fields.schema.json");
  const file = existsSync(path) ? readJson(path, base, []) : null;
  const definitions = file?.content.definitions;
  return new Set(isObject(definitions) ? Object.keys(definitions) : []);
}

/** The source of screens and widgets as one text: keys that code asks for stand in it. */
function codeOf(base: string): string {
  const folders = ["widgets", "src/wizard", "src/portal", "src/app", "src/server"].map((folder) => join(base, folder));
  const files = folders.filter(existsSync).flatMap((folder) => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
  });
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}
