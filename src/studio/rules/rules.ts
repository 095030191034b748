// Every rule of a step's schema as the error it would give: the list behind "every error this step can show". Traverses
// the schema and judges nothing. A rule without a line here does not compile.

import { fieldId, toPointer } from "#engine/fields/fieldPath.ts";
import { hasRule, RULE_NAMES, type RuleName } from "#engine/schema/rules.ts";
import type { Condition, Expression, Schema } from "#engine/schema/schema.ts";
import { memberList } from "#engine/schema/schemaTree.ts";
import { type Part, splitTemplate } from "#engine/schema/schemaVisitor.ts";
import type { EvaluationContext, FieldError, JsonObject } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";

export interface PossibleError {
  error: FieldError;
  /** The conditions under which the field is there, outermost first. */
  when: Condition[];
  /** The rule as in the schema, such as `maximum: 1000000`. */
  rule: string;
}

/** An error that a rule would give: at the value itself, or at a member of it. */
interface RuleError {
  /** The rule, a rule between answers by its own name. */
  keyword?: string;
  params: JsonObject;
  member?: string;
  /** The rule as in the schema, if that is not all of it. */
  says?: string;
}

type ErrorExamples = (schema: Schema, context: EvaluationContext) => RuleError[];

const param =
  (keyword: RuleName, name: string): ErrorExamples =>
  (schema) => [{ params: { [name]: schema[keyword] } }];
const limit = (keyword: RuleName): ErrorExamples => param(keyword, "limit");
const always =
  (params: JsonObject): ErrorExamples =>
  () => [{ params }];
const NOTHING: ErrorExamples = () => [];

const fromList =
  (keyword: "enumFrom" | "pairFrom"): ErrorExamples =>
  (schema) => {
    const named = schema[keyword];
    const list = typeof named === "object" ? named.list : named;
    const error = { params: { list }, says: `${keyword}: ${list}` };
    return [error, { ...error, keyword: "listUnavailable" }];
  };

/** One answer per item of a list: questions, additional coverages. */
const fromMembers: ErrorExamples = (schema, { lists }) => {
  const { list, prefix, required } = memberList(schema)!;
  const says = `${required ? "requiredFrom" : "propertiesFrom"}: ${list}`;
  if (!required) return [{ params: { list }, member: `${prefix}…`, says }];
  const missing = (lists[list] ?? []).map(({ value }): RuleError => {
    const member = `${prefix}${value}`;
    return { keyword: "required", params: { list, missingProperty: member }, member, says };
  });
  return [{ keyword: "listUnavailable", params: { list }, says }, ...missing];
};

const inWindow: ErrorExamples = ({ dateWindow = {} }, { today }) =>
  Object.entries(dateWindow).map(([bound, offset]) => {
    return { params: { bound, limit: dateAt(today, offset) }, says: `dateWindow ${bound}: ${offset}` };
  });

const betweenAnswers = (keyword: string, named: Record<string, Expression>): RuleError[] =>
  Object.entries(named).map(([rule, says]) => ({
    keyword: rule,
    params: { rule },
    says: `${keyword} ${rule}: ${JSON.stringify(says)}`,
  }));

const gives: Record<RuleName, ErrorExamples> = {
  required: ({ required = [] }) =>
    required.map((member) => ({ params: { missingProperty: member }, member, says: "required" })),
  when: always({}),
  type: param("type", "type"),
  const: param("const", "allowedValue"),
  enum: param("enum", "allowedValues"),
  format: param("format", "format"),
  pattern: param("pattern", "pattern"),
  minLength: limit("minLength"),
  maxLength: limit("maxLength"),
  minItems: limit("minItems"),
  maxItems: limit("maxItems"),
  minimum: limit("minimum"),
  maximum: limit("maximum"),
  exclusiveMinimum: limit("exclusiveMinimum"),
  exclusiveMaximum: limit("exclusiveMaximum"),
  multipleOf: param("multipleOf", "multipleOf"),
  uniqueItems: always({ i: 1, j: 0 }),
  alone: always({}),
  uniqueBy: ({ uniqueBy = "" }) => [
    { params: { record: 1, member: uniqueBy }, member: `1/${uniqueBy}`, says: `uniqueBy: ${uniqueBy}` },
  ],
  contains: always({ minContains: 1 }),
  dateWindow: inWindow,
  enumFrom: fromList("enumFrom"),
  pairFrom: fromList("pairFrom"),
  requiredFrom: fromMembers,
  propertiesFrom: fromMembers,
  holds: ({ holds = {} }) => betweenAnswers("holds", holds),
  expects: ({ expects = {} }) => betweenAnswers("expects", expects),
  // A field that is not drawn: the form cannot set it.
  additionalProperties: NOTHING,
};

interface Place {
  /** Members that lead to the value. */
  path: readonly string[];
  /** The field that shows it: an entry of an array is shown at the array's own. */
  field: readonly string[];
  when: Condition[];
}

export function possibleErrors(step: string, schema: Schema, context: EvaluationContext): PossibleError[] {
  const errorsByKey = new Map<string, PossibleError>();
  const walk = (part: Schema, rulePlace: Place) => {
    for (const name of RULE_NAMES) {
      // The answers of a step are always an object.
      if (!hasRule(part, name) || (name === "type" && rulePlace.path.length === 0)) continue;
      for (const errorParts of gives[name](part, context)) {
        const says = `${name}: ${JSON.stringify(part[name])}`;
        const possible = toPossible(step, rulePlace, name, { says, ...errorParts });
        errorsByKey.set(JSON.stringify([possible.error, possible.when]), possible);
      }
    }
    for (const inner of splitTemplate(part))
      for (const innerPlace of buildRanks(inner, part, rulePlace, context)) walk(inner.schema, innerPlace);
  };
  walk(schema, { path: [], field: [], when: [] });
  return [...errorsByKey.values()];
}

function toPossible(
  step: string,
  rulePlace: Place,
  name: RuleName,
  errorParts: RuleError & { says: string },
): PossibleError {
  const { member, keyword = name, params, says } = errorParts;
  const inEntry = rulePlace.path.length > rulePlace.field.length;
  const below = member === undefined ? [] : member.split("/");
  const field = inEntry || name === "propertiesFrom" ? rulePlace.field : [...rulePlace.field, ...below];
  const pointer = toPointer([...rulePlace.path, ...below]);
  return { error: { id: fieldId(step, field), pointer, keyword, params }, when: rulePlace.when, rule: says };
}

/** The places of a part: one, or once for every member that a list gives. */
function buildRanks(part: Part, around: Schema, { path, field, when }: Place, { lists }: EvaluationContext): Place[] {
  const members = (names: readonly string[]) =>
    names.map((name) => ({
      path: [...path, name],
      field: path.length > field.length ? field : [...field, name],
      when,
    }));
  switch (part.about) {
    case "same":
      return [{ path, field, when: part.condition ? [...when, part.condition] : when }];
    case "member":
      return members([part.name]);
    case "rest": {
      const ref = memberList(around);
      return ref ? members((lists[ref.list] ?? []).map(({ value }) => `${ref.prefix}${value}`)) : [];
    }
    case "entry":
      return [{ path: [...path, "0"], field, when }];
    default:
      return [];
  }
}
