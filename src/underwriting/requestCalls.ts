// What a save and a premium call of a request answer, given what is stored. Refusals are returned, without words: the caller turns
// them into its answers.

import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { findMisplaced } from "#engine/answers/misplaced.ts";
import { findComputed } from "#engine/expressions/computed.ts";
import { CONFIRMED, takesConfirmations } from "#engine/expressions/warnings.ts";
import { pointerSegments, toPointer } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { findGone } from "#engine/fields/recordChoices.ts";
import { findLists, MOST_RECORDS, recordSchemas } from "#engine/fields/recordFields.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import { withoutDeclarations } from "#engine/schema/declarations.ts";
import { memberList } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas, schemasAt } from "#engine/schema/schemaTree.ts";
import type { Answers, FieldUpload, JsonObject, Manifest, RequestAnswers, ServerError } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import { findTerms, type JudgeOptions, type ProductRules, type Terms, toServerErrors } from "./judgeRequest.ts";
import { evaluateSteps, type RequestState, type StepState, type StoredStep } from "./requestState.ts";
import { BLOCK, fileErrors } from "./sending.ts";

type Steps = ReadonlyMap<string, StepState>;

/** Refuses lists with more records than any list may have, values of computed fields, and values of a shape that no control gives. */
export function sentErrors(schema: Schema, sent: Answers): ServerError[] {
  const computed = findComputed(schema, sent).map((path) => ({
    pointer: toPointer(path),
    keyword: "computed",
    params: {},
  }));
  // No broker fills in hundreds of records. Judging thousands would cost seconds and be answered with thousands of errors.
  const long = findLists(schema, sent).flatMap(({ path, entries }) => {
    if (entries.length <= MOST_RECORDS) return [];
    const limits = schemasAt(schema, path).flatMap(({ maxItems }) => maxItems ?? []);
    return [{ pointer: toPointer(path), keyword: "maxItems", params: { limit: Math.min(MOST_RECORDS, ...limits) } }];
  });
  if (long.length > 0) return long;
  const misplaced = findMisplaced(schema, sent).map(({ path, type }) => {
    return { pointer: toPointer(path), keyword: "type", params: { type } };
  });
  return [...computed, ...misplaced];
}

interface SentStep {
  step: string;
  action: "next" | "save";
  body: JsonObject;
}

/**
 * The answers that the schema of a step declares, of its records too. The request block can be saved but not finished, and its
 * declarations are never stored. Undefined where there is no such step.
 */
export function knownMembers({ bundle }: ProductRules, { step, action, body }: SentStep): JsonObject | undefined {
  const isStep = bundle.manifest.steps.some(({ key }) => key === step);
  const source = isStep || (step === BLOCK && action === "save") ? bundle.steps[step] : undefined;
  if (!source) return undefined;
  const { schema } = source;
  if (!isStep) return withoutDeclarations(schema, body);
  const fields = propertySchemas(schema);
  const confirms = takesConfirmations(schema);
  const members = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const records = (fields.get(name) ?? []).flatMap(recordSchemas);
    if (!fields.has(name) && !(confirms && name === CONFIRMED)) return [];
    const rows = findRows(bundle.manifest.lists, fields.get(name) ?? []);
    return [[name, cleanRecords(records, value, rows)]];
  });
  return Object.fromEntries(members);
}

/** The rows that the list of a table ever offers: a row that it does not offer now stays. Undefined when others make the list. */
function findRows(lists: Manifest["lists"], table: readonly Schema[]): Set<string> | undefined {
  const reference = table.map(memberList).find((member) => member !== null);
  const list = reference && lists[reference.list];
  if (!list || !("rules" in list)) return undefined;
  return new Set(list.rules.flatMap(({ values }) => values.map((value) => `${reference.prefix}${value}`)));
}

/**
 * Drops the members of records and of rows of tables that the schema does not declare, and the rows that are not among `rows`. Any other
 * value is returned as it is.
 */
function cleanRecords(records: readonly Schema[], value: unknown, rows?: Set<string>): unknown {
  if (records.length === 0) return value;
  const declared = new Map(records.flatMap((record) => [...propertySchemas(record)]));
  const clean = (record: unknown, own: readonly string[]) =>
    isObject(record)
      ? Object.fromEntries(
          Object.entries(record)
            .filter(([member]) => own.includes(member) || declared.has(member))
            .map(([member, inside]) => [
              member,
              cleanRecords((declared.get(member) ?? []).flatMap(recordSchemas), inside),
            ]),
        )
      : record;
  if (Array.isArray(value)) return value.map((record) => clean(record, [RECORD_ID, CONFIRMED]));
  if (!isObject(value)) return value;
  const known = Object.entries(value).filter(([row]) => !rows || rows.has(row));
  return Object.fromEntries(known.map(([row, cells]) => [row, clean(cells, [CONFIRMED])]));
}

interface SaveOrder {
  step: string;
  action: "next" | "save";
  /** Known members, with the locked fields filled in. */
  data: Answers;
  /** Revision that the answers were based on. Without it nothing is compared, as in the specification. */
  revision?: number | undefined;
  /** The files of the request. */
  uploads: readonly FieldUpload[];
}

export type SaveDecision =
  | { kind: "stored"; row: StoredStep; state: RequestState }
  /** The step was saved by another tab meanwhile (decisions 38). */
  | { kind: "stale" }
  | { kind: "refused"; errors: ServerError[] };

