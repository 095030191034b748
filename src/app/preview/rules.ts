// Every rule of a step's schema as the error it would give: the list behind "every error this step can show". Walks the
// schema and judges nothing; a rule that this file does not know would be missing on the page, which a test refuses.
import { dateAt } from "#engine/dates.ts";
import { fieldId, toPointer } from "#engine/fieldPath.ts";
import type { Condition, Keyword, Schema } from "#engine/schema.ts";
import { isObject, memberList, resolved } from "#engine/schemaTree.ts";
import type { EvaluationContext, FieldError, JsonObject } from "#engine/types.ts";

export interface PossibleError {
  error: FieldError;
  /** The conditions under which the field is there, outermost first. */
  when: Condition[];
  /** What the schema says, such as `maximum: 1000000`. */
  rule: string;
}

type Say = (segments: readonly string[], keyword: string, params: JsonObject, rule: string) => void;

interface Walk {
  step: string;
  root: Schema;
  context: EvaluationContext;
  found: PossibleError[];
  when: Condition[];
}

const LIMITS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const;
const STRICT_LIMITS = ["exclusiveMinimum", "exclusiveMaximum"] as const;

export function possibleErrors(step: string, schema: Schema, context: EvaluationContext): PossibleError[] {
  const walk: Walk = { step, root: schema, context, found: [], when: [] };
  walkObject(schema, [], walk);
  const unique = new Map(walk.found.map((one) => [JSON.stringify([one.error, one.when]), one]));
  return [...unique.values()];
}

function sayIn({ step, found, when }: Walk, field: readonly string[]): Say {
  return (segments, keyword, params, rule) => {
    found.push({ error: { id: fieldId(step, field), pointer: toPointer(segments), keyword, params }, when, rule });
  };
}

/** The members of an object and of its branches. */
function walkObject(given: Schema, path: readonly string[], walk: Walk): void {
  const schema = resolved(given, walk.root);
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    const child = [...path, String(name)];
    sayIn(walk, child)(child, "required", { missingProperty: name }, "required");
  }
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    if (isObject(property)) walkField(property, [...path, name], walk);
  }
  for (const branch of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (isObject(branch)) walkObject(branch, path, walk);
  }
  const condition = isObject(schema.if) ? schema.if : {};
  if (isObject(schema.then)) walkObject(schema.then, path, { ...walk, when: [...walk.when, condition] });
  if (isObject(schema.else)) walkObject(schema.else, path, { ...walk, when: [...walk.when, { not: condition }] });
}

function walkField(given: Schema, path: readonly string[], walk: Walk): void {
  const schema = resolved(given, walk.root);
  const say = sayIn(walk, path);
  ownRules(schema, path, walk, say);
  if (memberList(schema)) walkMembers(schema, path, walk);
  else walkObject(schema, path, walk);
  walkItems(schema, path, walk, say);
}

/** An entry of an array is shown at the array's own field. */
function walkItems(schema: Schema, path: readonly string[], walk: Walk, say: Say): void {
  if (!isObject(schema.items)) return;
  const items = resolved(schema.items, walk.root);
  const entry = [...path, "0"];
  ownRules(items, entry, walk, say);
  for (const name of Array.isArray(items.required) ? items.required : []) {
    say([...entry, String(name)], "required", { missingProperty: name }, "required");
  }
  for (const [name, member] of Object.entries(isObject(items.properties) ? items.properties : {})) {
    if (isObject(member)) ownRules(member, [...entry, name], walk, say);
  }
  walkItems(items, entry, walk, say);
}

function ownRules(schema: Schema, path: readonly string[], walk: Walk, say: Say): void {
  const rule = (keyword: Keyword, params: JsonObject) =>
    say(path, keyword, params, `${keyword}: ${JSON.stringify(schema[keyword])}`);
  if (schema.featureFlag !== undefined) rule("featureFlag", { feature: schema.featureFlag });
  if (schema.type !== undefined) rule("type", { type: schema.type });
  if (schema.const !== undefined) rule("const", { allowedValue: schema.const });
  if (schema.enum !== undefined) rule("enum", { allowedValues: schema.enum });
  if (schema.format !== undefined) rule("format", { format: schema.format });
  if (schema.pattern !== undefined) rule("pattern", { pattern: schema.pattern });
  for (const keyword of LIMITS) if (schema[keyword] !== undefined) rule(keyword, { limit: schema[keyword] });
  for (const keyword of STRICT_LIMITS) if (schema[keyword] !== undefined) rule(keyword, { limit: schema[keyword] });
  if (schema.multipleOf !== undefined) rule("multipleOf", { multipleOf: schema.multipleOf });
  if (schema.uniqueItems === true) rule("uniqueItems", { i: 1, j: 0 });
  if (schema.contains !== undefined) rule("contains", { minContains: 1 });
  windowRules(schema, path, walk, say);
  for (const keyword of ["enumFrom", "pairFrom"] as const) listRule(schema, keyword, path, say);
}

function windowRules({ dateWindow }: Schema, path: readonly string[], { context }: Walk, say: Say): void {
  if (!isObject(dateWindow)) return;
  for (const bound of ["from", "to"] as const) {
    const offset = dateWindow[bound];
    if (typeof offset !== "string") continue;
    say(path, "dateWindow", { bound, limit: dateAt(context.today, offset) }, `dateWindow ${bound}: ${offset}`);
  }
}

function listRule(schema: Schema, keyword: "enumFrom" | "pairFrom", path: readonly string[], say: Say): void {
  const given = schema[keyword];
  if (given === undefined) return;
  const list = isObject(given) ? given.list : given;
  say(path, keyword, { list }, `${keyword}: ${list}`);
  say(path, "listUnavailable", { list }, `${keyword}: ${list}`);
}

/** One answer per item of a list: questions, additional coverages. */
function walkMembers(schema: Schema, path: readonly string[], walk: Walk): void {
  const { list, prefix, required } = memberList(schema)!;
  const keyword = required ? "requiredFrom" : "propertiesFrom";
  const rule = `${keyword}: ${list}`;
  const member = isObject(schema.additionalProperties) ? schema.additionalProperties : {};
  const items = walk.context.lists[list] ?? [];
  if (required) sayIn(walk, path)(path, "listUnavailable", { list }, rule);
  for (const item of items) {
    const child = [...path, `${prefix}${item.value}`];
    if (required) sayIn(walk, child)(child, "required", { list, missingProperty: child.at(-1) }, rule);
    ownRules(member, child, walk, sayIn(walk, child));
  }
  if (!required) sayIn(walk, path)([...path, `${prefix}…`], "propertiesFrom", { list }, rule);
}
