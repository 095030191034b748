// Words the errors of a meta-schema in plain English.
import type { ErrorObject } from "ajv";
import { closestMatch } from "leven";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { certainly, type Hint, removal, setting } from "./finding.ts";
import words from "./words.json" with { type: "json" };

interface Explanation {
  place: string;
  sentence: string;
  hint: Hint;
}

const kindWords: Record<string, string> = words.kinds;
/** Members that are often tried, and what to write instead. */
const instead: Record<string, string> = words.instead;
/** How to write values of several members, whose descriptions give only the meaning. By pattern. */
const notations: Record<string, string> = words.notations;

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export function kinds(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => kindWords[String(name)] ?? String(name)).join(" or ");
}

/** The name that was probably meant, where one is near enough: of a short word most letters are right, or all in another order. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const letters = (word: string) => [...word].sort().join("");
  const sorted = letters(name);
  const exchanged = names.includes(name)
    ? name
    : names.find((other) => other.length === name.length && letters(other) === sorted);
  return exchanged ?? closestMatch(name, names, { maxDistance: Math.min(2, Math.floor(name.length / 2)) });
}

const MOST_NAMES = 15;

/** A way out that names what was probably meant. */
export function meantOr(names: readonly string[], name: unknown, otherwise: Hint): Hint {
  const meant = nearest(String(name), names);
  return meant === undefined ? otherwise : didYouMean(String(name), meant);
}

export const didYouMean = (from: string, to: string): Hint =>
  certainly(`did you mean "${to}"?`, { kind: "respell", from, to });

/** Names that are not written there yet. */
function knownNames({ parentSchema, data }: ErrorObject): string[] {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: JsonObject };
  return Object.keys(properties).filter((name) => !name.startsWith("$") && !Object.hasOwn(Object(data), name));
}

function suggestKnownNames(error: ErrorObject, name: string): Hint {
  const names = knownNames(error);
  const known = names.length > 0 ? `known here: ${names.join(", ")}` : "nothing more belongs here";
  const tooMany = "correct its name or remove it; schemas/reference.md lists what can be written here";
  return meantOr(names, name, names.length > MOST_NAMES ? tooMany : known);
}

const notation = (pattern = ""): string | undefined =>
  notations[pattern] === undefined ? undefined : `write ${notations[pattern]}`;

type Explainer = (error: ErrorObject) => Omit<Explanation, "place">;

const UPGRADE = '"npm run upgrade-content" rewrites words of an earlier version';

const EXPLAIN: Record<string, Explainer> = {
  additionalProperties: (error) => {
    const name = String(error.params.additionalProperty);
    return {
      sentence: `"${name}" is not known here`,
      hint: words.upgraded.includes(name) ? UPGRADE : (instead[name] ?? suggestKnownNames(error, name)),
    };
  },
  required: (error) => ({
    sentence: `"${error.params.missingProperty}" is missing`,
    hint: `add it${about(error, String(error.params.missingProperty))}`,
  }),
  type: (error) => ({
    sentence: `${quoted(error.data)} is the wrong kind of value`,
    hint: `write ${kinds(error.params.type)}`,
  }),
  enum: (error) => {
    const allowed = (error.params.allowedValues as unknown[]).map(String);
    const written = typeof error.data === "string" ? error.data : "";
    return { sentence: `${quoted(error.data)} is not one of the possibilities`, hint: choose(written, allowed) };
  },
  const: (error) => ({
    sentence: `${quoted(error.data)} is not allowed`,
    hint: setting(`write ${quoted(error.params.allowedValue)}`, error.params.allowedValue),
  }),
  pattern: (error) => ({
    sentence: `${quoted(error.data)} does not have the expected form`,
    hint: [notation(error.params.pattern), describedBy(error)].filter((text) => text !== undefined).join(": "),
  }),
  minimum: outOfBounds,
  maximum: outOfBounds,
  exclusiveMinimum: outOfBounds,
  exclusiveMaximum: outOfBounds,
  minLength: (error) => ({ sentence: "the text is empty or too short", hint: describedBy(error) ?? "write it out" }),
  minItems: (error) => ({ sentence: "the list is empty or too short", hint: describedBy(error) ?? "add to it" }),
  minProperties: (error) => ({ sentence: "there is too little in it", hint: describedBy(error) ?? "add to it" }),
  uniqueItems: ({ data, params }) => ({
    sentence: `${quoted((data as unknown[])[params.i])} is there twice`,
    hint: removal("remove one of the two"),
  }),
  "false schema": () => ({ sentence: "this does not belong here", hint: removal() }),
  propertyNames: (error) => {
    const name = String(error.params.propertyName);
    return { sentence: `"${name}" is not a possible name here`, hint: rename(name, error) };
  },
};

