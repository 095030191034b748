// Browser, server and interpreter must judge every case alike: the published contract, the rules as the server compiles
// them, and the interpreter of conditions on the plain rules. A difference is reported with the shortest answers that show it.
import { Validator } from "@cfworker/json-schema";
import { RULE_NAMES, ruleFor } from "#engine/rules.ts";
import type { Schema } from "#engine/schema.ts";
import { mapParts } from "#engine/schemaVisitor.ts";
import type { EvaluationContext, JsonObject } from "#engine/types.ts";
import type { Prepared } from "../../check/prepare.ts";
import type { Fixture } from "../steps/fixtures.ts";
import { derivedRuns, writtenRuns } from "./runs.ts";

interface Disparity {
  answers: JsonObject;
  what: string;
}

/**
 * Without formats, of which the interpreter has its own idea, and without the types of computed fields: it judges the value that was
 * sent, which the contract replaces.
 */
function plain({ format: _format, type, ...schema }: Schema): Schema {
  const typed = schema.computed === undefined && type !== undefined ? { type, ...schema } : schema;
  return mapParts(typed, (part) => plain(part.schema));
}

/** Rules that the interpreter does not know. It accepts what they refuse. */
const UNKNOWN = new Set<string>(["format", ...RULE_NAMES.filter((name) => ruleFor(name).ours)]);

/** What differs about these answers, or undefined where all agree. */
type Opinion = (answers: JsonObject, context: EvaluationContext) => string | undefined;

export function compareJudges(prepared: Prepared, step: string): Opinion {
  const interpreter = new Validator(plain(prepared.steps[step]?.schema ?? {}) as object, "7", false);
  return (answers, context) => {
    const verdict = prepared.judges.judge(step, answers, context);
    if (verdict?.disagreement) return verdict.disagreement;
    const refused = (verdict?.raw ?? []).filter(({ keyword }) => !UNKNOWN.has(keyword) && keyword !== "if");
    const interpreted = interpreter.validate(answers).valid;
    if (interpreted === (refused.length === 0)) return undefined;
    const rules = refused.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`).join(", ");
    return interpreted
      ? `the interpreter takes what the contract refuses: ${rules}`
      : "the interpreter alone refuses it";
  };
}

export function findDisparities(fixture: Fixture, prepared: Prepared): { cases: number; found: Disparity[] } {
  const opinion = compareJudges(prepared, fixture.step);
  const runs = [...writtenRuns(fixture, prepared), ...derivedRuns(fixture, prepared)];
  const disparities = runs.flatMap(({ data, context }) => {
    if (opinion(data, context) === undefined) return [];
    const answers = shorten(data, (shorter) => opinion(shorter, context) !== undefined);
    return [{ answers, what: opinion(answers, context) ?? "" }];
  });
  return { cases: runs.length, found: disparities };
}

/** Takes away members and entries, innermost last, as long as what is left still shows it. */
export function shorten<T>(value: T, shows: (shorter: T) => boolean): T {
  if (typeof value !== "object" || value === null) return value;
  for (const key of Object.keys(value)) {
    const shorter = without(value, key);
    if (shows(shorter)) return shorten(shorter, shows);
  }
  let current = value;
  for (const [key, member] of Object.entries(value)) {
    const inner = shorten(member, (less) => shows(replaced(current, key, less)));
    current = replaced(current, key, inner);
  }
  return current;
}

function without<T extends object>(value: T, key: string): T {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1) as unknown as T;
  const { [key]: _away, ...rest } = value as Record<string, unknown>;
  return rest as T;
}

const replaced = <T extends object>(value: T, key: string, member: unknown): T =>
  (Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member }) as T;
