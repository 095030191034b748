// The files of a product as the studio's acts read them, and where a field is written in them: its rules in its step or in a shared
// file, its layout, its texts. Changes nothing.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { textKeys } from "#engine/texts/fieldTexts.ts";

import { child, effective, enter, type FieldPlace, findHolder, type Path, type Place } from "./places.ts";

const SHARED = "schemas/shared";
const FIELDS = `${SHARED}/fields.schema.json`;
const LAYOUTS = `${SHARED}/fields.ui.json`;

export class Content {
  readonly product: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly #parsed = new Map<string, JsonObject | null>();

  constructor(product: string, texts: Readonly<Record<string, string>>) {
    this.product = product;
    this.texts = texts;
  }

  get folder(): string {
    const folders = ["schemas/products", "fixtures/products"].map((part) => `${part}/${this.product}`);
    return folders.find((folder) => Object.hasOwn(this.texts, `${folder}/product.json`)) ?? `schemas/${this.product}`;
  }

  /** Null for a file that does not exist or cannot be read. */
  read(file: string): JsonObject | null {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const content = parseObject(this.texts[file]);
    this.#parsed.set(file, content);
    return content;
  }

  /** Returns the file of a step: the product's own, otherwise that of the shared step. */
  findStepFile(step: string, kind: "schema" | "ui"): string {
    const own = `${this.folder}/${step}.${kind}.json`;
    if (Object.hasOwn(this.texts, own)) return own;
    const steps = this.read(`${this.folder}/product.json`)?.steps;
    const entry = Array.isArray(steps) ? steps.find((each) => isObject(each) && (each.key ?? each.use) === step) : null;
    const use = isObject(entry) && typeof entry.use === "string" ? entry.use : step;
    return `${SHARED}/steps/${use}/${use}.${kind}.json`;
  }

  /** Undefined: the files have no such field. */
  findField(step: string, names: readonly string[]): FieldPlace | undefined {
    const file = this.findStepFile(step, "schema");
    let around: Place = { file, path: [], node: this.read(file) ?? {} };
    let parent = around;
    for (const [index, name] of names.entries()) {
      const holder = findHolder(index === 0 ? around : enter(around), name);
      if (!holder) return undefined;
      parent = holder;
      around = child(holder, ["properties", name]);
    }
    const definition = /fields\.schema\.json#\/definitions\/([^/]+)$/.exec(String(around.node.$ref))?.[1];
    return {
      step,
      names: [...names],
      rules: around,
      parent,
      shared: definition ? this.#part(FIELDS, ["definitions", definition]) : null,
      stepLayout: this.#part(this.findStepFile(step, "ui"), []),
      layout: this.#part(this.findStepFile(step, "ui"), [...names]),
      sharedLayout: definition ? this.#part(LAYOUTS, [definition]) : null,
    };
  }

  #part(file: string, path: Path): Place {
    const node = path.reduce(
      (value: unknown, segment) => (isObject(value) ? value[segment] : undefined),
      this.read(file),
    );
    return { file, path, node: isObject(node) ? node : {} };
  }

  textFiles(language: Language): { own: string; shared: string } {
    return { own: `${this.folder}/texts.${language}.json`, shared: `${SHARED}/texts.${language}.json` };
  }

  /** The text of a field and where it is written, by the convention of its keys. */
  findText(field: FieldPlace, kind: string, language: Language): FieldText {
    const { own, shared } = this.textFiles(language);
    const keys = this.listKeys(field, kind);
    for (const key of keys)
      for (const file of [own, shared]) {
        const text = this.read(file)?.[key];
        if (typeof text === "string") return { key, file, text, isShared: file === shared };
      }
    return { key: this.ownKey(field, kind), file: own, text: undefined, isShared: false };
  }

  listKeys(field: FieldPlace, kind: string): string[] {
    const options = effective(field.layout, field.sharedLayout)["ui:options"];
    const { texts, optionTexts } = isObject(options) ? options : {};
    const form = this.read(this.findStepFile(field.step, "ui"))?.["ui:options"];
    const prefix = isObject(form) && typeof form.texts === "string" ? form.texts : undefined;
    const keys = textKeys({ step: field.step, ...(prefix && { prefix }) }, field.names, texts).map(
      (key) => `${key}.${kind}`,
    );
    const value = /^option\.(.*)$/.exec(kind)?.[1];
    return value !== undefined && typeof optionTexts === "string" ? [`${optionTexts}.${value}`, ...keys] : keys;
  }

  /** A text of the product alone comes beside its label of the field, or under the name of the field. */
  ownKey(field: FieldPlace, kind: string): string {
    const own = this.read(this.textFiles("nl").own) ?? {};
    const label = this.listKeys(field, "label").find((key) => Object.hasOwn(own, key));
    return label ? label.replace(/label$/, kind) : `field.${field.names.join(".")}.${kind}`;
  }
}

export interface FieldText {
  key: string;
  file: string;
  text: string | undefined;
  isShared: boolean;
}

function parseObject(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
