// Rules between answers: whether one is broken, with both sides of its comparison for the message.
import { oncePer } from "../schema/oncePer.ts";
import type { Expression, Rule, Schema } from "../schema/schema.ts";
import { compute, evaluate, findOperator } from "./evaluate.ts";
import type { Scope } from "./paths.ts";

const COMPARISONS: ReadonlySet<string> = new Set(["equal", "atMost", "atLeast", "less", "more"]);
export const isComparison = (name: string | undefined): boolean => name !== undefined && COMPARISONS.has(name);

export interface AnswerRule {
  name: string;
  level: NonNullable<Rule["level"]>;
  rule: Expression;
}

/** Returns the rules between answers of a field, without those of its conditions. */
export const answerRules = oncePer((field: Schema): readonly AnswerRule[] =>
  Object.entries(field.rules ?? {}).map(([name, { level = "error", ...rule }]) => ({ name, level, rule })),
);

/** The two sides of a comparison, for the message. */
export interface Breach {
  value?: unknown;
  limit?: unknown;
}

/** Returns null when a rule is kept or unknown. Otherwise returns the two sides of its comparison, for the message. */
export function findBreach(rule: Expression, scope: Scope): Breach | null {
  if (evaluate(rule, scope) !== false) return null;
  const name = typeof rule === "object" ? findOperator(rule) : undefined;
  if (typeof rule !== "object" || name === undefined || !isComparison(name)) return {};
  const [value, limit] = [rule[name] ?? []].flat().map((side) => compute(side as Expression, scope));
  return { ...(value === undefined ? {} : { value }), ...(limit === undefined ? {} : { limit }) };
}
