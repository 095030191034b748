// What brokers read for the names of the content: products, steps, fields and their values. A name without a text is shown as it
// is written.

import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject, Language, StepSource } from "#engine/schema/types.ts";
import { noticeTextKeys, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { stepSources } from "../../publish/compile.ts";
import { type Catalogue, type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { member, objects } from "../../read/findings/reporting.ts";
import { day, inWords, joined, money, phrase, plain, type Words } from "./words.ts";

/** A product of one of the two contents, written out and with its words. */
export class Labelled {
  readonly product: ProductFiles;
  readonly catalogue: Catalogue;
  readonly steps: Record<string, StepSource>;

  constructor(product: ProductFiles, catalogue: Catalogue) {
    this.product = product;
    this.catalogue = catalogue;
    this.steps = stepSources(product, []);
  }

  /** The first of these keys that has a text. */
  text(keys: readonly string[], otherwise = keys[0] ?? ""): Words {
    return inWords((language) => {
      for (const key of keys) {
        const text = this.#translate(language, key);
        if (text !== null) return text;
      }
      return otherwise;
    });
  }

  /** What all products share in the place of a word of the product. */
  sharedText(language: string, key: string): unknown {
    return this.catalogue.sharedTexts[language]?.content[`wizard.${key}`];
  }

  get name(): Words {
    return this.text(["name"], this.product.key);
  }

  step(key: string): Words {
    return key === "request" ? phrase("part.request") : this.text(stepTextKeys(key, "title"), key);
  }

  notice(name: string): Words {
    return this.text(noticeTextKeys(name, "title"), name);
  }

  field(step: string, path: readonly string[]): Words {
    const named = path.filter((name) => name !== "*");
    return inWords((language) => this.#texts(step, named, language).text("label") ?? named.join("."));
  }

  /** `step.field.member` of a tariff or of a condition over all answers. */
  answer(path: string): Words {
    const [step = "", ...rest] = path.split(".");
    const cover = this.#tariff()?.additional?.find(({ answer }) => answer === path);
    return cover ? this.cover(cover.value) : this.field(step, rest);
  }

  /** What a feature allows: the field that it shows. */
  feature(name: string): Words {
    for (const [step, { schema }] of Object.entries(this.steps))
      for (const [field, rules] of propertySchemas(schema))
        if (rules.some(({ featureFlag }) => featureFlag === name)) return this.field(step, [field]);
    return inWords(() => name);
  }

  /** What a list gives choices to. */
  list(name: string): Words {
    const field = this.listField(name);
    return field ? this.field(field[0], [field[1]]) : inWords(() => name);
  }

  listField(name: string): [step: string, field: string] | undefined {
    for (const [step, { schema }] of Object.entries(this.steps))
      for (const [field, rules] of propertySchemas(schema))
        if (rules.some((rule) => rule.enumFrom === name)) return [step, field];
    return undefined;
  }

  /** Undefined if there is no question of this number. */
  question(id: string): Words | undefined {
    const lists = Object.values(this.product.questions?.content ?? {});
    const question = lists.flatMap(objects).find((candidate) => String(candidate.id) === id);
    return question && plain(question.question_text);
  }

  /** The message of a rule over answers. */
  rule(name: string): Words | undefined {
    const rule = objects(this.product.questions?.content.answer_rules).find((candidate) => candidate.name === name);
    return rule && plain(rule.message ?? name);
  }

  /** The keyword that a rule between answers is named under. Undefined for other rules. */
  namedRule(step: string, name: string): "holds" | "expects" | undefined {
    let keyword: "holds" | "expects" | undefined;
    visitSchema(this.steps[step]?.schema ?? {}, ({ schema }) => {
      if (schema.holds?.[name] !== undefined) keyword = "holds";
      if (schema.expects?.[name] !== undefined) keyword = "expects";
    });
    return keyword;
  }

  get tariffContent(): JsonObject {
    return this.product.tariff?.content ?? {};
  }

  cover(value: string): Words {
    return this.text([`additional_coverage.${value}.name`, `wizard.additional_coverage.${value}.name`], value);
  }

  /** A value of a field as a broker reads it. */
  value(step: string, path: readonly string[], value: unknown): Words {
    if (Array.isArray(value)) return joined(value.map((entry) => this.value(step, path, entry)));
    const named = path.filter((name) => name !== "*");
    const option = inWords((language) => this.#texts(step, named, language).option(value) ?? "");
    if (option.nl !== "") return option;
    const main = this.#tariff()?.main;
    const chosen =
      main?.answer === [step, ...named].join(".") ? main.options.find((candidate) => candidate.value === value) : null;
    if (chosen) return money(chosen.insured_amount);
    const item = typeof value === "string" ? this.#listItem(value) : undefined;
    if (item) return plain(item);
    const ui = this.layout(step, named);
    const options = member(ui, "ui:options");
    if (
      typeof value === "number" &&
      (ui["ui:widget"] === "currency" || options.format === "currency" || options.amount)
    )
      return money(value);
    return typeof value === "string" && ui["ui:widget"] === "date" ? day(value) : plain(value);
  }

  layout(step: string, path: readonly string[]): UiSchema {
    let ui: UiSchema = this.steps[step]?.ui ?? {};
    for (const name of path) ui = member(ui, name);
    return ui;
  }

  #tariff(): Tariff | undefined {
    return this.product.tariff?.content as unknown as Tariff | undefined;
  }

  #listItem(value: string): unknown {
    const lists = Object.values(this.product.professions?.content ?? {});
    for (const list of lists) {
      const sector = objects(list).find((item) => item.value === value);
      if (sector) return sector.label;
    }
    return undefined;
  }

  #texts(step: string, path: readonly string[], language: Language) {
    const ui = this.steps[step]?.ui ?? {};
    const { texts } = member(ui, "ui:options");
    const source = {
      step,
      ...(typeof texts === "string" ? { prefix: texts } : {}),
      translate: (key: string) => this.#translate(language, key),
    };
    return fieldTexts(source, path, this.#schema(step, path), this.layout(step, path));
  }

  #schema(step: string, path: readonly string[]): Schema {
    let schema: Schema = this.steps[step]?.schema ?? {};
    for (const name of path) schema = propertySchemas(schema).get(name)?.[0] ?? {};
    return schema;
  }

  /** With the values of the manifest filled in. Others stay as they are written. */
  #translate(language: Language, key: string): string | null {
    const texts = [this.product.texts[language], this.catalogue.sharedTexts[language]];
    const translated = texts.map((file) => file?.content[key]).find((text) => typeof text === "string");
    const values = readManifest(this.product).text_values ?? {};
    return typeof translated === "string"
      ? translated.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
      : null;
  }
}
