// Bounds of the rules that refer or decline, of which journeys show one side only: a rule that declines from 5 in place of above 5
// ends every other request as before. A bound that is moved by one step must change what the rule says about some journey.
import { pointerSegments } from "#engine/fields/fieldPath.ts";
import { matches } from "#engine/rules/conditions.ts";
import type { Condition } from "#engine/schema/schema.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { error, type Finding, note } from "../../read/findings/finding.ts";
import { membersOf, objects } from "../../read/findings/reporting.ts";
import { findStep, roundStep } from "../steps/meetingAttempts.ts";

/** Whether the bound itself is the first value above it. */
const BOUNDS = new Map([
  ...(["minimum", "exclusiveMaximum"] as const).map((keyword): [string, boolean] => [keyword, true]),
  ...(["maximum", "exclusiveMinimum"] as const).map((keyword): [string, boolean] => [keyword, false]),
]);

/** `ends`: the answers with which journeys were sent. */
export function checkRuleBounds(
  { file, content }: JsonFile,
  ends: readonly RequestAnswers[],
  offered: boolean,
): Finding[] {
  const findings: Finding[] = [];
  for (const [index, { name, if: condition }] of objects(content.answer_rules).entries())
    for (const { key, value: limit, place } of membersOf(condition)) {
      if (typeof limit !== "number" || !BOUNDS.has(key)) continue;
      const path = pointerSegments(place);
      for (const value of findUnseen(condition as Condition, path, ends)) {
        const answer = nameAnswer(path);
        const sentence = `no journey shows the rule "${name}" at ${answer} ${value}, next to where it begins or ends`;
        const hint = `write a journey with ${answer} ${value}, and how it must end`;
        findings.push((offered ? error : note)(file, `/answer_rules/${index}/if${place}`, sentence, hint));
      }
    }
  return findings;
}

const nameAnswer = (path: readonly string[]): string =>
  path.flatMap((name, index) => (path[index - 1] === "properties" ? name : name === "contains" ? "*" : [])).join(".");

/** The values next to a bound about which a moved bound differs, and no journey. Amounts count in whole steps, unless it has decimals. */
function findUnseen(condition: Condition, path: readonly string[], ends: readonly RequestAnswers[]): number[] {
  const holder = (root: unknown) => path.slice(0, -1).reduce<unknown>((part, name) => Object(part)[name], root);
  const keyword = path.at(-1) ?? "";
  const limit = Number((holder(condition) as JsonObject)[keyword]);
  const step = findStep({ type: Number.isInteger(limit) ? "integer" : "number" });
  const [below, above] = [roundStep(limit - step), roundStep(limit + step)];
  const isSeen = (bound: number) => {
    const moved = structuredClone(condition);
    (holder(moved) as JsonObject)[keyword] = bound;
    return ends.some((answers) => matches(moved, answers) !== matches(condition, answers));
  };
  const [first, second] = BOUNDS.get(keyword) ? [below, limit] : [limit, above];
  return [...(isSeen(below) ? [] : [first]), ...(isSeen(above) ? [] : [second])];
}
