// Turns ajv code into a contract: facts about answers, one per field, in the order of the page. Adds no words, keeps no
// state, and never sees ajv itself: compiled code comes in from outside.

import { findBreach } from "../expressions/breach.ts";
import { isTrueOf } from "../expressions/evaluate.ts";
import { isMultiple } from "../expressions/fractions.ts";
import { confirmationPath, findDoubt, isConfirmed, isWarning, withoutConfirmations } from "../expressions/warnings.ts";
import { fieldId, fieldSegments, pointerSegments, toPointer, valueAt } from "../fields/fieldPath.ts";
import { compareKey } from "../fields/formValues.ts";
import { findGone, withStep } from "../fields/recordChoices.ts";
import { findWrongIds, withoutRecordIds } from "../fields/recordFields.ts";
import { type RuleName, ruleFor, rules } from "../schema/rules.ts";
import type { Condition, Expression, Schema } from "../schema/schema.ts";
import { schemasAt } from "../schema/schemaTree.ts";
import type {
  Answers,
  Contract,
  EvaluationContext,
  FieldError,
  JsonObject,
  Lists,
  Manifest,
  ProductBundle,
  StepSource,
} from "../schema/types.ts";
import { dateAt, isCalendarDay } from "../values/dates.ts";
import { FIRST_DAY } from "../values/dateText.ts";
import { findNotation, fitsNotation, loadNotations } from "../values/notations.ts";
import { addConditions, type CompiledCondition } from "./conditions.ts";
import { createComparer } from "./errorOrder.ts";
import { findTruths } from "./facts.ts";

/** What our keywords read as `this`. Old releases were compiled against it: members may be added, never changed. */
export interface KeywordContext {
  lists: Lists;
  /** The facts that are yes or no. Only contracts of older releases read it. */
  features: Record<string, boolean>;
  isTrue(condition: Expression): boolean;
  dateAt(offset: string): string;
  breach(rule: Expression, here: unknown): ReturnType<typeof findBreach>;
  doubt(rule: Expression, here: unknown): ReturnType<typeof findDoubt>;
  isMultiple(value: number, step: number): boolean;
  fits(format: string, text: string): boolean;
  compareKey(value: unknown): string | undefined;
}

export interface RawError {
  instancePath: string;
  keyword: string;
  params: JsonObject;
}

/** A validate function as ajv compiles it, at publish or at run time. */
export interface RawValidate {
  (this: KeywordContext, data: unknown): boolean;
  errors?: RawError[] | null;
}

/** They only carry the errors of the rules inside them. */
const CARRIERS = new Set(["if", "allOf", "anyOf", "oneOf", "not"]);

const NO_ERRORS: FieldError[] = [];

interface PlacedError extends FieldError {
  /** Of its field, with indexes of records. */
  path: readonly string[];
  rank: number;
}

/** Moves "a member is missing" and "a member is not offered" to that member. */
function splitErrorPath(error: RawError): string[] {
  const segments = pointerSegments(error.instancePath);
  const member = error.params.missingProperty ?? error.params.additionalProperty;
  if (typeof member === "string") segments.push(member);
  if (error.keyword === "uniqueBy") segments.push(String(error.params.record), String(error.params.member));
  return segments;
}

/** Plain or in thousands, with or without cents. */
const LONG_NUMBER =
  /^(?:\d{11,}|\d{1,3}(?:\.\d{3}){3,}|\d{1,3}(?:,\d{3}){3,}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){3,})(?:[.,]\d{0,2})?$/;

/** Also with a currency or unit around it. */
const MANY_DECIMALS = /^[^\d.,-]{0,6}-?(?:\d+|\d{1,3}(?:[ .,\u00a0\u202f]\d{3})+)[.,]\d{3,}[^\d.,-]{0,6}$/;

/**
 * A number that `parseMoney` does not read stays text, but is a number to the broker. One beyond its limit is above the maximum
 * of its field, with the same message and link, or too long if there is none. One with more than two decimals has too many.
 */
