// What a condition, a rule between answers or a computed value may read: answers beside it, of earlier steps, facts of the product and
// answers of the server, with the operators of the meta-schema. In both languages: of several answers the sum, the highest and the number
// of records, and whole conditions as sentences.

import { expressionWords } from "#engine/expressions/expressionWords.ts";
import { isPath } from "#engine/expressions/paths.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { oncePer } from "#engine/schema/oncePer.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { inBoth } from "../words.ts";
import { type Answer, type AnswerKind, type Found, findAnswer, readOne, THIS_YEAR } from "./answers.ts";
import { isFormula, isJoin, isShown, readLine, YES } from "./conditions.ts";
import type { Content } from "./content.ts";
import type { MetaSchemas, Words } from "./members.ts";
import { effective, objectIn, readAt } from "./places.ts";

/** Where it is read. Without a step: in the whole request. */
interface Reader {
  step?: string;
  names?: readonly string[];
  /** In the place of a step: the answers up to and including it. */
  until?: string;
}

/** Facts are with the answers of earlier steps, unless these are asked for alone. */
type Reach = "step" | "earlier" | "answers" | "both";

/** All answers of a product. */
export class Answers {
  readonly #found: Found[];
  readonly #steps: string[];
  readonly #content: Content;

  constructor(content: Content) {
    this.#content = content;
    this.#steps = content.listForms();
    this.#found = content.listFields().flatMap((field) => findAnswer(content, field) ?? []);
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
    if (reach === "answers") return earlier;
    const facts = listFacts(this.#content);
    return reach === "earlier" ? [...earlier, ...facts] : [...beside, ...earlier, ...facts];
  }
}

export const findAnswers = oncePer((content: Content) => new Answers(content));

const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((name, index) => path[index] === name);

/** Facts of the product by the kind and in the words of what they compute, and those of the server: yes or no, by their name. */
const listFacts = oncePer((content: Content): Answer[] => {
  const own = content.part(content.manifest, ["facts"]).node;
  const kindOf = (name: string, depth = 0): AnswerKind => {
    const value = own[name];
    if (typeof value === "number") return "number";
    if (isPath(value)) return value.startsWith("facts.") && depth < 9 ? kindOf(value.slice(6), depth + 1) : "boolean";
    return isFormula(value) ? "number" : "boolean";
  };
  const named = Object.values(content.texts).flatMap((text) => [...text.matchAll(/"facts\.(\w+)"/g)]);
  const names = new Set([...Object.keys(own), ...named.map(([, name = ""]) => name)]);
  return [...names].map((name) => {
    const words = describeFact(content, name);
    // What is true or not is one part of the sentence around it.
    const label = isObject(own[name]) && kindOf(name) === "boolean" ? inBoth("quoted", { name: words }) : words;
    return { expression: `facts.${name}`, kind: kindOf(name), label, values: [] };
  });
});

/** What a fact computes, in words. One that the server gives has only its name. */
export function describeFact(content: Content, name: string, depth = 0): Words {
  const value = content.valueAt(content.manifest, ["facts", name]) as Expression | undefined;
  if (value === undefined || depth > 9) return inEachLanguage(() => name);
  const answers = findAnswers(content).list({}, "answers");
  return describeCondition(value, { answers, operators: listOperators(content.metas), content, depth: depth + 1 });
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
  /** Names what is not one of the answers: a fact, and an answer in each record. */
  content?: Content;
  depth?: number;
}

export function nameAnswer({ label, of }: Answer, operators: readonly Operator[], language: Language): string {
  const operator = operators.find(({ name }) => name === of);
  return operator ? `${operator.words[language]} ${label[language]}` : label[language];
}

/** An expression in words: an answer by its label, numbers as they are written in Dutch. */
export function describeOperand(expression: Expression, vocabulary: Vocabulary, language: Language): string {
  const { answers, operators, content, depth } = vocabulary;
  const answer = findSame(answers, expression);
  if (answer) return nameAnswer(answer, operators, language);
  if (typeof expression === "number") return expression.toLocaleString(CONVENTIONS[language].locale);
  if (expression === "today") return inBoth("aDay")[language];
  if (sameValue(expression, THIS_YEAR)) return inBoth("aYear")[language];
  const { where, ...computed } = objectIn(expression);
  const [[of = "", path] = []] = Object.entries(computed);
  if (typeof path === "string" && path.includes("*") && operators.some(({ name }) => name === of)) {
    const name = `${operators.find((each) => each.name === of)?.words[language]} ${namePath(path)}`;
    return where === undefined ? name : inBoth("where", { name, condition: describeWhere(path, where) })[language];
  }
  return expressionWords(expression, namePath);

  function namePath(path: string): string {
    const [, fact] = /^facts\.(\w+)$/.exec(path) ?? [];
    const field = content?.findAnswer(path);
    const label = content && (fact ? describeFact(content, fact, depth) : field && content.labelOf(field));
    return (findSame(answers, path)?.label ?? label)?.[language] ?? path;
  }

  /** In a record of the list. */
  function describeWhere(path: string, condition: unknown): string {
    const [step = "", ...names] = path.split(".").filter((name) => name !== "*");
    const inside = content ? findAnswers(content).list({ step, names: [...names, ""] }, "step") : answers;
    return describe(condition as Expression, { ...vocabulary, answers: inside }, language);
  }
}

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
      values.find(({ value }) => sameValue(value, each))?.label[language] ??
      describeOperand(each, vocabulary, language),
  );
  return [describeOperand(left, vocabulary, language), words, compared.join(", ")].filter(Boolean).join(" ");
}

/** The sentence in both languages. What the builder cannot show is written in the words of the files. */
export const describeCondition = (expression: Expression, vocabulary: Vocabulary): Words =>
  inEachLanguage((language) => describe(expression, vocabulary, language));
