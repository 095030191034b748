// Which value of a factor an answer takes.
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
  if (answer === undefined || answer === null)
    return factor.default === undefined ? null : { value: factor.default, at: "/default" };
  if (typeof answer === "object") return null;
  if (factor.values) {
    const value = Object.hasOwn(factor.values, String(answer)) ? factor.values[String(answer)] : undefined;
    return value === undefined ? null : { value, at: `/values/${answer}` };
  }
  // 0 has a factor only if the first band ends at 0.
  const lowest = factor.bands?.[0]?.up_to === 0 ? 0 : Number.MIN_VALUE;
  if (typeof answer !== "number" || !(answer >= lowest)) return null;
  const index = factor.bands?.findIndex((band) => answer <= band.up_to) ?? -1;
  const band = factor.bands?.[index];
  return band ? { value: band.factor, at: `/bands/${index}` } : null;
}
