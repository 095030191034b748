// Expressions in the words of a comparison: `{"atMost": [".wages", {"divide": [".turnover", 2]}]}` is “Loonsom” ≤ “Omzet” / 2.
import { isPath } from "#engine/expressions/paths.ts";
import type { Expression, Operation } from "#engine/schema/schema.ts";
import type { Labelled } from "./labels.ts";
import { inWords, joined, number, offsetWords, type Phrase, phrase, plain, quoted, type Words } from "./words.ts";

/** Returns the label of the answer at a path. */
type Label = (path: string) => Words;

/** Signs between operands, and how loosely they bind: an operand that binds as loosely or more is in brackets. */
const SIGNS: Record<string, [sign: string, rank: number]> = {
  ...{ sum: ["+", 1], minus: ["−", 1], times: ["×", 1], divide: ["/", 1] },
  ...{ equal: ["=", 2], atMost: ["≤", 2], atLeast: ["≥", 2], less: ["<", 2], more: [">", 2] },
};
const LOGIC: Record<string, Phrase> = { all: "and", any: "or" };
const LOGIC_RANK = 3;
/** Members beside an operator. */
const BESIDE = new Set(["round", "empty", "then", "else"]);

const isOperation = (expression: Expression): expression is Operation => typeof expression === "object";
const findOperator = (operation: Operation): string => Object.keys(operation).find((name) => !BESIDE.has(name)) ?? "";
const findOperands = (operation: Operation): Expression[] =>
  [operation[findOperator(operation)]].flat() as Expression[];

/** The expression at a field: `.name` is beside it. */
export function fieldExpression(side: Labelled, step: string, path: readonly string[], expression: unknown): Words {
  const beside = path.slice(0, -1);
  return expressionWords(expression as Expression, (read) =>
    read.startsWith(".") ? side.field(step, [...beside, ...read.slice(1).split(".")]) : side.answer(read),
  );
}

export function expressionWords(expression: Expression, label: Label): Words {
  if (expression === "today") return phrase("today");
  if (isPath(expression)) return quoted(label(expression));
  if (typeof expression === "number") return number(expression);
  if (!isOperation(expression)) return plain(expression);
  const words = operationWords(expression, label);
  const { round } = expression;
  return round === undefined ? words : phrase("op.rounded", { of: words, decimals: Number(round) });
}

function operationWords(operation: Operation, label: Label): Words {
  const operator = findOperator(operation);
  const part = (name: string) => expressionWords(operation[name] as Expression, label);
  if (operator === "day") return offsetWords(String(operation.day));
  if (operator === "of") return phrase("op.empty", { of: part("of"), empty: part("empty") });
  if (operator === "if") return phrase("op.if", { condition: part("if"), value: part("then"), other: part("else") });
  const operands = findOperands(operation);
  const rank = findRank(operation);
  const words = operands.map((operand) => bracketed(operand, rank, label));
  if (LOGIC[operator]) return joined(words, LOGIC[operator]);
  const [sign] = SIGNS[operator] ?? [];
  if (sign && operands.length > 1)
    return inWords((language) => words.map((operand) => operand[language]).join(` ${sign} `));
  return phrase(`op.${operator}` as Phrase, { of: joined(words, "and") });
}

function bracketed(operand: Expression, around: number, label: Label): Words {
  const words = expressionWords(operand, label);
  const binds = isOperation(operand) && around > 0 && findRank(operand) >= around;
  return binds ? inWords((language) => `(${words[language]})`) : words;
}

/** 0 where no sign is written between operands. */
function findRank(operation: Operation): number {
  const operator = findOperator(operation);
  if (findOperands(operation).length < 2) return 0;
  return LOGIC[operator] ? LOGIC_RANK : (SIGNS[operator]?.[1] ?? 0);
}
