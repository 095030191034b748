// What a condition, a rule between answers or a computed value may read: answers beside it, of earlier steps, facts of the product and
// answers of the server, with the operators of the meta-schema. In both languages: of several answers the sum, the highest and the number
// of records, and whole conditions as sentences.

import { expressionWords } from "#engine/expressions/expressionWords.ts";
import { isPath } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { findChoices } from "./choiceActs.ts";
import { isFormula, isJoin, isShown, readLine, YES } from "./conditions.ts";
import type { Content } from "./content.ts";
import type { MetaSchemas, Words } from "./members.ts";
import { effective, type FieldPlace, listIn, objectIn, readAt } from "./places.ts";

type AnswerKind = "boolean" | "choice" | "choices" | "number" | "date" | "text";

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
interface Reader {
  step?: string;
  names?: readonly string[];
  /** In the place of a step: the answers up to and including it. */
  until?: string;
}

type Reach = "step" | "earlier" | "both";

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
    const beside = this.#found
      .filter((each) => each.step === step && startsWith(each.path, around))
      .flatMap((each) => readOne(each, `.${each.path.slice(around.length).join(".")}`));
    const earlier = this.#found
      .filter((each) => this.#steps.indexOf(each.step) < rank)
      .flatMap((each) => readOne(each, `${each.step}.${each.path.join(".")}`));
    if (reach === "step") return beside;
    return reach === "earlier" ? [...earlier, ...this.#facts] : [...beside, ...earlier, ...this.#facts];
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

export interface Operator {
  name: string;
  words: Words;
  /** Of its denial. */
  not: Words;
  /** For which kinds of answer it is. Empty: it is not a comparison. */
  kinds: readonly string[];
}

/** A yes or no has no operator: its path is the condition. */
const YES_OR_NO: Operator = {
  name: YES,
  words: { nl: "is ja", fr: "est oui" },
  not: { nl: "is nee", fr: "est non" },
  kinds: ["boolean"],
};

interface Described {
  words?: Words;
  valueWords?: { not?: Words };
  panel?: { types?: string[] };
}

/** The operators of the meta-schema that have words. */
export function listOperators(metas: MetaSchemas): Operator[] {
  const members = objectIn(readAt(metas, ["expression.schema.json", "definitions", "operation", "properties"]));
  const described = Object.entries(members).flatMap(([name, member]): Operator[] => {
    const { words, valueWords, panel } = member as Described;
    return words ? [{ name, words, not: valueWords?.not ?? deny(words), kinds: panel?.types ?? [] }] : [];
  });
  return [YES_OR_NO, ...described];
}

const deny = ({ nl, fr }: Words): Words => ({ nl: `niet: ${nl}`, fr: `pas : ${fr}` });

export const fittingOperators = (operators: readonly Operator[], kind: AnswerKind): Operator[] =>
  operators.filter(({ kinds }) => kinds.includes(kind));

export interface Vocabulary {
  answers: readonly Answer[];
  operators: readonly Operator[];
}

export function nameAnswer({ label, of }: Answer, operators: readonly Operator[], language: Language): string {
  const operator = operators.find(({ name }) => name === of);
  return operator ? `${operator.words[language]} ${label[language]}` : label[language];
}

/** An expression in words: an answer by its label, numbers as they are written in Dutch. */
export function describeOperand(
  expression: Expression,
  { answers, operators }: Vocabulary,
  language: Language,
): string {
  const answer = findSame(answers, expression);
  if (answer) return nameAnswer(answer, operators, language);
  if (typeof expression === "number") return expression.toLocaleString(CONVENTIONS[language].locale);
  if (expression === "today") return TODAY[language];
  return expressionWords(expression, (path) => findSame(answers, path)?.label[language] ?? path);
}

export const TODAY: Words = { nl: "vandaag", fr: "aujourd’hui" };

function describe(expression: Expression, vocabulary: Vocabulary, language: Language): string {
  const line = isShown(expression) ? readLine(expression) : null;
  if (!line) return describeOperand(expression, vocabulary, language);
  const { operator, operands, negated } = line;
  const find = (name: string) => vocabulary.operators.find((each) => each.name === name);
  const words = find(operator)?.[negated && !isJoin(line) ? "not" : "words"][language] ?? operator;
  if (isJoin(line)) {
    const inside = operands.map((part) => {
      const isInner = Object.keys(Object(part)).some((key) => key === "all" || key === "any");
      return isInner ? `(${describe(part, vocabulary, language)})` : describe(part, vocabulary, language);
    });
    const sentence = inside.join(` ${words} `);
    return negated ? `${find("not")?.words[language] ?? "not"} (${sentence})` : sentence;
  }
  const [left = "", ...others] = operands;
  const values = findSame(vocabulary.answers, left)?.values ?? [];
  const compared = others.map(
    (each) =>
      values.find(({ value }) => value === each)?.label[language] ?? describeOperand(each, vocabulary, language),
  );
  return [describeOperand(left, vocabulary, language), words, compared.join(", ")].filter(Boolean).join(" ");
}

/** The sentence in both languages. What the builder cannot show is written in the words of the files. */
export const describeCondition = (expression: Expression, vocabulary: Vocabulary): Words =>
  inEachLanguage((language) => describe(expression, vocabulary, language));
