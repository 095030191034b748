// The answers that show the rules of a computed field: one answer that its value follows from is moved to where the rule turns, and
// one step to each side. The computed field itself is never given a value.
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { computedFields, overlaps, resolveRead } from "#engine/expressions/computed.ts";
import { evaluate } from "#engine/expressions/evaluate.ts";
import { readsIn } from "#engine/expressions/paths.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import { schemasAt } from "../../read/steps/answerPaths.ts";
import { answerRules } from "../../read/steps/answerRules.ts";
import type { Attempt } from "./attempts.ts";
import { resolve } from "./conditionVariants.ts";
import { findStep } from "./ruleCoverage.ts";
import { findDifference } from "./ruleSides.ts";
import { findShifts, shiftValue } from "./shifts.ts";

interface FieldPlace {
  step: Schema;
  schema: Schema;
  /** Of the field in the data. */
  segments: readonly string[];
  path: readonly string[];
  data: JsonObject;
  context: EvaluationContext;
}

interface Turning {
  rule: string;
  called: string;
  /** True while the rule is kept, written as an expression over the object around the field. */
  holds: Expression;
}

const BOUNDS = { minimum: "atLeast", maximum: "atMost", exclusiveMinimum: "more", exclusiveMaximum: "less" } as const;

function findTurnings(schema: Schema, name: string): Turning[] {
  const bounds = Object.entries(BOUNDS).flatMap(([rule, operator]) => {
    const limit = schema[rule as keyof typeof BOUNDS];
    return limit === undefined ? [] : [{ rule, called: rule, holds: { [operator]: [`.${name}`, limit] } }];
  });
  const rules = answerRules(schema).map(({ keyword, name: called, rule: holds }) => {
    return { rule: `${keyword} ${called}`, called, holds };
  });
  return [...bounds, ...rules];
}

/** Returns the paths of the answers that a computed field follows from, also by way of other computed fields. */
function findInputs(step: Schema, path: readonly string[], before: readonly string[] = []): string[][] {
  const computedField = computedFields(step).find((field) => overlaps(field.path, path));
  const key = path.join(".");
  if (!computedField) return [[...path]];
  return before.includes(key) ? [] : computedField.reads.flatMap((read) => findInputs(step, read, [...before, key]));
}

/** An answer that is still missing gets the lowest number that it may be, or today. */
function withInputs({ step, context: { today } }: FieldPlace, data: JsonObject, input: string[]): JsonObject {
  const around = resolve(data, input.slice(0, -1));
  const name = input.at(-1) ?? "";
  const [schema = {}] = schemasAt([step], input);
  if (!around || name === "*" || valueAt(data, [...around, name]) !== undefined) return data;
  if (schema.format === "date") return withValue(data, [...around, name], today);
  return /number|integer/.test(String(schema.type))
    ? withValue(data, [...around, name], schema.minimum ?? schema.exclusiveMinimum ?? 0)
    : data;
}

/** The answers with those that the rules between answers of the field read. */
export function withReads(fieldPlace: FieldPlace): JsonObject {
  const { step, schema, path, data } = fieldPlace;
  const reads = answerRules(schema).flatMap(({ rule }) => readsIn(rule));
  const relativeReads = reads
    .filter((read) => read.startsWith("."))
    .map((read) => resolveRead(path.slice(0, -1), read));
  const inputs = reads.length > 0 ? [[...path], ...relativeReads.flatMap((read) => findInputs(step, read))] : [];
  return inputs.reduce((filled, input) => withInputs(fieldPlace, filled, input), data);
}

/** Returns attempts, and the answers that they start from. */
export function findComputedAttempts(fieldPlace: FieldPlace): { data: JsonObject; attempts: Attempt[] } {
  const { step, schema, segments, path, context } = fieldPlace;
  const turnings = findTurnings(schema, segments.at(-1) ?? "");
  const inputs = findInputs(step, path);
  const data = inputs.reduce((filled, input) => withInputs(fieldPlace, filled, input), fieldPlace.data);
  const attempts = inputs.flatMap((input) => {
    const moves = resolve(data, input);
    const value = moves && valueAt(data, moves);
    if (!moves || value === undefined || isObject(value)) return [];
    const size = findStep(schemasAt([step], input)[0] ?? {});
    const shifted = (by: number) => shiftValue(value, by, size);
    if (shifted(0) === undefined) return [];
    const scopeWith = (by: number) => {
      const full = withComputed(step, withValue(data, moves, shifted(by)), context);
      return { here: valueAt(full, segments.slice(0, -1)), answers: context.answers ?? {}, today: context.today };
    };
    return turnings.flatMap(({ rule, called, holds }) =>
      findShifts((by) => findDifference(holds, scopeWith(by))).flatMap((by): Attempt[] => {
        if (shifted(by) === undefined) return [];
        const side = evaluate(holds, scopeWith(by)) === false ? "beyond" : "on";
        return [{ rule, called, side, moves, value: shifted(by) }];
      }),
    );
  });
  return { data, attempts };
}
