// Rules between answers that a broker may confirm (the level `warning`). A broken one is an error until the broker has confirmed the values that
// it reads. The confirmation is an answer in the reserved member `_confirmed` of the object around the field: by the name of the rule
// those values. Authors do not declare the member, and the compiled rules do not see it.

import { byRecordId, fieldId, pointerSegments, valueAt } from "../fields/fieldPath.ts";
import { sameValue } from "../fields/formValues.ts";
import { oncePer } from "../schema/oncePer.ts";
import type { Expression, Schema } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import { visitSchema } from "../schema/schemaVisitor.ts";
import type { Contract, EvaluationContext, FieldError, JsonObject } from "../schema/types.ts";
import { answerRules, type Breach, findBreach } from "./breach.ts";
import { readPath, readsIn, type Scope } from "./paths.ts";

export const CONFIRMED = "_confirmed";

/** Where the confirmation of a rule at a field is. */
export const confirmationPath = (field: readonly string[], rule: string): string[] => [
  ...field.slice(0, -1),
  CONFIRMED,
  rule,
];

export const warningNames = (field: Schema): string[] =>
  answerRules(field).flatMap(({ name, level }) => (level === "warning" ? [name] : []));

/** The objects with such rules: the members that lead to them; `*` is each record. */
const findHolders = oncePer((schema: Schema): readonly (readonly string[])[] => {
  const holders = new Map<string, readonly string[]>();
  visitSchema(schema, ({ schema: field, path }) => {
    if (warningNames(field).length > 0) holders.set(path.slice(0, -1).join("."), path.slice(0, -1));
  });
  return [...holders.values()];
});

/** Whether fields of the step itself, outside its groups and lists, have such rules. */
export const takesConfirmations = (schema: Schema): boolean => findHolders(schema).some((path) => path.length === 0);

/** The data as compiled rules judge it. The same object when no confirmation is there. */
export const withoutConfirmations = <T>(schema: Schema, data: T): T =>
  findHolders(schema).reduce<T>((rest, path) => removeFrom(rest, path) as T, data);

/** A group, a table or a list of records without confirmations, as other systems get it. Any other value is returned as it is. */
export function removeConfirmations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeConfirmations);
  if (!isObject(value)) return value;
  const { [CONFIRMED]: _confirmed, ...others } = value;
  return Object.fromEntries(Object.entries(others).map(([name, member]) => [name, removeConfirmations(member)]));
}

function removeFrom(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === "*" && Array.isArray(value)) return value.map((entry) => removeFrom(entry, rest));
  if (!isObject(value)) return value;
  if (name === "*")
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, removeFrom(member, rest)]));
  if (name !== undefined)
    return Object.hasOwn(value, name) ? { ...value, [name]: removeFrom(value[name], rest) } : value;
  const { [CONFIRMED]: _confirmed, ...others } = value;
  return others;
}

/** Returns the reserved member with the confirmations of rules of these fields; nothing where there are none. */
export function activeConfirmations(
  fields: Iterable<readonly Schema[]>,
  confirmations: unknown,
): [string, JsonObject][] {
  if (!isObject(confirmations)) return [];
  const rules = [...fields].flatMap((schemas) => schemas.flatMap(warningNames));
  const active = Object.entries(confirmations).filter(
    ([rule, values]) => rules.includes(rule) && Array.isArray(values),
  );
  return active.length > 0 ? [[CONFIRMED, Object.fromEntries(active)]] : [];
}

export interface WarningBreach extends Breach {
  /** The answers that the rule reads, in the order of its paths; several of one path as an array. */
  reads: unknown[];
}

/** Returns null when the rule is kept or unknown. */
export function findDoubt(rule: Expression, scope: Scope): WarningBreach | null {
  const breach = findBreach(rule, scope);
  if (breach === null) return null;
  // A path to whole records only counts them: their answers are no part of the confirmation.
  const read = (path: string) => readPath(path, scope).map((answer) => (isObject(answer) ? null : answer));
  return { ...breach, reads: readsIn(rule).map((path) => (path.includes("*") ? read(path) : (read(path)[0] ?? null))) };
}

export const isWarning = ({ params }: Pick<FieldError, "params">): boolean => Array.isArray(params.reads);

/** Pointer of the field that shows the error: that of a warning is not the answer that is missing. */
export const shownAt = ({ pointer, params }: Pick<FieldError, "pointer" | "params">): string =>
  typeof params.field === "string" ? params.field : pointer;

/** Id of that field. */
export const shownFieldId = (step: string, error: FieldError, data: unknown): string =>
  fieldId(step, byRecordId(pointerSegments(shownAt(error)), data));

export interface Warning {
  error: FieldError;
  /** The broker confirmed it with the values of now. */
  isConfirmed: boolean;
}

/** Returns the warnings of a step, confirmed or not. */
export function findWarnings(
  contract: Contract | undefined,
  schema: Schema,
  data: unknown,
  context: EvaluationContext,
): Warning[] {
  if (contract === undefined || findHolders(schema).length === 0) return [];
  const errors = contract(withoutConfirmations(schema, data), context).filter(isWarning);
  return errors.map((error) => ({ error, isConfirmed: isConfirmed(data, error) }));
}

export const isConfirmed = (data: unknown, { pointer, params }: Pick<FieldError, "pointer" | "params">): boolean =>
  sameValue(valueAt(data, pointerSegments(pointer)), params.reads);
