// Texts: both languages hold the same keys with the same values in braces, every word a form needs exists, and every
// value a text uses is given. A text that nothing uses is a note.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { textKeys } from "#engine/fieldTexts.ts";
import { isObject, memberList } from "#engine/schemaTree.ts";
import type { JsonObject, Manifest, StepSource } from "#engine/types.ts";
import { type Catalogue, LANGUAGES, manifestOf, type ProductFiles, type StepFiles } from "./catalogue.ts";
import { error, type Finding, note } from "./finding.ts";
import { argumentsOf, parseMessage, textEntries } from "./messages.ts";
import { type JsonFile, readJson } from "./readJson.ts";
import { fieldsOf } from "./stepIndex.ts";

const SHARED_FORMS = "wizard.field";
const KINDS = ["label", "help", "placeholder", "tooltip"];

/** What a text of a key says and which values it needs. */
type Texts = Map<string, string[]>;

function parsedTexts(file: JsonFile, findings: Finding[]): Texts {
  const parsed: Texts = new Map();
  for (const [key, text] of textEntries(file.content)) {
    try {
      parsed.set(key, argumentsOf(parseMessage(text)));
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      findings.push(
        error(file.file, `/${key}`, `"${text}" is no valid message (${why})`, "check its braces and quotes"),
      );
      parsed.set(key, []);
    }
  }
  return parsed;
}

/** Two languages side by side. */
function pairFindings(files: Record<string, JsonFile>, parsed: Record<string, Texts>): Finding[] {
  const findings: Finding[] = [];
  for (const language of LANGUAGES) {
    const own = parsed[language];
    for (const other of LANGUAGES) {
      const file = files[other];
      if (other === language || !own || !file) continue;
      for (const [key, values] of own) {
        const there = parsed[other]?.get(key);
        if (!there)
          findings.push(error(file.file, `/${key}`, `the text is missing; ${language} has it`, "translate it"));
        else if (language === "nl" && there.join() !== values.join()) {
          const list = (names: string[]) =>
            names.length > 0 ? names.map((name) => `{${name}}`).join(", ") : "no values";
          const sentence = `the text uses ${list(there)}, nl uses ${list(values)}`;
          findings.push(error(file.file, `/${key}`, sentence, "use the same values in both languages"));
        }
      }
    }
  }
  return findings;
}

export class TextChecks {
  readonly #catalogue: Catalogue;
  readonly #shared: Texts;
  readonly #app: Texts;
  readonly #appKnown: boolean;
  readonly findings: Finding[] = [];
  readonly #usedShared = new Set<string>();

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
    if (isProduct) this.#manifest(manifest, product.manifest.file, given, need, use);
    for (const key of own.keys()) {
      if (!use.own.has(key))
        this.findings.push(note(file, `/${key}`, "nothing uses this text", "correct its key, or remove it"));
    }
  }

  #manifest(manifest: Manifest, file: string, given: string[], need: Need, use: Use): void {
    for (const key of ["name", "description", "title"]) need([key], file, "", []);
    for (const item of manifest.why)
      for (const part of ["title", "text"]) need([`why.${item}.${part}`], file, "/why", given);
    for (const [index, step] of manifest.steps.entries()) {
      need([`step.${step.key}.title`, `wizard.step.${step.key}.title`], file, `/steps/${index}`, null);
      use.first([`step.${step.key}.intro`, `wizard.step.${step.key}.intro`]);
      for (const name of step.notices ?? []) {
        const keys = ["title", "text"].map((part) => [`notice.${name}.${part}`, `wizard.notice.${name}.${part}`]);
        for (const candidates of keys) need(candidates, file, `/steps/${index}/notices`, null);
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

  #errors(ui: JsonObject, name: string, files: StepFiles, need: Need): void {
    for (const [keyword, shown] of Object.entries(isObject(ui["ui:errors"]) ? ui["ui:errors"] : {})) {
      if (!isObject(shown)) continue;
      const link = isObject(shown.link) ? shown.link : {};
      for (const key of [shown.message, shown.type, link.text, link.pointer]) {
        if (typeof key === "string") need([key], files.ui.file, `/${name}/ui:errors/${keyword}`, null);
      }
    }
  }

  /** Only texts of the product: shared texts may get further values from their widget. */
  #checkValues(key: string, own: Texts, file: string, given: string[]): void {
    const missing = (own.get(key) ?? []).filter((name) => !given.includes(name));
    for (const name of missing) {
      const sentence = `nothing gives a value for {${name}}`;
      this.findings.push(
        error(file, `/${key}`, sentence, "add it to text_values in product.json, or correct its name"),
      );
    }
  }
}

type Need = (keys: string[], file: string, place: string, values: string[] | null) => void;

/** Looks texts up and remembers which were needed. */
class Use {
  readonly own = new Set<string>();
  readonly #texts: Texts;
  readonly #shared: Texts;
  readonly #app: Texts;
  readonly #usedShared: Set<string>;

  constructor(texts: Texts, shared: Texts, app: Texts, usedShared: Set<string>) {
    this.#texts = texts;
    this.#shared = shared;
    this.#app = app;
    this.#usedShared = usedShared;
  }

  first(keys: string[]): string | undefined {
    for (const key of keys) {
      if (this.#texts.has(key)) {
        this.own.add(key);
        return key;
      }
      if (this.#shared.has(key)) {
        this.#usedShared.add(key);
        return key;
      }
      if (this.#app.has(key)) return key;
    }
    return undefined;
  }
}

function limitsOf(described: JsonObject[]): string[] {
  const limits = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"];
  return limits.filter((name) => described.some((schema) => typeof schema[name] === "number"));
}
