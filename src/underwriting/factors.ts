// Which value of a factor an answer takes.
import { compute } from "#engine/expressions/evaluate.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { answerAt, type Factor, type Grid } from "./tariff.ts";

/** The member of a factor that an answer selects: its value and its path in the factor. */
interface TakenFactor {
  value: number;
  at: string;
}

/** Null: unanswered without `empty`, or outside every band. */
export const findFactor = (factor: Factor, answers: RequestAnswers): number | null =>
  takeFactor(factor, answers)?.value ?? null;

export const takeFactor = (factor: Factor, answers: RequestAnswers): TakenFactor | null =>
  takeValue(factor, (path) => answerAt(answers, path));

export function takeValue(factor: Factor, read: (path: string) => unknown): TakenFactor | null {
  const answers = [factor.answer, ...(factor.by === undefined ? [] : [factor.by])].map(read);
  const [answer, column] = answers;
  if (factor.each_of) return multiplyTicked(factor.each_of, answer);
  if (answers.includes(undefined) || answers.includes(null))
    return factor.empty === undefined ? null : { value: factor.empty, at: "/empty" };
  if (typeof answer === "object") return null;
  if (factor.values) {
    const value = Object.hasOwn(factor.values, String(answer)) ? factor.values[String(answer)] : undefined;
    return value === undefined ? null : { value, at: `/values/${answer}` };
  }
  return factor.grid ? takeCell(factor.grid, answer, column) : takeBand(factor.bands ?? [], answer);
}

function takeBand(bands: NonNullable<Factor["bands"]>, answer: unknown): TakenFactor | null {
  const limits = bands.map((band) => band.up_to);
  const index = findBand(limits, answer);
  const band = bands[index];
  return band ? { value: band.factor, at: `/bands/${index}` } : null;
}

/** The index of the first limit that is not below the answer, or -1. */
function findBand(limits: readonly unknown[], answer: unknown): number {
  // 0 has a factor only if the first band ends at 0.
  const lowest = limits[0] === 0 ? 0 : Number.MIN_VALUE;
  if (typeof answer !== "number" || !(answer >= lowest)) return -1;
  return limits.findIndex((limit) => answer <= Number(limit));
}

function takeCell({ columns, rows }: Grid, rowAnswer: unknown, columnAnswer: unknown): TakenFactor | null {
  const find = (keys: readonly unknown[], answer: unknown) =>
    typeof answer === "number" ? findBand(keys, answer) : keys.findIndex((key) => String(key) === String(answer));
  const rowKeys = rows.map(({ value }) => value);
  const row = find(rowKeys, rowAnswer);
  const column = find(columns, columnAnswer);
  const value = rows[row]?.cells[column];
  return value === undefined ? null : { value, at: `/grid/rows/${row}/cells/${column}` };
}

/** The exact product of the factors of what is ticked; null where a choice has none. */
function multiplyTicked(factors: Record<string, number>, answer: unknown): TakenFactor | null {
  const ticked = Array.isArray(answer) ? answer.map(String) : [];
  if (!ticked.every((choice) => Object.hasOwn(factors, choice))) return null;
  const times = [1, 1, ...ticked.map((choice) => factors[choice]!)];
  const product = compute({ times }, { here: {}, answers: {}, today: "" });
  return typeof product === "number" ? { value: product, at: "/each_of" } : null;
}
