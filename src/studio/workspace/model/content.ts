// The files of a product as the studio's acts read them, and where a field is written in them: its rules in its step or in a shared
// file, its layout, its texts. Changes nothing.
import { valueAt } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { FIELD_WORDS, textKeys, wordMember } from "#engine/texts/fieldTexts.ts";
import { inEachLanguage, LANGUAGES } from "#engine/values/languages.ts";
import type { MetaSchemas } from "./members.ts";
import {
  child,
  effective,
  enter,
  type FieldPlace,
  findHolder,
  insideOf,
  listIn,
  listParts,
  objectIn,
  type Path,
  type Place,
  parseObject,
  readAt,
} from "./places.ts";

const SHARED = "schemas/shared";
const FIELDS = `${SHARED}/fields.schema.json`;
const LAYOUTS = `${SHARED}/fields.ui.json`;

interface Step {
  name: string;
  entry: JsonObject;
}

export class Content {
  readonly product: string;
  readonly texts: Readonly<Record<string, string>>;
  /** What the words of operators come from. */
  readonly metas: MetaSchemas;
  readonly folder: string;
  readonly #parsed = new Map<string, JsonObject | null>();
  #fields: FieldPlace[] | undefined;
  #steps: Step[] | undefined;

  constructor(product: string, texts: Readonly<Record<string, string>>, metas: MetaSchemas = {}) {
    this.product = product;
    this.texts = texts;
    this.metas = metas;
    const folders = ["schemas/products", "fixtures/products"].map((part) => `${part}/${product}`);
    this.folder = folders.find((folder) => Object.hasOwn(texts, `${folder}/product.json`)) ?? `schemas/${product}`;
  }

