// What a condition, a rule between answers or a computed value may read: answers beside it, of earlier steps, facts of the product and
// what the server says. Named in both languages, with their choices. Of several answers the sum, the highest and the number of records.
import { isPath } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { findChoices } from "./choiceActs.ts";
import { isFormula } from "./conditions.ts";
import type { Content } from "./content.ts";
import type { Words } from "./members.ts";
import { effective, type FieldPlace, listIn, objectIn } from "./places.ts";

export type AnswerKind = "boolean" | "choice" | "choices" | "number" | "date" | "text";

export interface Answer {
  expression: Expression;
  kind: AnswerKind;
  label: Words;
  values: { value: string | number; label: Words }[];
  /** Operator before the label: the sum of answers. */
  of?: string;
}

/** An answer of the product, by the names of its fields with `*` for each record. */
interface Found extends Omit<Answer, "expression"> {
  step: string;
  path: string[];
  isRecords: boolean;
}

/** Where it is read. Without a step: in the whole request. */
export interface Reader {
  step?: string;
  names?: readonly string[];
  /** In the place of a step: the answers up to and including it. */
  until?: string;
}

export type Reach = "step" | "earlier" | "both";

/** All answers of a product, found once. */
export class Answers {
  readonly #found: Found[];
  readonly #steps: string[];
  readonly #facts: Answer[];
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
    this.#steps = content.listForms();
    this.#found = content.listFields().flatMap((field) => findAnswer(content, field) ?? []);
    this.#facts = findFacts(content);
  }

  /** What can be read from a place: one value each. */
  list({ step, names = [], until }: Reader, reach: Reach = "both"): Answer[] {
    const around = step === undefined ? [] : this.#content.addressOf(step, names).slice(1, -1);
    const last = until === undefined ? this.#steps.length : this.#steps.indexOf(until) + 1;
    const rank = step === undefined ? last : this.#steps.indexOf(step);
    const beside = this.#found.filter((each) => each.step === step && startsWith(each.path, around));
    const earlier = this.#found.filter((each) => this.#steps.indexOf(each.step) < rank);
    return [
      ...(reach === "earlier"
        ? []
        : beside.flatMap((each) => readOne(each, `.${each.path.slice(around.length).join(".")}`))),
      ...(reach === "step" ? [] : earlier.flatMap((each) => readOne(each, `${each.step}.${each.path.join(".")}`))),
      ...(reach === "step" ? [] : this.#facts),
    ];
  }
}

const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((name, index) => path[index] === name);

function findAnswer(content: Content, field: FieldPlace): Found | undefined {
  const { step, names } = field;
  const rules = effective(field.rules, field.shared);
  const answerKind = findKind(rules);
  const isRecords = isObject(rules.items) && rules.items.properties !== undefined;
  if (!answerKind && !isRecords) return undefined;
  const [, ...path] = content.addressOf(step, names);
  const label = content.labelOf(field);
  const listed = findChoices(field, "all")?.values ?? listValues(content, rules.enumFrom);
  const values = listed.filter(isChoice).map((value) => ({
    value,
    label: inEachLanguage((language) => content.findText(field, `option.${value}`, language).text ?? String(value)),
  }));
  return { step, path, isRecords, kind: answerKind ?? "number", label, values };
}

const isChoice = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** The choices of a list that the product's rules give. */
function listValues(content: Content, list: unknown): unknown[] {
  const source = typeof list === "string" ? content.valueAt(content.manifest, ["lists", list]) : undefined;
  return [...new Set(listIn(objectIn(source).rules).flatMap((rule) => listIn(objectIn(rule).values)))];
}

function findKind(rules: JsonObject): AnswerKind | undefined {
  if (rules.enum !== undefined || rules.enumFrom !== undefined) return "choice";
  if (rules.type === "boolean") return "boolean";
  if (rules.type === "integer" || rules.type === "number") return "number";
  if (rules.type === "string") return rules.format === "date" ? "date" : "text";
  const hasChoices = isObject(rules.items) && (rules.items.enum !== undefined || rules.items.enumFrom !== undefined);
  return hasChoices ? "choices" : undefined;
}

/** One value of an answer at a path, or what is computed of those of several records. */
function readOne({ kind, label, values, isRecords }: Found, path: string): Answer[] {
  const make = (expression: Expression, of?: string, as = kind): Answer => ({
    expression,
    kind: as,
    label,
    values,
    ...(of && { of }),
  });
  if (isRecords) return path.includes("*") ? [] : [make({ count: `${path}.*` }, "count", "number")];
  if (!path.includes("*")) return [make(path)];
  if (kind === "number") return ["sum", "max", "min"].map((of) => make({ [of]: path }, of));
  return kind === "choice" || kind === "choices" ? [make(path, undefined, "choices")] : [];
}

/** Facts of the product by the kind of what they compute, and those of the server: yes or no. */
function findFacts(content: Content): Answer[] {
  const own = content.part(content.manifest, ["facts"]).node;
  const kindOf = (name: string, depth = 0): AnswerKind => {
    const value = own[name];
    if (typeof value === "number") return "number";
    if (isPath(value)) return value.startsWith("facts.") && depth < 9 ? kindOf(value.slice(6), depth + 1) : "boolean";
    return isFormula(value) ? "number" : "boolean";
  };
  const named = Object.values(content.texts).flatMap((text) => [...text.matchAll(/"facts\.(\w+)"/g)]);
  const names = new Set([...Object.keys(own), ...named.map(([, name = ""]) => name)]);
  return [...names].map((name) => ({
    expression: `facts.${name}`,
    kind: kindOf(name),
    label: inEachLanguage(() => name.replaceAll("_", " ")),
    values: [],
  }));
}

export const findSame = (answers: readonly Answer[], expression: Expression): Answer | undefined =>
  answers.find((answer) => sameValue(answer.expression, expression));

/** Finds the type of an answer beside a field. */
export const findTypeBeside =
  (content: Content, { step, names }: { step: string; names: readonly string[] }) =>
  (path: string): string | undefined => {
    const place = content.findField(step, [...names.slice(0, -1), ...path.slice(1).split(".")]);
    return place ? String(effective(place.rules, place.shared).type) : undefined;
  };
