// An expression in the words of an analyst.
import type { Expression } from "../schema/schema.ts";
import { isPath } from "./paths.ts";

/** Between the operands, or before the only one. */
const WORDS: Record<string, string> = {
  sum: " + ",
  minus: " - ",
  times: " × ",
  divide: " / ",
  equal: " is ",
  is: " is ",
  in: " is one of ",
  has: " includes ",
  atMost: " is at most ",
  atLeast: " is at least ",
  less: " is less than ",
  more: " is more than ",
  all: " and ",
  any: " or ",
};

/** `nameAnswer`: by default the path as it is written. */
export function expressionWords(
  expression: Expression,
  nameAnswer = (path: string) => path.replace(/^\./, ""),
): string {
  if (isPath(expression)) return nameAnswer(expression);
  if (typeof expression !== "object") return String(expression);
  const words = (part: unknown): string => {
    const text = expressionWords(part as Expression, nameAnswer);
    return / (?:and|or) /.test(text) ? `(${text})` : text;
  };
  const [[operator = "", argument] = [], ...beside] = Object.entries(expression);
  const operands = [argument ?? []].flat() as Expression[];
  const chosen = beside.map(([name, part]) => ` ${name} ${words(part)}`).join("");
  if (operator === "answered") return `${words(operands[0])} is answered`;
  const between = WORDS[operator];
  if (between === undefined || operands.length < 2) return `${operator} ${operands.map(words).join(", ")}${chosen}`;
  const isChoosing = operator === "is" || operator === "in" || operator === "has";
  const [first, ...rest] = isChoosing ? [words(operands[0]), operands.slice(1).join(", ")] : operands.map(words);
  return [first, ...rest].join(between) + chosen;
}
