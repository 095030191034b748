// Conditions in words, in both languages: operators by the words that the meta-schema gives them, answers by their labels.
import { expressionWords } from "#engine/expressions/expressionWords.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { type Answer, type AnswerKind, findSame } from "./conditionAnswers.ts";
import { type Condition, readCondition, YES } from "./conditions.ts";
import type { MetaSchemas, Words } from "./members.ts";

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
  const definitions = metas["expression.schema.json"]?.definitions;
  const operation = isObject(definitions) && isObject(definitions.operation) ? definitions.operation : {};
  const members = isObject(operation.properties) ? operation.properties : {};
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

function describe(condition: Condition, vocabulary: Vocabulary, language: Language): string {
  const find = (name: string) => vocabulary.operators.find((operator) => operator.name === name);
  if (condition.kind === "group") {
    const between = ` ${find(condition.join)?.words[language] ?? condition.join} `;
    const inside = condition.parts.map((part) => describeInside(part, vocabulary, language)).join(between);
    return condition.negated ? `${find("not")?.words[language] ?? "not"} (${inside})` : inside;
  }
  const operator = find(condition.operator);
  const words = condition.negated ? operator?.not[language] : operator?.words[language];
  const values = findSame(vocabulary.answers, condition.left)?.values ?? [];
  const operands = condition.operands.map(
    (each) =>
      values.find(({ value }) => value === each)?.label[language] ?? describeOperand(each, vocabulary, language),
  );
  const left = describeOperand(condition.left, vocabulary, language);
  return [left, words ?? condition.operator, operands.join(", ")].filter(Boolean).join(" ");
}

function describeInside(part: Condition, vocabulary: Vocabulary, language: Language): string {
  const words = describe(part, vocabulary, language);
  return part.kind === "group" && !part.negated && part.parts.length > 1 ? `(${words})` : words;
}

/** The sentence in both languages. What the builder cannot show is written in the words of the files. */
export function describeCondition(expression: Expression, vocabulary: Vocabulary): Words {
  const condition = readCondition(expression);
  return inEachLanguage((language) =>
    condition ? describe(condition, vocabulary, language) : describeOperand(expression, vocabulary, language),
  );
}
