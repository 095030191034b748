// Which value of a factor an answer takes.
import { compute } from "#engine/expressions/evaluate.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { answerAt, type Factor } from "./tariff.ts";

/** The member of a factor that an answer selects: its value and its path in the factor. */
interface TakenFactor {
  value: number;
  at: string;
}

/** Null: unanswered without a default, or outside every band. */
export const findFactor = (factor: Factor, answers: RequestAnswers): number | null =>
  takeFactor(factor, answers)?.value ?? null;

export const takeFactor = (factor: Factor, answers: RequestAnswers): TakenFactor | null =>
  takeValue(factor, answerAt(answers, factor.answer));

export function takeValue(factor: Factor, answer: unknown): TakenFactor | null {
  if (factor.each_of) return multiplyTicked(factor.each_of, answer);
  if (answer === undefined || answer === null)
    return factor.default === undefined ? null : { value: factor.default, at: "/default" };
  if (typeof answer === "object") return null;
  if (factor.values) {
    const value = Object.hasOwn(factor.values, String(answer)) ? factor.values[String(answer)] : undefined;
    return value === undefined ? null : { value, at: `/values/${answer}` };
  }
  return takeBand(factor.bands ?? [], answer);
}

function takeBand(bands: NonNullable<Factor["bands"]>, answer: unknown): TakenFactor | null {
  // 0 has a factor only if the first band ends at 0.
  const lowest = bands[0]?.up_to === 0 ? 0 : Number.MIN_VALUE;
  if (typeof answer !== "number" || !(answer >= lowest)) return null;
  const index = bands.findIndex((band) => answer <= band.up_to);
  const band = bands[index];
  return band ? { value: band.factor, at: `/bands/${index}` } : null;
}

/** The exact product of the factors of what is ticked; null where a choice has none. */
function multiplyTicked(factors: Record<string, number>, answer: unknown): TakenFactor | null {
  const ticked = Array.isArray(answer) ? answer.map(String) : [];
  if (!ticked.every((choice) => Object.hasOwn(factors, choice))) return null;
  const times = [1, 1, ...ticked.map((choice) => factors[choice]!)];
  const product = compute({ times }, { here: {}, answers: {}, today: "" });
  return typeof product === "number" ? { value: product, at: "/each_of" } : null;
}