function rename(name: string, { parentSchema }: ErrorObject): Hint {
  const { pattern, enum: names } = (parentSchema as { propertyNames: { pattern?: string; enum?: string[] } })
    .propertyNames;
  if (names) return choose(name, names);
  if (pattern === "^/" && !name.startsWith("/"))
    return certainly(`write "/${name}"`, { kind: "respell", from: name, to: `/${name}` });
  return notation(pattern) ?? "use letters, digits and underscores as the neighbours do";
}

const choose = (written: string, names: readonly string[]): Hint =>
  meantOr(names, written, `choose from: ${names.join(", ")}`);

function outOfBounds(error: ErrorObject) {
  const { comparison, limit } = error.params;
  const bound = { ">": "higher than", ">=": "at least", "<": "lower than", "<=": "at most" }[String(comparison)];
  return { sentence: `${quoted(error.data)} is not possible here`, hint: `it must be ${bound} ${limit}` };
}

function describedBy(error: ErrorObject): string | undefined {
  const description = (error.parentSchema as { description?: string } | undefined)?.description;
  return description?.replace(/\.$/, "");
}

function about(error: ErrorObject, name: string): string {
  const schema = error.parentSchema as { properties?: Record<string, { description?: string }> } | undefined;
  const description = schema?.properties?.[name]?.description;
  return description ? `: ${description.replace(/\.$/, "")}` : "";
}

/** The later one of two entries that are the same. */
const doubled = ({ keyword, params }: ErrorObject): number | undefined =>
  keyword === "uniqueItems" ? Math.max(params.i, params.j) : undefined;

/** A missing member exists under another name, or another member requires it: names that. */
const isMisspelt = ({ instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  errors.some(
    (other) =>
      other.keyword === "additionalProperties" &&
      other.instancePath === instancePath &&
      nearest(String(other.params.additionalProperty), knownNames(other)) !== undefined,
  );

/** For a choice, the possible values explain more than its kind. */
const saysLess = ({ keyword, instancePath }: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  keyword === "type" && errors.some((other) => other.keyword === "enum" && other.instancePath === instancePath);

/** Of entries of one list that are all of the wrong kind, each after the first. */
const isRepeated = (error: ErrorObject, errors: readonly ErrorObject[]): boolean => {
  const [list, index] = splitIndex(error.instancePath);
  return (
    error.keyword === "type" &&
    index > 0 &&
    errors.some((other) => {
      const [otherList, otherIndex] = splitIndex(other.instancePath);
      return other.schemaPath === error.schemaPath && otherList === list && otherIndex < index;
    })
  );
};

const splitIndex = (path: string): [list: string, index: number] => {
  const [, list = path, index = ""] = /^(.*)\/(\d+)$/.exec(path) ?? [];
  return [list, index === "" ? -1 : Number(index)];
};

/** One explanation per error. Errors that only group others are left out. */
export function formatErrors(errors: readonly ErrorObject[]): Explanation[] {
  const seen = new Set<string>();
  const explanations: Explanation[] = [];
  for (const error of errors) {
    if (["if", "anyOf", "allOf", "oneOf"].includes(error.keyword) || error.propertyName !== undefined) continue;
    if (
      (error.keyword === "required" && isMisspelt(error, errors)) ||
      saysLess(error, errors) ||
      isRepeated(error, errors)
    )
      continue;
    const pointer =
      error.instancePath +
      toPointer(
        [error.params.additionalProperty ?? error.params.propertyName ?? doubled(error) ?? []].flat().map(String),
      );
    const explained = EXPLAIN[error.keyword]?.(error) ?? {
      sentence: `${quoted(error.data)} is not allowed here`,
      hint: describedBy(error) ?? "correct the value",
    };
    const key = `${pointer} ${explained.sentence}`;
    if (!seen.has(key)) explanations.push({ place: pointer, ...explained });
    seen.add(key);
  }
  return explanations;
}
