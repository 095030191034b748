// Answers that turn a condition round: each answer that it reads with every value that it may have, alone and with another
// missing, and with each field that it shows as it was elsewhere, missing and wrong.

import { matches } from "#engine/rules/conditions.ts";
import { namesRead } from "#engine/schema/conditionNames.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import type { FixtureContext } from "./fixtures.ts";

/** Valid answers to start from: the base and each valid written case. */
export interface Seed {
  data: Answers;
  own: FixtureContext;
  context: EvaluationContext;
}

/** `part` is what holds the condition. */
export function conditionVariants(
  schema: Schema,
  part: Schema,
  seeds: readonly Seed[],
): { data: JsonObject; own: FixtureContext }[] {
  const condition = part.if ?? {};
  const names = [...namesRead(condition)];
  const both = [true, false].flatMap((holds) => seeds.find(({ data }) => matches(condition, data) === holds) ?? []);
  return both.flatMap(({ data, own, context }) => {
    const withEach = (from: JsonObject, name: string) =>
      [...listValues(propertySchemas(schema).get(name) ?? [], context, condition), undefined].map((value) =>
        replaced(from, name, value),
      );
    const single = names.flatMap((name) => withEach(data, name));
    const without = names.flatMap((away) => names.flatMap((name) => withEach(replaced(data, away, undefined), name)));
    const changed = [...single, ...without];
    return changed
      .flatMap((variant) => [variant, ...shownBy(part, variant, seeds)])
      .map((variant) => ({ data: variant, own }));
  });
}

function shownBy({ then: shows = {} }: Schema, data: JsonObject, seeds: readonly Seed[]): JsonObject[] {
  return [...propertySchemas(shows).keys()].flatMap((name) => {
    const filled = seeds.find((seed) => name in seed.data)?.data[name];
    const wrong = replaced(data, name, []);
    return [replaced(data, name, undefined), wrong, ...(filled === undefined ? [] : [replaced(data, name, filled)])];
  });
}

function replaced(data: JsonObject, name: string, value: unknown): JsonObject {
  const { [name]: _before, ...rest } = data;
  return value === undefined ? rest : { ...rest, [name]: value };
}

const MOST_VALUES = 12;

/** Values that a field which a condition reads may have: choices, both words, pairs, and what the condition itself names. */
function listValues(schemas: readonly Schema[], { lists }: EvaluationContext, condition: Condition): unknown[] {
  const named = new Set(constants(condition));
  const listChoices = (list = "") => (lists[list] ?? []).map(({ value }) => value);
  const values = schemas.flatMap((schema): unknown[] => {
    if (schema.type === "boolean") return [true, false];
    const pair = schema.items?.pairFrom;
    const items = lists[schema.enumFrom ?? pair?.list ?? ""] ?? [];
    if (schema.type === "array" && !pair)
      return [...(schema.items?.enum ?? []), ...listChoices(schema.items?.enumFrom)].map((value) => [value]);
    if (!pair) return [...(schema.enum ?? []), ...items.map(({ value }) => value)];
    return items.map((item) => [[item[pair.parent], item.value]]);
  });
  const first = (value: unknown) => JSON.stringify(value).split(",")[0];
  const different = values.filter(
    (value, index) => values.findIndex((other) => first(other) === first(value)) === index,
  );
  const wanted = different.filter((value) =>
    [...named].some((name) => JSON.stringify(value).includes(JSON.stringify(name))),
  );
  return [...new Set([...wanted, ...different.slice(0, MOST_VALUES)])];
}

function constants(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(constants);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === "const" ? [member] : constants(member)));
}

/** The path by the first record of each list and row of each table, then by the last one. */
export function resolveEnds(data: unknown, path: readonly string[]): { segments: string[]; end: "first" | "last" }[] {
  const [first, last] = [resolve(data, path), path.includes("*") ? resolve(data, path, "last") : undefined];
  return [
    ...(first ? [{ segments: first, end: "first" as const }] : []),
    ...(last && last.join("/") !== first?.join("/") ? [{ segments: last, end: "last" as const }] : []),
  ];
}

/** `*` is the first entry or member, or the last record of a list or row of a table, or undefined where there is none. */
export function resolve(data: unknown, path: readonly string[], end: "first" | "last" = "first"): string[] | undefined {
  const segments: string[] = [];
  let current = data;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    const isLast = end === "last" && isObject(Object.values(current).at(-1));
    const key = name === "*" ? Object.keys(current).at(isLast ? -1 : 0) : name;
    if (key === undefined || !Object.hasOwn(current, key)) return undefined;
    segments.push(key);
    current = (current as JsonObject)[key];
  }
  return segments;
}
