// Fields that start with another answer (`startsWith`): nothing else fills the field, and the answer is one that it takes.
import { isPath } from "#engine/expressions/paths.ts";
import { ANSWER, asksExplained } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { type PlacedSchema, placedSchemas, schemasAt } from "../../read/steps/stepIndex.ts";
import { explainSeveral } from "./operands.ts";
import { type ExpressionPlace, Typing } from "./typing.ts";

type Problem = [sentence: string, hint: string];

export function checkStart({ schema, place }: PlacedSchema, around: ExpressionPlace): void {
  const { startsWith = 0 } = schema;
  const pointer = `${place}/startsWith`;
  if (around.step === "request") {
    around.report(pointer, t`the request block follows no answers`, t`ask this in a step`);
    return;
  }
  for (const other of ["default", "prefill"] as const)
    if (schema[other] !== undefined)
      around.report(pointer, t`"startsWith" and "${other}" both fill the field`, t`remove one of them`);
  if (!isPath(startsWith)) {
    new Typing(around).value("startsWith", schema, pointer);
    return;
  }
  const source = new Typing(around).answers(startsWith, pointer)?.find((each) => each.type !== undefined);
  if (source === undefined || schema.type === undefined) return;
  const problem = explainSeveral(startsWith, "startsWith") ?? explainMisfit(startsWith, source, schema);
  if (problem) around.report(pointer, ...problem);
}

/** Why an answer cannot be taken over by a field. */
function explainMisfit(path: string, source: Schema, field: Schema): Problem | undefined {
  const [given, taken] = [String(source.type), String(field.type)];
  const single = [source, field].find((schema) => schema.type === "object" || (isArray(schema) && !hasChoices(schema)));
  if (single) return [t`a group, list or table is not taken over as a whole`, t`start each field inside it by itself`];
  if (given === "number" && taken === "integer")
    return [t`"${path}" may have decimals, and the field is a whole number`, t`write {"sum": ["${path}"], "round": 0}`];
  if (given !== taken && !(given === "integer" && taken === "number"))
    return [
      t`"${path}" is ${wordFor(given)}, and the field is ${wordFor(taken)}`,
      t`name another answer, or correct the type of the field`,
    ];
  if (field.format !== undefined && field.format !== source.format)
    return [t`"${path}" is not written as ${field.format}`, t`name another answer, or correct the format of the field`];
  return explainChoices(path, source, field);
}

function explainChoices(path: string, source: Schema, field: Schema): Problem | undefined {
  if (!hasChoices(field))
    return hasChoices(source) && source.type === "string"
      ? [t`"${path}" is a choice, so the field would show its code`, t`give the field the same choices`]
      : undefined;
  const [given, taken] = [readChoices(source), readChoices(field)];
  const isOffered =
    given.enumFrom === undefined && taken.enum
      ? given.enum?.every((choice) => taken.enum?.includes(choice))
      : given.enumFrom !== undefined && given.enumFrom === taken.enumFrom;
  return isOffered
    ? undefined
    : [t`not each answer of "${path}" is a choice of the field`, t`give both the same choices`];
}

const isArray = ({ type }: Schema): boolean => type === "array";
const readChoices = (schema: Schema): Schema => (isArray(schema) ? (schema.items ?? {}) : schema);
const hasChoices = (schema: Schema): boolean => {
  const { enum: choices, enumFrom } = readChoices(schema);
  return choices !== undefined || enumFrom !== undefined;
};

/** Checks where a step starts its fields. */
export function checkStarts(step: Schema, report: Report): void {
  const seen = new Set<string>();
  for (const { schema, place, path } of placedSchemas(step)) {
    if (schema.startsWith === undefined) continue;
    const key = path.join(".");
    const problem = findPlaceProblem(step, schema, path, seen.has(key));
    if (problem) report(`${place}/startsWith`, ...problem);
    seen.add(key);
  }
}

function findPlaceProblem(
  step: Schema,
  schema: Schema,
  path: readonly string[],
  isRepeated: boolean,
): Problem | undefined {
  const name = path.at(-1);
  if (schema.const === true)
    return [t`an agreement starts with an answer, so it would tick itself`, t`remove "startsWith"`];
  if (name === undefined || name === "*")
    return [t`only a field with a name can start with an answer`, t`remove "startsWith"`];
  if (name === ANSWER && schemasAt([step], path.slice(0, -2)).some(asksExplained))
    return [t`the questions start with an answer, so they would answer themselves`, t`remove "startsWith"`];
  return isRepeated
    ? [t`another rule of the field has a "startsWith" too`, t`write it once, with "if", "then" and "else" inside it`]
    : undefined;
}