function refineNumber(error: RawError, schema: Schema, data: unknown): RawError {
  const { instancePath, keyword, params } = error;
  const segments = pointerSegments(instancePath);
  const value = valueAt(data, segments);
  if (keyword !== "type" || typeof value !== "string" || !/number|integer/.test(String(params.type))) return error;
  if (LONG_NUMBER.test(value)) return refineLong(error, schema);
  if (!MANY_DECIMALS.test(value)) return error;
  if (params.type === "integer") return { ...error, params: { ...params, fraction: true } };
  const multipleOf = schemasAt(schema, segments).find((part) => part.multipleOf !== undefined)?.multipleOf ?? 0.01;
  return { instancePath, keyword: "multipleOf", params: { multipleOf } };
}

/** A date that names no first day has one: it is too early, not badly written. */
function refineDay(error: RawError, data: unknown): RawError {
  const { instancePath, keyword, params } = error;
  const isDay = keyword === "format" && params.format === "date";
  if (!isDay || !isCalendarDay(String(valueAt(data, pointerSegments(instancePath))))) return error;
  return { instancePath, keyword: "dateWindow", params: { bound: "from", limit: FIRST_DAY } };
}

function refineLong(error: RawError, schema: Schema): RawError {
  const { instancePath, params } = error;
  const segments = pointerSegments(instancePath);
  const limit = schemasAt(schema, segments).find(({ maximum }) => maximum !== undefined)?.maximum;
  if (limit === undefined) return { ...error, params: { ...params, long: true } };
  return { instancePath, keyword: "maximum", params: { comparison: "<=", limit } };
}

/** A number with decimals in place of a whole one is not text, and a number below a bound is not the bound itself. */
function refineParams(keyword: string, segments: string[], params: JsonObject, data: unknown): JsonObject {
  const value = valueAt(data, segments);
  if (typeof value !== "number") return params;
  if (keyword === "type" && params.type === "integer") return { ...params, fraction: true };
  if (keyword === "exclusiveMinimum" && value < Number(params.limit)) return { ...params, below: true };
  return params;
}

/** What rules were called in older releases. */
const RENAMED: Record<string, string> = { propertiesFrom: "ask", featureFlag: "when", alone: "exclusive" };

/** A rule between answers has a name of its own. */
export function nameOfError({ keyword, params }: RawError): string {
  if (params.rule !== undefined) return String(params.rule);
  if (params.missingProperty !== undefined) return "required";
  return RENAMED[keyword] ?? keyword;
}

/** The answer that a warning misses is its confirmation, which is listed where its field is. */
function toWarning(error: RawError, step: string, data: unknown): PlacedError {
  const { instancePath, params } = error;
  const segments = pointerSegments(instancePath);
  const path = confirmationPath(segments, nameOfError(error));
  return {
    id: fieldId(step, fieldSegments(path, data)),
    pointer: toPointer(path),
    keyword: nameOfError(error),
    params: { ...params, field: instancePath },
    path: segments.slice(0, fieldSegments(segments, data).length),
    rank: findRank("rules"),
  };
}

function toPlaced(error: RawError, step: string, data: unknown): PlacedError {
  if (isWarning(error)) return toWarning(error, step, data);
  const segments = splitErrorPath(error);
  const unavailable = error.params.available === false;
  const { available, ...params } = error.params;
  const keyword = unavailable ? "listUnavailable" : nameOfError(error);
  const field = fieldSegments(segments, data);
  return {
    id: fieldId(step, field),
    pointer: toPointer(segments),
    keyword,
    params: refineParams(keyword, segments, params, data),
    path: segments.slice(0, field.length),
    rank: findRank(keyword),
  };
}

/** Of the errors at one field the lowest is shown. */
function findRank(name: string): number {
  if (name === "listUnavailable") return 1;
  return Object.hasOwn(rules, name) ? ruleFor(name as RuleName).rank : 5;
}

