// Bounds of the rules that refer or decline, of which journeys show one side only: a rule that declines from 5 in place of above 5
// ends every other request as before. A bound that is moved by one step must change what the rule says about some journey.
import { isComparison } from "#engine/expressions/breach.ts";
import { findOperator, isTrueOf } from "#engine/expressions/evaluate.ts";
import { isPath, readsIn } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Expression, Operation } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Manifest, RequestAnswers } from "#engine/schema/types.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, note } from "../../read/findings/finding.ts";
import { objects } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { findStep, roundStep } from "../steps/meetingAttempts.ts";

/** Whether a limit at the right is itself the first value above it. At the left it is the other way round. */
const BEGINS_ABOVE: Record<string, boolean> = { atLeast: true, less: true, atMost: false, more: false };

interface Bound {
  limit: number;
  isFirstAbove: boolean;
  /** The answer that is compared. */
  answer: string;
  /** The whole condition with another limit in this place. */
  moved(limit: number): Expression;
}

interface JourneyEnds {
  /** The answers with which journeys were sent. */
  ends: readonly RequestAnswers[];
  today: string;
}

export function checkRuleBounds(
  { file, content }: JsonFile,
  { facts = {}, offered }: Pick<Manifest, "facts" | "offered">,
  journeys: JourneyEnds,
): Finding[] {
  const findings: Finding[] = [];
  for (const [index, { name, when }] of objects(content.answer_rules).entries()) {
    const condition = writeOutFacts(when as Expression, facts);
    for (const bound of findBounds(condition, (moved) => moved, facts))
      for (const value of findUnseen(condition, bound, journeys)) {
        const sentence = t`no journey shows the rule "${name}" at ${bound.answer} ${value}, next to where it begins or ends`;
        const hint = t`write a journey with ${bound.answer} ${value}, and how it must end`;
        findings.push((offered ? error : note)(file, `/answer_rules/${index}/when`, sentence, hint));
      }
  }
  return findings;
}

/** Replaces facts that are conditions by their expressions. */
function writeOutFacts(condition: Expression, facts: Record<string, Expression>): Expression {
  const fact = isPath(condition) ? facts[condition.replace(`${FACTS}.`, "")] : undefined;
  if (typeof condition === "string" && condition.startsWith(`${FACTS}.`) && isObject(fact))
    return writeOutFacts(fact as Operation, facts);
  const name = typeof condition === "object" ? findOperator(condition) : undefined;
  if (name !== "all" && name !== "any" && name !== "not") return condition;
  const parts = [(condition as Operation)[name] ?? []].flat() as Expression[];
  return { [name]: parts.map((part) => writeOutFacts(part, facts)) };
}

/**
 * The comparisons of a condition with a number, also inside the facts that it counts with. `replace` returns the whole condition with
 * this part of it replaced.
 */
function findBounds(
  part: unknown,
  replace: (part: Expression) => Expression,
  facts: Record<string, Expression>,
): Bound[] {
  if (typeof part === "string" && part.startsWith(`${FACTS}.`))
    return findBounds(facts[part.replace(`${FACTS}.`, "")], replace, facts);
  if (typeof part !== "object" || part === null) return [];
  const operation = part as Operation;
  const inside = Object.entries(operation).flatMap(([key, value]) => {
    const inKey = (inner: unknown) => replace({ ...operation, [key]: inner } as Operation);
    if (!Array.isArray(value)) return findBounds(value, inKey, facts);
    return value.flatMap((entry, index) => findBounds(entry, (inner) => inKey(value.with(index, inner)), facts));
  });
  const name = findOperator(operation) ?? "";
  const sides = operation[name];
  if (!isComparison(name) || !Array.isArray(sides) || BEGINS_ABOVE[name] === undefined) return inside;
  const at = sides.findIndex((side) => typeof side === "number");
  const [answer] = readsIn(sides as Expression[]);
  if (at < 0 || answer === undefined) return inside;
  const isFirstAbove = at === 1 ? BEGINS_ABOVE[name] : !BEGINS_ABOVE[name];
  const moved = (limit: number) => replace({ ...operation, [name]: sides.with(at, limit) });
  return [...inside, { limit: sides[at] as number, isFirstAbove, answer, moved }];
}

/** The values next to a bound about which a moved bound differs, and no journey. Amounts count in whole steps, unless it has decimals. */
function findUnseen(
  condition: Expression,
  { limit, isFirstAbove, moved }: Bound,
  { ends, today }: JourneyEnds,
): number[] {
  const step = findStep({ type: Number.isInteger(limit) ? "integer" : "number" });
  const [below, above] = [roundStep(limit - step), roundStep(limit + step)];
  const isSeen = (bound: number) =>
    ends.some((answers) => isTrueOf(moved(bound), answers, today) !== isTrueOf(condition, answers, today));
  const [first, second] = isFirstAbove ? [below, limit] : [limit, above];
  return [...(isSeen(below) ? [] : [first]), ...(isSeen(above) ? [] : [second])];
}