  readonly fieldsFile = FIELDS;

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
    const use = this.listSteps().find(({ name }) => name === step)?.entry.use ?? step;
    return `${SHARED}/steps/${use}/${use}.${kind}.json`;
  }

  /** Undefined: the files have no such field. */
  findField(step: string, names: readonly string[]): FieldPlace | undefined {
    const file = this.findStepFile(step, "schema");
    let around = this.part(file);
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
      shared: definition ? this.part(FIELDS, ["definitions", definition]) : null,
      stepLayout: this.part(this.findStepFile(step, "ui"), []),
      layout: this.part(this.findStepFile(step, "ui"), [...names]),
      sharedLayout: definition ? this.part(LAYOUTS, [definition]) : null,
    };
  }

  /** The steps of the product, and the block that sends the request. */
  listForms(): string[] {
    return [...this.listSteps().map(({ name }) => name), "request"];
  }

  listFields(): readonly FieldPlace[] {
    this.#fields ??= this.listForms().flatMap((step) => this.#listInside(step, []));
    return this.#fields;
  }

  #listInside(step: string, around: readonly string[]): FieldPlace[] {
    const field = around.length > 0 ? this.findField(step, around) : undefined;
    const holder = field ? enter(field.rules) : this.part(this.findStepFile(step, "schema"));
    const names = listParts(holder).flatMap(({ node }) => Object.keys(objectIn(node.properties)));
    const inside = [...new Set(names)].flatMap((name) => this.#listInside(step, [...around, name]));
    return field ? [field, ...inside] : inside;
  }

  /** The field of an answer as the tariff names it: `<step>.<field>`, with `*` or a number for the records of a list. */
  findAnswer(answer = ""): FieldPlace | undefined {
    const [step = "", ...names] = answer.split(".").filter((part) => !/^(?:\*|\d+)$/.test(part));
    return names.length > 0 ? this.findField(step, names) : undefined;
  }

  part(file: string, path: Path = []): Place {
    return { file, path, node: objectIn(this.valueAt(file, path)) };
  }

  valueAt(file: string, path: Path): unknown {
    return readAt(this.read(file), path);
  }

  /** The names under which answers leave for other systems: the product's own file, otherwise that of all products. */
  get handover(): Place {
    const own = `${this.folder}/handover.json`;
    return this.part(Object.hasOwn(this.texts, own) ? own : `${SHARED}/handover.json`, ["fields"]);
  }

  /** The step and the names that lead to a field, with `*` for the records of each list around it. */
  addressOf(step: string, names: readonly string[]): string[] {
    const segments = names.flatMap((name, index) => {
      const list = index < names.length - 1 ? this.findField(step, names.slice(0, index + 1)) : undefined;
      return list && insideOf(effective(list.rules, list.shared)) ? [name, "*"] : [name];
    });
    return [step, ...segments];
  }

  get manifest(): string {
    return `${this.folder}/product.json`;
  }

  /** The steps of the product in their order, as the manifest lists them. */
  listSteps(): readonly Step[] {
    this.#steps ??= listIn(this.read(this.manifest)?.steps).map((step) => {
      const entry = objectIn(step);
      return { name: String(entry.key ?? entry.use), entry };
    });
    return this.#steps;
  }

  /** Whether it is a form with fields of its own, and not questions of the server. */
  isForm(step: string): boolean {
    const entry = this.listSteps().find(({ name }) => name === step)?.entry;
    const shared = objectIn(this.read(`${SHARED}/steps/${entry?.use}/step.json`)?.step);
    return (entry?.kind ?? shared.kind) === "form";
  }

  textFiles(language: Language): { own: string; shared: string } {
    return { own: `${this.folder}/texts.${language}.json`, shared: `${SHARED}/texts.${language}.json` };
  }

  /** The words of a key of the product's own or of the shared texts. */
  textsOf(key: string): Partial<Record<Language, string>> {
    const found = LANGUAGES.flatMap((language) => {
      const { own, shared } = this.textFiles(language);
      const text = textOf(this.read(own)?.[key] ?? this.read(shared)?.[key]);
      return text === undefined ? [] : [[language, text] as const];
    });
    return Object.fromEntries(found);
  }

  /** The text of a field and where it is written: beside its rules, or by the convention of its keys. */
  findText(field: FieldPlace, kind: string, language: Language): FieldText {
    const place = this.#findBeside(field, kind);
    const beside = valueAt(place?.node, wordMember(kind));
    if (place && isObject(beside))
      return { place, path: [...wordMember(kind), language], text: textOf(beside[language]), isShared: false };
    const { own, shared } = this.textFiles(language);
    for (const key of this.listKeys(field, kind))
      for (const file of [own, shared]) {
        const text = textOf(this.read(file)?.[key]);
        if (text !== undefined) return { place: this.part(file, []), path: [key], text, isShared: file === shared };
      }
    return { ...this.ownPlace(field, kind, language), text: undefined, isShared: false };
  }

  /** The label of a field, or its name. */
  labelOf(field: FieldPlace): Record<Language, string> {
    return inEachLanguage((language) => this.findText(field, "label", language).text ?? field.names.at(-1) ?? "");
  }

  labelAt(step: string, names: readonly string[]): Record<Language, string> {
    const field = this.findField(step, names);
    return field ? this.labelOf(field) : inEachLanguage(() => names.at(-1) ?? "");
  }

  /** The rules that may have the words of a field beside them: of a step of the product, and where choices are listed. */
  #findBeside({ rules }: FieldPlace, kind: string): Place | undefined {
    if (!rules.file.startsWith(`${this.folder}/`) || /^schemas\/portal\//.test(rules.file)) return undefined;
    const items = child(rules, ["items"]);
    return kind.startsWith("option.") && (items.node.enum ?? items.node.enumFrom) ? items : rules;
  }

  /** Where a text of the product alone is written: beside the field, or beside its label in the texts. */
  ownPlace(field: FieldPlace, kind: string, language: Language): Pick<FieldText, "place" | "path"> {
    const { own } = this.textFiles(language);
    const label = this.listKeys(field, "label").find((key) => Object.hasOwn(this.read(own) ?? {}, key));
    const place = label === undefined ? this.#findBeside(field, kind) : undefined;
    if (place) return { place, path: [...wordMember(kind), language] };
    const key = label ? label.replace(/label$/, kind) : `field.${field.names.join(".")}.${kind}`;
    return { place: this.part(own, []), path: [key] };
  }

  /** Every text that a field has, by the end of its key. */
  listKinds(field: FieldPlace): string[] {
    const beginnings = this.listKeys(field, "");
    const files = LANGUAGES.flatMap((language) => Object.values(this.textFiles(language)));
    const keys = files.flatMap((file) => Object.keys(this.read(file) ?? {}));
    const ends = beginnings.flatMap((start) =>
      keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)),
    );
    const beside = FIELD_WORDS.filter(
      (kind) => this.#findBeside(field, kind)?.node[wordMember(kind)[0]!] !== undefined,
    );
    const { options } = this.#findBeside(field, "option.")?.node ?? {};
    return [...new Set([...beside, ...Object.keys(Object(options)).map((value) => `option.${value}`), ...ends])];
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
}

export interface FieldText {
  place: Place;
  /** In the place. */
  path: string[];
  text: string | undefined;
  isShared: boolean;
}

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
