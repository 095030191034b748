// The values on a bound and one step beyond: of a number, the length of a text, the entries of a list.
import type { Schema } from "#engine/schema.ts";
import type { EvaluationContext, ListItem } from "#engine/types.ts";
import type { FixtureContext } from "../fixtures.ts";

export interface Attempt {
  /** The rule, and where it counts one by one which: `required kvk`. */
  rule: string;
  side: "on" | "beyond";
  /** A new value for the field; or a member of it to set or take away. */
  value?: unknown;
  set?: [member: string, value: unknown];
  remove?: string;
  context?: FixtureContext;
  /** The member at which the error stands, where that is not the field itself. */
  at?: string;
  /** What the error is called, where that is not the rule. */
  called?: string;
}

export interface Field {
  schema: Schema;
  value: unknown;
  context: EvaluationContext;
}

export type Finder = (field: Field, items: (list: string) => readonly ListItem[]) => Omit<Attempt, "rule">[];

export const beyond = (value: unknown): Omit<Attempt, "rule"> => ({ side: "beyond", value });
export const on = (value: unknown): Omit<Attempt, "rule"> => ({ side: "on", value });

/** The smallest difference that counts. */
export const stepOf = ({ type, multipleOf }: Schema): number => multipleOf ?? (type === "integer" ? 1 : 0.01);

export const bound = (
  name: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum",
  outwards: 1 | -1,
): Finder =>
  function findBound({ schema }) {
    const limit = schema[name] ?? 0;
    const step = Number((limit + outwards * stepOf(schema)).toFixed(6));
    if (name === "minimum" || name === "maximum") return [on(limit), beyond(step)];
    return [on(Number((limit - outwards * stepOf(schema)).toFixed(6))), beyond(limit)];
  };

const textOf = (value: unknown, length: number): string => {
  const text = typeof value === "string" && value !== "" ? value : "x";
  return text.length >= length ? text.slice(0, length) : text.padEnd(length, /\d$/.test(text) ? "1" : "x");
};

/** Longer at its beginning: what ends an address stays as it is. */
const padded = (value: unknown, length: number): string => String(value).padStart(length, "a").slice(-length);

/** Long texts that are also the number of a house. */
const MIXED = ["12345-abcd-1234", "12345abcd-1234-1234"];

export const length = (name: "minLength" | "maxLength", outwards: 1 | -1): Finder =>
  function findLength({ schema, value }) {
    const limit = schema[name] ?? 0;
    const texts = (size: number) =>
      size < 0
        ? []
        : [
            ...[textOf(value, size), padded(value, size), textOf("a.nl/", size)],
            ...["x".repeat(size), "1".repeat(size), ...MIXED.map((text) => text.slice(0, size))],
          ];
    return [...texts(limit).map(on), ...texts(limit + outwards).map(beyond)];
  };

export const count = (name: "minItems" | "maxItems", outwards: 1 | -1): Finder =>
  function findCount({ schema, value }, items) {
    const limit = schema[name] ?? 0;
    const of = (size: number) => (size < 0 ? [] : [entries(schema, value, size, items)]);
    return [...of(limit).map(on), ...of(limit + outwards).map(beyond)];
  };

/** So many different entries: those that are there, then of the list, then like the first. */
function entries(
  schema: Schema,
  value: unknown,
  size: number,
  items: (list: string) => readonly ListItem[],
): unknown[] {
  const own: unknown[] = Array.isArray(value) ? value : [];
  const pair = schema.items?.pairFrom;
  const offered = pair ? items(pair.list).map((item) => [item[pair.parent], item.value]) : [];
  const seen = new Set(own.map((one) => JSON.stringify(one)));
  const more = offered.filter((one) => !seen.has(JSON.stringify(one)));
  const all = [...own, ...more].slice(0, size);
  while (all.length < size) all.push(typeof own[0] === "string" || own.length === 0 ? `x${all.length}` : own[0]);
  return all;
}
