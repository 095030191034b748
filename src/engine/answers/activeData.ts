// Which part of the stored answers counts. Fields of hidden branches and switched-off features, items no longer in a list and choices of
// removed records are left out before anything is validated, saved or priced. Server and browser get the same result.

import { computedFields, fillComputed, Pending } from "../expressions/computed.ts";
import { isTrueOf } from "../expressions/evaluate.ts";
import { activeConfirmations, CONFIRMED } from "../expressions/warnings.ts";
import { sameValue } from "../fields/formValues.ts";
import { isGone } from "../fields/recordChoices.ts";
import { RECORD_ID } from "../fields/records.ts";
import { matches } from "../rules/conditions.ts";
import { memberList } from "../schema/members.ts";
import type { Schema } from "../schema/schema.ts";
import { isGroup, isObject } from "../schema/schemaTree.ts";
import { type Part, partsAbout, splitTemplate } from "../schema/schemaVisitor.ts";
import type { Answers, EvaluationContext, Lists } from "../schema/types.ts";

export type ActiveContext = Pick<EvaluationContext, "lists" | "today" | "answers">;

interface Scope {
  context: ActiveContext;
  conditional: boolean;
}

/** Enough for a chain of ten fields that each show the next. A chain that never settles keeps its last result. */
const ROUNDS = 12;

/**
 * The answers that count. A condition is judged by answers that count themselves: a field that only a hidden field
 * would show is hidden too. Computed fields get their values. `schema` may be the display form.
 */
export function activeData(schema: Schema, data: Answers, context: ActiveContext): Answers {
  const scope: Scope = { context, conditional: false };
  const computes = computedFields(schema).length > 0;
  // Mostly nothing falls away, and the first round is the last.
  let current = data;
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = prune([schema], data, current, scope);
    if (computes) fillComputed(schema, next, context);
    if (!scope.conditional || (computes ? sameValue : sameKeys)(current, next)) return next;
    current = next;
  }
  return current;
}

/** Takes values from `raw`, judges conditions by `current`, the result of the round before. */
function prune(schemas: readonly Schema[], raw: Answers, current: Answers, scope: Scope): Answers {
  const members: Members = { known: new Map(), keepRest: false };
  for (const schema of schemas) collect(schema, current, scope, members);
  const retained: [string, unknown][] = [];
  for (const [key, value] of Object.entries(raw)) {
    const counting = countValue(members, [key, value], current, scope);
    if (counting !== undefined) retained.push([key, counting]);
  }
  for (const [key, described] of members.known) {
    const computed = described.find((member) => member.computed !== undefined)?.computed;
    if (computed !== undefined) retained.push([key, new Pending(computed)]);
    else if (raw[key] === undefined && described.some(isAlwaysThere))
      retained.push([key, pruneValue(described, {}, current[key], scope)]);
  }
  retained.push(...activeConfirmations(members.known.values(), raw[CONFIRMED]));
  return Object.fromEntries(retained);
}

function countValue({ known, keepRest }: Members, [key, value]: [string, unknown], current: Answers, scope: Scope) {
  const described = known.get(key);
  if (key === "__proto__" || !(described ?? keepRest)) return undefined;
  if (!described) return value;
  return pruneValue(described, withoutGone(described, value, current, scope.context.lists), current[key], scope);
}

/** Without the choices of records that were removed. */
function withoutGone(schemas: Schema[], value: unknown, around: Answers, lists: Lists): unknown {
  if (typeof value === "string") return isGone(schemas, value, lists, around) ? undefined : value;
  if (!Array.isArray(value)) return value;
  const items = schemas.flatMap((schema) => schema.items ?? []);
  const isThere = (entry: unknown) => !isGone(items, entry, lists, around);
  return value.every(isThere) ? value : value.filter(isThere);
}

/** A group and an object of list members are always there, so that each missing answer is reported at its own field. */
const isAlwaysThere = (schema: Schema): boolean => isGroup(schema) || memberList(schema) !== null;

interface Members {
  known: Map<string, Schema[]>;
  keepRest: boolean;
}

function collect(schema: Schema, current: Answers, scope: Scope, members: Members): void {
  collectListMembers(schema, scope, members);
  for (const part of splitTemplate(schema)) {
    if (part.about === "member") collectMember(part, scope, members);
    else if (part.about === "same" && holds(part, current, scope)) collect(part.schema, current, scope, members);
  }
}

function holds({ condition }: Part, current: Answers, scope: Scope): boolean {
  if (!condition) return true;
  scope.conditional = true;
  return matches(condition, current);
}

function collectMember({ name, schema }: Part, { context }: Scope, members: Members): void {
  if (!isThere(schema, context)) return;
  const schemas = members.known.get(name);
  if (schemas) schemas.push(schema);
  else members.known.set(name, [schema]);
}

/** Whether the condition of a field is true. */
export const isThere = ({ when }: Schema, { answers = {}, today }: Pick<ActiveContext, "answers" | "today">): boolean =>
  when === undefined || isTrueOf(when, answers, today);

/** An unknown list prunes nothing: answers given earlier must survive a list that has not arrived. */
function collectListMembers(schema: Schema, scope: Scope, members: Members): void {
  const ref = memberList(schema);
  if (!ref) {
    if (schema.additionalProperties === true) members.keepRest = true;
    return;
  }
  const items = scope.context.lists[ref.list];
  if (!items) members.keepRest = true;
  // The display form describes each member itself.
  for (const item of items ?? [])
    members.known.set(`${ref.prefix}${item.value}`, schema.properties ? [] : [ref.member]);
}

function pruneValue(schemas: Schema[], value: unknown, current: unknown, scope: Scope): unknown {
  if (isObject(value)) {
    const objects = schemas.filter((schema) => describesObject(schema));
    if (objects.length === 0) return value;
    return prune(objects, value, isObject(current) ? current : {}, scope);
  }
  if (!Array.isArray(value)) return value;
  const items = schemas.flatMap((schema) => partsAbout(schema, "entry").map((part) => part.schema));
  if (!items.some(describesObject)) return value;
  const before = Array.isArray(current) ? current : [];
  return value.map((item, index) => keepId(item, pruneValue(items, item, before[index], scope)));
}

/** No schema declares the id of a record. */
const keepId = (record: unknown, pruned: unknown): unknown =>
  isObject(record) && isObject(pruned) && Object.hasOwn(record, RECORD_ID)
    ? { [RECORD_ID]: record[RECORD_ID], ...pruned }
    : pruned;

function describesObject(schema: Schema): boolean {
  return (
    memberList(schema) !== null || splitTemplate(schema).some(({ about }) => about === "member" || about === "same")
  );
}

/** Both are selections from the same data, so equal key sets mean equal values. */
function sameKeys(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) return left.every((item, index) => sameKeys(item, right[index]));
  if (!isObject(left) || !isObject(right)) return isObject(left) === isObject(right);
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameKeys(left[key], right[key]));
}
