// Conditions in words, in both languages: operators by the words that the meta-schema gives them, answers by their labels.
import { expressionWords } from "#engine/expressions/expressionWords.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { CONVENTIONS, inEachLanguage, type Language } from "#engine/values/languages.ts";
import { type Answer, type AnswerKind, findSame } from "./conditionAnswers.ts";
import { isJoin, isShown, readLine, YES } from "./conditions.ts";
import type { MetaSchemas, Words } from "./members.ts";
import { objectIn, readAt } from "./places.ts";

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
