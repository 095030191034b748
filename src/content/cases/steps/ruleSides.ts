// How far apart the two sides of a rule between answers are. A comparison is tried where its sides meet and one step
// further. A rule of another form has no such place.
import { isComparison } from "#engine/expressions/breach.ts";
import { compute, findOperator } from "#engine/expressions/evaluate.ts";
import type { Scope } from "#engine/expressions/paths.ts";
import type { Expression, Operation, Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import { answerRules } from "../../read/steps/answerRules.ts";

export const isCompared = (rule: Expression): rule is Operation =>
  typeof rule === "object" && isComparison(findOperator(rule));

/** Returns the first side minus the second, in numbers or days, or undefined when a side is unknown or neither. */
export function findDifference(rule: Expression, scope: Scope): number | undefined {
  if (!isCompared(rule)) return undefined;
  const [left = 0, other = 0] = rule[findOperator(rule) ?? ""] as readonly Expression[];
  const gap = compute({ minus: [left, other] }, scope) ?? compute({ days: [other, left] }, scope);
  return typeof gap === "number" ? gap : undefined;
}

/** Returns the names of all rules between answers in a schema: an error is called by them. */
export function answerRuleNames(schema: Schema): Set<string> {
  const names = new Set<string>();
  visitSchema(schema, ({ schema: part }) => {
    for (const { name } of answerRules(part)) names.add(name);
  });
  return names;
}
