// Both sides of every bound: a limit that is off by one goes unseen while cases only break it by far. A bound needs a case
// that stands on it and keeps it, and one that stands just beyond and breaks it.
import type { RawError } from "#engine/contract.ts";
import { dateAt } from "#engine/dates.ts";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { Answers, JsonObject } from "#engine/types.ts";
import { brokenRule } from "./ruleCoverage.ts";

const DAY = 86_400_000;
const LOWEST = new Set(["minimum", "minLength", "minItems", "from"]);
const KEYWORDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

interface Bound {
  /** As `brokenRule` names it. */
  rule: string;
  /** Members that lead to the value; `*` is every entry. */
  path: string[];
  keyword: string;
  limit: number | string;
}

export interface BoundGap {
  rule: string;
  side: "on" | "beyond";
}

export function boundsOf(schema: Schema, place = "#", path: string[] = []): Bound[] {
  const own = KEYWORDS.flatMap((keyword): Bound[] => {
    const limit = schema[keyword];
    return typeof limit === "number" ? [{ rule: `${place}/${keyword}`, path, keyword, limit }] : [];
  });
  const window = Object.entries(isObject(schema.dateWindow) ? schema.dateWindow : {}).map(
    ([bound, limit]): Bound => ({
      rule: `${place}/dateWindow ${bound}`,
      path,
      keyword: bound,
      limit: String(limit),
    }),
  );
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {});
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  const below: [unknown, string, string[]][] = [
    ...members.map(([name, sub]): [unknown, string, string[]] => [sub, `properties/${name}`, [...path, name]]),
    [schema.items, "items", [...path, "*"]],
    [schema.additionalProperties, "additionalProperties", [...path, "*"]],
    ...(["then", "else"] as const).map((key): [unknown, string, string[]] => [schema[key], key, path]),
    ...all.map((sub, index): [unknown, string, string[]] => [sub, `allOf/${index}`, path]),
  ];
  const found = below.flatMap(([sub, key, at]) => (isObject(sub) ? boundsOf(sub, `${place}/${key}`, at) : []));
  return [...own, ...window, ...found];
}

function valuesAt(data: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [data];
  if (typeof data !== "object" || data === null) return [];
  const next = name === "*" ? Object.values(data) : [(data as JsonObject)[name]];
  return next.flatMap((value) => valuesAt(value, rest));
}

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;

/** How far a value is past the bound: 0 stands on it, 1 just beyond. Undefined: it cannot be measured by it. */
function past(bound: Bound, value: unknown, today: string): number | undefined {
  const measured = measure(bound, value);
  if (measured === undefined || Number.isNaN(measured)) return undefined;
  const limit = typeof bound.limit === "number" ? bound.limit : day(dateAt(today, bound.limit));
  return LOWEST.has(bound.keyword) ? limit - measured : measured - limit;
}

function measure({ keyword }: Bound, value: unknown): number | undefined {
  if (keyword === "minimum" || keyword === "maximum") return typeof value === "number" ? value : undefined;
  if (keyword === "from" || keyword === "to") return typeof value === "string" ? day(value) : undefined;
  if (keyword.endsWith("Items")) return Array.isArray(value) ? value.length : undefined;
  return typeof value === "string" ? [...value].length : undefined;
}

export class BoundCoverage {
  readonly #bounds: Bound[];
  readonly #seen = new Set<string>();

  constructor(schema: Schema) {
    this.#bounds = boundsOf(schema);
  }

  /** One case with the rules that it broke, before one error per field is chosen. */
  add(data: Answers, today: string, raw: readonly (RawError & { schemaPath?: string })[]): void {
    const broken = new Set(raw.map(brokenRule));
    for (const bound of this.#bounds) {
      const distances = valuesAt(data, bound.path).map((value) => past(bound, value, today));
      if (distances.includes(0) && !broken.has(bound.rule)) this.#seen.add(`on ${bound.rule}`);
      if (distances.includes(1) && broken.has(bound.rule)) this.#seen.add(`beyond ${bound.rule}`);
    }
  }

  gaps(): BoundGap[] {
    const sides = ["on", "beyond"] as const;
    return this.#bounds.flatMap(({ rule }) =>
      sides.filter((side) => !this.#seen.has(`${side} ${rule}`)).map((side) => ({ rule, side })),
    );
  }
}
