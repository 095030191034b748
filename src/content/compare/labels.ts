// What brokers read for the names of one product: its steps, fields, questions and choices. A name without a text has no
// label and is written as it is. The only place that names a part of the content in a comparison.
import { writeValue as writeAnswer } from "#engine/fields/controls.ts";
import { conditionWords } from "#engine/schema/conditionWords.ts";
import type { Condition, UiSchema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { StepSource } from "#engine/schema/types.ts";
import { stepTextKeys } from "#engine/steps/stepTexts.ts";
import { fieldTexts } from "#engine/texts/fieldTexts.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import { stepSources } from "../publish/compile.ts";
import type { Catalogue, ProductFiles } from "../read/catalogue.ts";
import { member, objects } from "../read/findings/reporting.ts";
import { readerLanguage } from "../read/findings/translate.ts";

const language = () => readerLanguage() ?? DEFAULT_LANGUAGE;

export class Labels {
  readonly product: ProductFiles;
  readonly catalogue: Catalogue;
  /** As they are published. */
  readonly steps: Record<string, StepSource>;

  constructor(product: ProductFiles, catalogue: Catalogue) {
    this.product = product;
    this.catalogue = catalogue;
    this.steps = stepSources(product, []);
  }

  get name(): string {
    return this.#text("name") ?? this.product.key;
  }

  step(key: string): string | undefined {
    return stepTextKeys(key, "title").flatMap((textKey) => this.#text(textKey) ?? [])[0];
  }

  /** `Verzekerd bedrag (Locaties)`: the label of a field, then that of the list, table or group around it. */
  field(step: string, path: readonly string[]): string | undefined {
    const names = path.filter((name) => name !== "*");
    const label = this.#texts(step, names).text("label") ?? this.question(names.at(-1) ?? "");
    const around = names.length > 1 ? this.#texts(step, names.slice(0, -1)).text("label") : undefined;
    return around === undefined ? label : `${label ?? names.slice(1).join(".")} (${around})`;
  }

  /** The field at an address such as `step.field.member`, or the cover that it chooses. */
  answer(address: string): string | undefined {
    const [step = "", ...path] = address.split(".");
    const cover = objects(this.product.tariff?.content.additional).find(({ answer }) => answer === address)?.value;
    const name = `additional_coverage.${cover}.name`;
    return cover === undefined ? this.field(step, path) : (this.#text(name) ?? this.#text(`wizard.${name}`));
  }

  question(id: string): string | undefined {
    const question = Object.values(this.product.questions?.content ?? {})
      .flatMap(objects)
      .find((candidate) => String(candidate.id) === id);
    return question && textOf(question.question_text);
  }

  /** The message of a rule over answers. */
  rule(name: string): string | undefined {
    const rule = objects(this.product.questions?.content.answer_rules).find((candidate) => candidate.name === name);
    return rule && textOf(rule.message ?? name);
  }

  /** A value of a field as a broker reads it. */
  value(step: string, path: readonly string[], value: unknown): string {
    const names = path.filter((name) => name !== "*");
    const option = this.#texts(step, names).option(value);
    if (option !== undefined) return option;
    const { "ui:widget": widget, "ui:options": options } = this.#layout(step, names);
    if (typeof value === "number") return writeAnswer(value, undefined, { widget, ...options }, language());
    return writeValue(value);
  }

  condition(step: string, condition: Condition): string {
    return conditionWords(condition, (path) => `"${this.field(step, path) ?? path.join(".")}"`);
  }

  /** The step that a text is about. */
  stepOfText(key: string): string | undefined {
    const names = key.split(".");
    return Object.keys(this.steps).find(
      (step) => names.includes(step) || names.some((name) => propertySchemas(this.steps[step]!.schema).has(name)),
    );
  }

  #layout(step: string, path: readonly string[]): UiSchema {
    let layout: UiSchema = this.steps[step]?.ui ?? {};
    for (const name of path) layout = member(layout, name);
    return layout;
  }

  #texts(step: string, path: readonly string[]) {
    const { texts } = member(this.steps[step]?.ui, "ui:options");
    const prefix = typeof texts === "string" ? { prefix: texts } : {};
    const source = { step, ...prefix, translate: (key: string) => this.#text(key) ?? null };
    return fieldTexts(source, path, {}, this.#layout(step, path));
  }

  #text(key: string): string | undefined {
    const files = [this.product.texts[language()], this.catalogue.sharedTexts[language()]];
    return files.map((file) => file?.content[key]).find((text) => typeof text === "string");
  }
}

const textOf = (text: unknown): string => String(isObject(text) ? text[language()] : text);

/** Members and items without the marks of JSON, such as "type integer, holds (inside (atMost (.area, .surface)))". */
export function writeValue(value: unknown): string {
  if (value === undefined || value === "") return "–";
  const inside = (part: unknown) =>
    typeof part === "object" && part !== null ? `(${writeValue(part)})` : String(part);
  if (Array.isArray(value)) return value.map(inside).join(", ");
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${inside(part)}`)
    .join(", ");
}
