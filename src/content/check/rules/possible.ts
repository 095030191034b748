// What conditions ask for can be answered: a choice that is offered, an amount within the bounds of the field.
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { conditionParts } from "#engine/schema/schemaVisitor.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { setting } from "../../read/findings/finding.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import { admits } from "./values.ts";

const BOUNDS = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] as const;

/** Answers that a condition requires and that cannot be given. */
export class Possible {
  readonly #product: ProductFiles;
  readonly #report: Report;

  constructor(product: ProductFiles, report: Report) {
    this.#product = product;
    this.#report = report;
  }

  /** `fields`: of the answers that the condition is about. */
  check(condition: Condition, pointer: string, fields: ReadonlyMap<string, Schema[]>): void {
    for (const part of conditionParts(condition)) {
      if (part.about === "same") this.check(part.schema, pointer + part.place, fields);
      const described = part.about === "member" ? fields.get(part.name) : undefined;
      if (described) this.#checkAnswer(part.schema, pointer + part.place, described);
    }
  }

  #checkAnswer(condition: Condition, pointer: string, described: readonly Schema[]): void {
    if (condition.const !== undefined) this.checkGiven(condition.const, `${pointer}/const`, described);
    for (const [index, value] of (condition.enum ?? []).entries())
      this.checkGiven(value, `${pointer}/enum/${index}`, described);
    for (const keyword of BOUNDS) {
      const bound = condition[keyword];
      if (bound === undefined || !described.every((field) => isBeyond(field, keyword, bound))) continue;
      const isLowest = /minimum/i.test(keyword);
      const sentence = isLowest ? t`no answer can be ${bound} or more` : t`no answer can be ${bound} or less`;
      this.#report(`${pointer}/${keyword}`, sentence, t`correct it, or the field's bounds`);
    }
    for (const part of conditionParts(condition)) {
      const inside = described.flatMap(({ items }) => items ?? []);
      if (part.about === "same") this.#checkAnswer(part.schema, pointer + part.place, described);
      else if (part.about === "entry" && inside.length > 0)
        this.#checkAnswer(part.schema, pointer + part.place, inside);
    }
  }

  /** Reports a value that no answer to these fields can be. */
  checkGiven(value: unknown, pointer: string, described: readonly Schema[]): void {
    const choices = described.map((field) => this.#choices(field));
    const isPossible = described.some(
      (field, index) => admits(field, value) && choices[index]?.includes(value) !== false,
    );
    if (isPossible) return;
    const offered = [
      ...new Set(choices.flatMap((some, index) => some?.filter((choice) => admits(described[index]!, choice)) ?? [])),
    ];
    const meant = offered.find((choice) => String(choice) === String(value));
    const kinds = listNames([...new Set(described.map(({ type }) => wordFor(String(type))))], "disjunction");
    const hint =
      offered.length === 0
        ? t`the field holds ${kinds}; correct it`
        : meant === undefined
          ? meantOr(offered.map(String), value, t`the answers are ${offered.slice(0, MOST).join(", ")}`)
          : setting(t`write ${JSON.stringify(meant)}`, meant);
    this.#report(pointer, t`no answer can be ${JSON.stringify(value)}`, hint);
  }

  /** Undefined where anything may be answered, or only the back end knows. */
  #choices(field: Schema): unknown[] | undefined {
    if (field.type === "boolean") return [true, false];
    if (field.enum) return field.enum;
    const { lists } = readManifest(this.#product);
    const source = field.enumFrom === undefined ? undefined : lists[field.enumFrom];
    if (!isObject(source)) return undefined;
    if ("rules" in source) return source.rules.flatMap(({ values }) => values);
    const items = resolveLists({ lists }, backSources(this.#product), {}, "").lists[String(field.enumFrom)];
    return items?.map(({ value }) => value);
  }
}

/** Choices are named as long as they can be read. */
const MOST = 12;

function isBeyond(field: Schema, keyword: (typeof BOUNDS)[number], bound: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = field;
  if (keyword === "minimum") return bound > maximum || bound >= exclusiveMaximum;
  if (keyword === "maximum") return bound < minimum || bound <= exclusiveMinimum;
  if (keyword === "exclusiveMinimum") return bound >= Math.min(maximum, exclusiveMaximum);
  return bound <= Math.max(minimum, exclusiveMinimum);
}
