// The one place that knows which keywords of the dialect contain schemas or conditions, and what of a value each of
// those is about. All traversals use this: a new such keyword is a line in a table, and every traversal follows it.
// Schemas are written out in full, as they are published. `$ref` occurs in files only. Judges no data.
import { memberList } from "./members.ts";
import { oncePer } from "./oncePer.ts";
import type { Condition, Schema } from "./schema.ts";

/** The value itself, a member by its name, every member without a name here, each entry, or nothing by itself. */
type AppliedTo = "same" | "member" | "rest" | "entry" | "nothing";

interface Applicator<Kind> {
  about: AppliedTo;
  /** How the keyword holds them: one, a list, or one a name. */
  holds: "one" | "list" | "named";
  /** What the answers must match for what it holds to count. */
  condition?(around: Kind): Condition | undefined;
}

type Subschemas<Kind> = Kind | Kind[] | Record<string, Kind>;
/** Keywords that contain other schemas of the same kind. `default` may contain anything and is not one of them. */
type ApplicatorName<Kind extends Schema | Condition> = Exclude<
  {
    [K in Extract<keyof Kind, string>]: Extract<NonNullable<Kind[K]>, Subschemas<Kind>> extends never ? never : K;
  }[Extract<keyof Kind, string>],
  "default" | "const" | "rules" | "rows" | "computed" | "startsWith" | "when"
>;
/** Keywords of a schema that hold schemas. */
export type SchemaApplicator = ApplicatorName<Schema>;
type Applicators<Kind extends Schema | Condition> = Record<ApplicatorName<Kind>, Applicator<Kind>>;

const IN_SCHEMA: Applicators<Schema> = {
  properties: { about: "member", holds: "named" },
  items: { about: "entry", holds: "one" },
  allOf: { about: "same", holds: "list" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { about: "same", holds: "one", condition: (schema) => schema.if },
  else: { about: "same", holds: "one", condition: (schema) => schema.if && { not: schema.if } },
  definitions: { about: "nothing", holds: "named" },
};

/** Their members are named by authors: a property may well be called `title`. */
export const HOLDS_BY_NAME: ReadonlySet<string> = new Set(
  Object.entries(IN_SCHEMA).flatMap(([keyword, { holds }]) => (holds === "named" ? [keyword] : [])),
);

const IN_CONDITION: Applicators<Condition> = {
  properties: { about: "member", holds: "named" },
  items: { about: "entry", holds: "one" },
  contains: { about: "entry", holds: "one" },
  allOf: { about: "same", holds: "list" },
  anyOf: { about: "same", holds: "list" },
  not: { about: "same", holds: "one" },
};

/** A schema inside another, or a condition inside another. */
export interface Part<Kind = Schema> {
  schema: Kind;
  keyword: string;
  /** Its place in the surrounding schema: `/properties/kvk`. */
  place: string;
  about: AppliedTo;
  /** Of the member or definition. Empty for the others. */
  name: string;
  /** It counts only while the answers match this. */
  condition?: Condition;
}

/** The schemas that a schema holds, in the order of the table. */
export const splitTemplate = oncePer((schema: Schema): readonly Part[] => {
  const { member, place = "" } = memberList(schema) ?? {};
  const rest = member
    ? [{ schema: member, keyword: schema.rows ? "rows" : "ask", place, about: "rest" as const, name: "" }]
    : [];
  return [...readParts(schema, IN_SCHEMA), ...rest];
});

export const partsAbout = (schema: Schema, about: AppliedTo): Part[] =>
  splitTemplate(schema).filter((part) => part.about === about);

export const conditionParts = (condition: Condition): Part<Condition>[] => readParts(condition, IN_CONDITION);

function readParts<Kind extends object>(around: Kind, table: Record<string, Applicator<Kind>>): Part<Kind>[] {
  return Object.entries(table).flatMap(([keyword, { about, holds, condition: conditionIn }]) => {
    const value = (around as Record<string, unknown>)[keyword];
    if (typeof value !== "object" || value === null) return [];
    const condition = conditionIn?.(around);
    const rest = { keyword, about, ...(condition ? { condition } : {}) };
    if (holds === "one") return [{ schema: value as Kind, place: `/${keyword}`, name: "", ...rest }];
    return Object.entries(value as Record<string, Kind>).map(([key, schema]) => {
      return { schema, place: `/${keyword}/${key}`, name: holds === "named" ? key : "", ...rest };
    });
  });
}

/** The schema with each part replaced. Null removes a part. */
export function mapParts(schema: Schema, change: (part: Part) => Schema | null): Schema {
  const parts = splitTemplate(schema);
  const changed: Record<string, unknown> = { ...schema };
  for (const [keyword, { holds }] of Object.entries(IN_SCHEMA)) {
    const sameKeyword = parts.filter((part) => part.keyword === keyword);
    if (sameKeyword.length === 0) continue;
    const retained = sameKeyword.flatMap((part) => {
      const replaced = change(part);
      return replaced ? [[part.name, replaced] as const] : [];
    });
    const schemas = retained.map(([, replaced]) => replaced);
    changed[keyword] = holds === "named" ? Object.fromEntries(retained) : holds === "list" ? schemas : schemas[0];
  }
  const rest = parts.find(({ about }) => about === "rest");
  const { rows, ask } = schema;
  if (rest && rows) changed.rows = change({ ...rest, schema: rows });
  if (rest && ask?.explain) changed.ask = { ...ask, explain: change({ ...rest, schema: ask.explain }) };
  return changed;
}

/** A schema with its place. */
interface PlacedSchema {
  schema: Schema;
  /** From the outermost schema: `/allOf/0/then/properties/kvk`. Empty for that schema itself. */
  place: string;
  /** Members that lead to its value. `*` is any other member or every entry. */
  path: readonly string[];
}

const OUTERMOST = { place: "", path: [] };

/** Visits a schema and all that it holds, outer ones first. */
export function visitSchema(
  schema: Schema,
  visit: (spot: PlacedSchema) => void,
  { place, path }: Omit<PlacedSchema, "schema"> = OUTERMOST,
): void {
  visit({ schema, place, path });
  for (const part of splitTemplate(schema)) {
    visitSchema(part.schema, visit, { place: place + part.place, path: pathTo(part, path) });
  }
}

function pathTo({ about, name }: Part, path: readonly string[]): readonly string[] {
  if (about === "member") return [...path, name];
  return about === "rest" || about === "entry" ? [...path, "*"] : path;
}

/** Visits the rules about the same value: the schema's own, and those of its conditions and of `allOf`. */
export function visitSame(schema: Schema, visit: (schema: Schema, pointer: string) => void, pointer = ""): void {
  visit(schema, pointer);
  for (const part of partsAbout(schema, "same")) visitSame(part.schema, visit, pointer + part.place);
}
