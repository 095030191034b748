// Every rule of a step, changed by one step: a bound moved, a name, choice or rule taken away, a constant or condition turned
// round. A case that notices is what keeps the rule as it is.
import { valueAt } from "#engine/fieldPath.ts";
import { hasRule, RULE_NAMES, type RuleName, ruleFor } from "#engine/rules.ts";
import type { Condition, Schema } from "#engine/schema.ts";
import { conditionParts, visitSchema } from "#engine/schemaVisitor.ts";
import type { JsonObject } from "#engine/types.ts";
import { findStep } from "../steps/ruleCoverage.ts";

export interface Mutant {
  /** The rule, as `findRules` names it. */
  rule: string;
  /** What was done to it, in words. */
  change: string;
  schema: Schema;
}

/** A change of one member. Undefined removes it. */
type Change = [member: string, value: unknown, words: string];

export function findMutants(schema: Schema): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (pointer: string, name: string, [member, value, words]: Change) => {
    const copy = structuredClone(schema);
    const target = valueAt(copy, pointer.split("/").slice(1)) as JsonObject;
    if (value === undefined) delete target[member];
    else target[member] = value;
    mutants.push({ rule: `#${pointer}/${name}`, change: words, schema: copy });
  };
  visitSchema(schema, ({ schema: part, place }) => {
    // A step is always an object, and a computed value always of its type.
    const isTyped = place === "" || part.computed !== undefined;
    for (const name of RULE_NAMES.filter((rule) => hasRule(part, rule) && !(rule === "type" && isTyped)))
      for (const change of CHANGES[name]?.(part) ?? plainChanges(part, name))
        add(place, nameRule(name, change), change);
    if (!part.if) return;
    add(place, "if", ["if", { not: part.if }, "the condition turned round"]);
    for (const [inside, change] of conditionChanges(part.if)) add(`${place}/if${inside}`, change[0], change);
  });
  return mutants;
}

const nameRule = (name: RuleName, [, , words]: Change): string =>
  ruleFor(name).each ? `${name} ${words.split(" ")[0]}` : name;

/** A number moved to either side, any other rule taken away. */
function plainChanges(part: Schema, name: RuleName): Change[] {
  const value = part[name];
  if (typeof value !== "number") return [[name, undefined, "taken away"]];
  const step = ruleFor(name).about === "number" ? findStep(part) : 1;
  const moved = [value - step, value + step].map((neighbour) => Number(neighbour.toFixed(6)));
  return moved
    .filter((neighbour) => neighbour >= 0 || ruleFor(name).about === "number")
    .map((neighbour) => [name, neighbour, `${value} made ${neighbour}`]);
}

const eachRule =
  (keyword: "holds" | "expects") =>
  ({ [keyword]: rules = {} }: Schema): Change[] =>
    Object.keys(rules).map((name) => {
      const { [name]: _removed, ...others } = rules;
      return [keyword, others, `${name} taken away`];
    });

const CHANGES: Partial<Record<RuleName, (part: Schema) => Change[]>> = {
  required: ({ required = [] }) =>
    required.map((name) => ["required", required.filter((other) => other !== name), `${name} taken away`]),
  enum: ({ enum: choices = [] }) =>
    choices.map((choice) => {
      const others = choices.filter((other) => other !== choice);
      return others.length > 0
        ? ["enum", others, `${choice} taken away`]
        : ["enum", [turned(choice)], `${choice} made ${turned(choice)}`];
    }),
  holds: eachRule("holds"),
  expects: eachRule("expects"),
  const: ({ const: value }) => [["const", turned(value), `${value} made ${turned(value)}`]],
  dateWindow: ({ dateWindow = {} }) =>
    Object.entries(dateWindow).flatMap(([end, offset]) =>
      [-1, 1].map((by): Change => {
        const moved = String(offset).replace(/[+-]?\d+/, (number) => {
          const next = Number(number) + by;
          return next > 0 ? `+${next}` : String(next);
        });
        return ["dateWindow", { ...dateWindow, [end]: moved }, `${end} ${offset} made ${moved}`];
      }),
    ),
};

function turned(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? value + 1 : `${value}x`;
}

/** By the place inside the condition. */
function conditionChanges(condition: Condition, pointer = ""): [string, Change][] {
  const changes: [string, Change][] = [];
  const { required = [], const: value } = condition;
  for (const name of required)
    changes.push([pointer, ["required", required.filter((other) => other !== name), `${name} taken away`]]);
  if (value !== undefined) changes.push([pointer, ["const", turned(value), `${value} made ${turned(value)}`]]);
  for (const name of ["minimum", "maximum"] as const) {
    const limit = condition[name];
    if (limit === undefined) continue;
    for (const moved of [limit - 1, limit + 1]) changes.push([pointer, [name, moved, `${limit} made ${moved}`]]);
  }
  if (condition.contains) changes.push([pointer, ["contains", undefined, "taken away"]]);
  return [
    ...changes,
    ...conditionParts(condition).flatMap((part) => conditionChanges(part.schema, pointer + part.place)),
  ];
}