/** One error a field, the most basic first. A field with an error has no warning yet. */
function keepMostBasic(errors: PlacedError[]): PlacedError[] {
  const byId = new Map<string, PlacedError>();
  const wrong = new Set(errors.filter((error) => !isWarning(error)).map(({ pointer }) => pointer));
  for (const error of errors) {
    if (isWarning(error) && wrong.has(String(error.params.field))) continue;
    const ranked = byId.get(error.id);
    if (!ranked || error.rank < ranked.rank) byId.set(error.id, error);
  }
  return [...byId.values()];
}

/** Wraps compiled code: `source` gives the order of fields on the page. */
export function toContract(validate: RawValidate, step: string, source: StepSource): Contract {
  const inDocumentOrder = createComparer(source);
  return (data, before) => {
    const context = withStep(before, step, data as Answers);
    const wrongIds: RawError[] = findWrongIds(source.schema, data).map(({ path, keyword }) => {
      return { instancePath: toPointer(path), keyword, params: {} };
    });
    for (const { path, list } of findGone(source.schema, data))
      wrongIds.push({ instancePath: toPointer(path), keyword: "enumFrom", params: { list } });
    const judged = withoutRecordIds(source.schema, withoutConfirmations(source.schema, data));
    const isValid = validate.call(keywordContext(context), judged);
    if (isValid && wrongIds.length === 0) return NO_ERRORS;
    const rawErrors = isValid ? wrongIds : [...wrongIds, ...(validate.errors ?? [])];
    const placed = rawErrors.filter((error) => !CARRIERS.has(error.keyword));
    return keepMostBasic(
      placed
        .map((error) => toPlaced(refineDay(refineNumber(error, source.schema, data), data), step, data))
        .filter((error) => !isWarning(error) || !isConfirmed(data, error)),
    )
      .sort(inDocumentOrder(context.lists))
      .map(({ id, pointer, keyword, params }) => ({ id, pointer, keyword, params }));
  };
}

/** Returns what the keywords of the dialect read as `this`. */
export function keywordContext(context: EvaluationContext): KeywordContext {
  return {
    lists: context.lists,
    get features() {
      return findTruths(context.answers ?? {});
    },
    isTrue: (condition) => isTrueOf(condition, context.answers ?? {}, context.today),
    dateAt: (offset) => dateAt(context.today, offset),
    breach: (rule, here) => findBreach(rule, { here, answers: context.answers ?? {}, today: context.today }),
    doubt: (rule, here) => findDoubt(rule, { here, answers: context.answers ?? {}, today: context.today }),
    isMultiple,
    fits: (format, text) => fitsNotation(findNotation(format)!, text),
    compareKey,
  };
}

/** The form of the language that is published and that the engine knows. `olderForm.ts` brings an older one to it. */
export const FORM = 4;

/** What a published bundle exports (`public/<key>.<hash>.js`). */
export interface BundleModule {
  /** The form of the language that it is written in. Absent: the first one. */
  form?: number;
  manifest: Manifest;
  steps: Record<string, StepSource>;
  contracts: Record<string, RawValidate>;
  /** Every condition of manifest and steps, with its code. Absent in releases that are older than compiled conditions. */
  conditions?: [Condition, CompiledCondition][];
}

/** A loaded bundle with its contracts and notations ready for use. `version` is its release. */
export async function toBundle(published: BundleModule, version: string): Promise<ProductBundle> {
  const module = published.form === FORM ? published : (await import("./olderForm.ts")).upgradeModule(published);
  await loadNotations(JSON.stringify(module.steps));
  addConditions(module.conditions ?? []);
  const contracts = Object.entries(module.contracts).map(([step, validate]) => {
    return [step, toContract(validate, step, module.steps[step] ?? { schema: {}, ui: {} })] as const;
  });
  return { version, manifest: module.manifest, steps: module.steps, contracts: Object.fromEntries(contracts) };
}
