// Which part of the stored answers counts: fields of hidden branches, of switched-off features and of items no longer in
// a list are left out before anything is validated, saved or priced. Server and browser call it with the same schema and
// context, and get the same result. Changes nothing in the data it is given.
import { matches } from "./conditions.ts";
import type { Schema } from "./schema.ts";
import { branches, isObject, memberList, resolved } from "./schemaTree.ts";
import type { Answers, EvaluationContext } from "./types.ts";

export type ActiveContext = Pick<EvaluationContext, "lists" | "features">;

interface Scope {
  root: Schema;
  context: ActiveContext;
  conditional: boolean;
}

/** Enough for a chain of ten fields that each show the next; a chain that never settles keeps its last result. */
const ROUNDS = 12;

/**
 * The answers that count. A condition is judged by answers that count themselves: a field that only a hidden field would
 * show is hidden too. `schema` is a step schema or its display form; both give the same result.
 */
export function activeData(schema: Schema, data: Answers, context: ActiveContext): Answers {
  const scope: Scope = { root: schema, context, conditional: false };
  let current = prune(schema, data, data, scope);
  if (!scope.conditional) return current;
  for (let round = 1; round < ROUNDS; round += 1) {
    const next = prune(schema, data, current, scope);
    if (sameKeys(current, next)) return next;
    current = next;
  }
  return current;
}

/** Takes values from `raw`, judges conditions by `current`, the result of the round before. */
function prune(schema: Schema, raw: Answers, current: Answers, scope: Scope): Answers {
  const members: Members = { known: new Map(), keepRest: false };
  collect(schema, current, scope, members);
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (value === undefined || key === "__proto__") continue;
    const schemas = members.known.get(key);
    if (schemas) kept.push([key, pruneValue(schemas, value, current[key], scope)]);
    else if (members.keepRest) kept.push([key, value]);
  }
  // An object of list members is always there, so that each missing answer is reported at its own question.
  for (const [key, schemas] of members.known) {
    if (raw[key] === undefined && schemas.some((member) => memberList(member) !== null)) kept.push([key, {}]);
  }
  return Object.fromEntries(kept);
}

interface Members {
  known: Map<string, Schema[]>;
  keepRest: boolean;
}

function collect(given: Schema, current: Answers, scope: Scope, members: Members): void {
  const schema = resolved(given, scope.root);
  collectProperties(schema, scope, members);
  collectListMembers(schema, scope, members);
  if (schema.if === undefined) {
    for (const branch of branches(schema)) collect(branch, current, scope, members);
    return;
  }
  scope.conditional = true;
  const holds = matches(schema.if, current, scope.root);
  const { then: whenTrue, else: whenFalse, ...unconditional } = schema;
  const branch = holds ? whenTrue : whenFalse;
  if (branch) collect(branch, current, scope, members);
  for (const other of branches(unconditional)) collect(other, current, scope, members);
}

function collectProperties(schema: Schema, scope: Scope, members: Members): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const described = resolved(property, scope.root);
    const flag = described.featureFlag;
    if (flag !== undefined && scope.context.features?.[flag] !== true) continue;
    const known = members.known.get(name);
    if (known) known.push(described);
    else members.known.set(name, [described]);
  }
}

/** An unknown list prunes nothing: answers given earlier must survive a list that has not arrived. */
function collectListMembers(schema: Schema, scope: Scope, members: Members): void {
  const ref = memberList(schema);
  if (!ref) {
    const rest = schema.additionalProperties;
    if (rest === true || isObject(rest)) members.keepRest = true;
    return;
  }
  const items = scope.context.lists[ref.list];
  if (!items) members.keepRest = true;
  for (const item of items ?? []) members.known.set(`${ref.prefix}${item.value}`, []);
}

function pruneValue(schemas: Schema[], value: unknown, current: unknown, scope: Scope): unknown {
  if (isObject(value)) {
    const objects = schemas.filter((schema) => describesObject(schema));
    if (objects.length === 0) return value;
    return prune({ allOf: objects }, value, isObject(current) ? current : {}, scope);
  }
  if (!Array.isArray(value)) return value;
  const items = schemas.flatMap((schema) => schema.items ?? []);
  if (!items.some((schema) => describesObject(resolved(schema, scope.root)))) return value;
  const before = Array.isArray(current) ? current : [];
  return value.map((item, index) => pruneValue(items, item, before[index], scope));
}

function describesObject(schema: Schema): boolean {
  return schema.properties !== undefined || memberList(schema) !== null || branches(schema).length > 0;
}

/** Both are selections from the same data, so equal key sets mean equal values. */
function sameKeys(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) return left.every((item, index) => sameKeys(item, right[index]));
  if (!isObject(left) || !isObject(right)) return isObject(left) === isObject(right);
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameKeys(left[key], right[key]));
}