/** `next` stores only what the contract accepts. `save` stores what was typed, valid or not. */
export function decideSave(
  rules: ProductRules,
  steps: ReadonlyMap<string, StoredStep>,
  { step, action, data, revision, uploads }: SaveOrder,
  options: JudgeOptions,
): SaveDecision {
  const stored = steps.get(step);
  // Equal answers are a retry whose response was lost, or another tab that agrees: neither is a conflict.
  const repeated = stored !== undefined && sameValue(stored.data, data);
  if (!repeated && isStale(stored, revision)) return { kind: "stale" };
  const saved: Steps = new Map<string, StepState>(steps).set(step, { data, finished: true });
  const state = evaluateSteps(rules, saved, options);
  const errors = action === "next" ? refuseNext(rules, step, state, { data, uploads }) : [];
  if (errors.length > 0) return { kind: "refused", errors };
  // Saving a finished step unchanged keeps it finished, with the inputs that it was finished with.
  const stands = action === "save" && repeated && stored.finished;
  const row: StoredStep = {
    data,
    revision: (stored?.revision ?? 0) + (repeated ? 0 : 1),
    inputs: stands ? stored.inputs : (state.inputs[step] ?? null),
    finished: action === "next" || stands,
  };
  return { kind: "stored", row, state };
}

export const isStale = (stored: StoredStep | undefined, revision: number | undefined): boolean =>
  revision !== undefined && revision !== (stored?.revision ?? 0);

/** A step cannot be finished while an earlier one is incomplete. The error names the first one. */
function refuseNext(
  rules: ProductRules,
  step: string,
  { answers, context, errors, progress }: RequestState,
  { data, uploads }: Pick<SaveOrder, "data" | "uploads">,
): ServerError[] {
  const gone = findGone(rules.bundle.steps[step]?.schema ?? {}, data, context.lists).map(({ path, list }) => {
    return { pointer: toPointer(path), keyword: "enumFrom", params: { list, available: true } };
  });
  const others = [...toServerErrors(errors[step] ?? []), ...fileErrors(rules, step, answers[step] ?? {}, uploads)];
  const own = [...gone, ...others.filter(({ pointer }) => !gone.some((error) => error.pointer === pointer))];
  if (own.length > 0) return own;
  const keys = rules.bundle.manifest.steps.map(({ key }) => key);
  const missing = keys.slice(0, keys.indexOf(step)).find((key) => progress.data[key]?.completed === false);
  return missing === undefined ? [] : [{ step: missing, pointer: "", keyword: "incomplete", params: {} }];
}

interface PricedTerms<Sources extends ListSources> extends Terms<Sources> {
  errors: ServerError[];
}

/** Prices the sent values together with the stored answers. `errors`: of the values that were sent, which then have no price. */
export function priceSent<Sources extends ListSources>(
  rules: ProductRules,
  steps: Steps,
  sent: RequestAnswers,
  options: JudgeOptions<Sources>,
): PricedTerms<Sources> | { errors: ServerError[]; underwriting?: undefined } {
  const { bundle } = rules;
  const premiumAnswers: RequestAnswers = {};
  for (const { key, premium = [] } of bundle.manifest.steps) {
    const stored = steps.get(key)?.data ?? {};
    const errors = sentErrors(bundle.steps[key]?.schema ?? {}, sent[key] ?? {});
    if (errors.length > 0) return { errors: errors.map((error) => ({ ...error, step: key })) };
    premiumAnswers[key] = sent[key] ? withSent(stored, sent[key], premium) : stored;
  }
  const find = (counted: RequestAnswers) => findTerms(rules, counted, options);
  const { answers, terms } = settleRequest(bundle, premiumAnswers, find);
  const refused = refusedInputs(rules, answers, terms.context);
  const errors = refused.filter(({ step }) => sent[step]);
  if (errors.length > 0) return { errors };
  for (const { step, pointer } of refused) {
    const { [readFieldName(pointer)]: _refused, ...rest } = answers[step] ?? {};
    answers[step] = rest;
  }
  return { ...(refused.length > 0 ? find(answers) : terms), errors };
}

const readFieldName = (pointer: string): string => pointerSegments(pointer)[0] ?? "";

/**
 * Premium fields that the contract refuses. Those in the request body are an error, those stored are left out of the price. A
 * missing field is no error: there is just no amount yet.
 */
function refusedInputs({ bundle }: ProductRules, answers: RequestAnswers, context: Terms["context"]) {
  return bundle.manifest.steps.flatMap(({ key, premium = [] }) => {
    const stepAnswers = answers[key] ?? {};
    const errors = (bundle.contracts[key]?.(stepAnswers, context) ?? []).filter(({ keyword, pointer }) => {
      const field = readFieldName(pointer);
      return keyword !== "required" && premium.includes(field) && stepAnswers[field] !== undefined;
    });
    return toServerErrors(errors).map((error) => ({ ...error, step: key }));
  });
}

/** The stored answers overlaid with the body. A premium field is taken from the body alone, so that an emptied field is empty. */
function withSent(stored: Answers, sent: Answers, fields: string[]): Answers {
  const otherEntries = Object.entries(stored).filter(([name]) => !fields.includes(name));
  return { ...Object.fromEntries(otherEntries), ...sent };
}
