// Words the errors of a meta-schema. Its descriptions are in English, and only readers of English get them.
import type { ErrorObject } from "ajv";
import { closestMatch } from "leven";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { certainly, type Hint, removal, setting } from "./finding.ts";
import { listNames, readerLanguage, t, translate } from "./translate.ts";
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
/** The same of members whose descriptions give the form too, for readers who do not get these. */
const forms: Record<string, string> = words.forms;

function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

export function kinds(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  const called = types.map((name) => translate(kindWords[String(name)] ?? String(name)));
  return listNames(called, "disjunction");
}

export const writeKind = (type: unknown): string => t`write ${kinds(type)}`;

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
  certainly(t`did you mean "${to}"?`, { kind: "respell", from, to });

/** Names that are not written there yet. */
function knownNames({ parentSchema, data }: ErrorObject): string[] {
  const { properties = {} } = (parentSchema ?? {}) as { properties?: JsonObject };
  return Object.keys(properties).filter((name) => !name.startsWith("$") && !Object.hasOwn(Object(data), name));
}

function suggestKnownNames(error: ErrorObject, name: string): Hint {
  const names = knownNames(error);
  const known = names.length > 0 ? t`known here: ${names.join(", ")}` : t`nothing more belongs here`;
  const tooMany = t`correct its name or remove it; schemas/reference.md lists what can be written here`;
  return meantOr(names, name, names.length > MOST_NAMES ? tooMany : known);
}

const notation = (pattern = "", table = notations): string | undefined =>
  table[pattern] === undefined ? undefined : t`write ${translate(table[pattern])}`;

type Explainer = (error: ErrorObject) => Omit<Explanation, "place">;

const EXPLAIN: Record<string, Explainer> = {
  additionalProperties: (error) => {
    const name = String(error.params.additionalProperty);
    const other = instead[name] === undefined ? suggestKnownNames(error, name) : translate(instead[name]);
    const upgrade = t`"npm run upgrade-content" rewrites words of an earlier version`;
    return { sentence: t`"${name}" is not known here`, hint: words.upgraded.includes(name) ? upgrade : other };
  },
  required: (error) => ({
    sentence: t`"${error.params.missingProperty}" is missing`,
    hint: addMember(error, String(error.params.missingProperty)),
  }),
  type: (error) => ({
    sentence: t`${quoted(error.data)} is the wrong kind of value`,
    hint: writeKind(error.params.type),
  }),
  enum: (error) => {
    const allowed = (error.params.allowedValues as unknown[]).map(String);
    const written = typeof error.data === "string" ? error.data : "";
    return { sentence: t`${quoted(error.data)} is not one of the possibilities`, hint: choose(written, allowed) };
  },
  const: (error) => ({
    sentence: t`${quoted(error.data)} is not allowed`,
    hint: setting(t`write ${quoted(error.params.allowedValue)}`, error.params.allowedValue),
  }),
  pattern: (error) => ({
    sentence: t`${quoted(error.data)} does not have the expected form`,
    hint:
      [notation(error.params.pattern), describedBy(error) ?? notation(error.params.pattern, forms)]
        .filter((text) => text !== undefined)
        .join(": ") || t`correct the value`,
  }),
  minimum: outOfBounds,
  maximum: outOfBounds,
  exclusiveMinimum: outOfBounds,
  exclusiveMaximum: outOfBounds,
  minLength: (error) => ({
    sentence: t`the text is empty or too short`,
    hint: describedBy(error) ?? t`write it out`,
  }),
  minItems: (error) => ({ sentence: t`the list is empty or too short`, hint: describedBy(error) ?? t`add to it` }),
  minProperties: (error) => ({ sentence: t`there is too little in it`, hint: describedBy(error) ?? t`add to it` }),
  uniqueItems: ({ data, params }) => ({
    sentence: t`${quoted((data as unknown[])[params.i])} is there twice`,
    hint: removal(t`remove one of the two`),
  }),
  "false schema": () => ({ sentence: t`this does not belong here`, hint: removal() }),
  propertyNames: (error) => {
    const name = String(error.params.propertyName);
    return { sentence: t`"${name}" is not a possible name here`, hint: rename(name, error) };
  },
};

function rename(name: string, { parentSchema }: ErrorObject): Hint {
  const { pattern, enum: names } = (parentSchema as { propertyNames: { pattern?: string; enum?: string[] } })
    .propertyNames;
  if (names) return choose(name, names);
  if (pattern === "^/" && !name.startsWith("/"))
    return certainly(t`write "/${name}"`, { kind: "respell", from: name, to: `/${name}` });
  return notation(pattern) ?? t`use letters, digits and underscores as the neighbours do`;
}

const choose = (written: string, names: readonly string[]): Hint =>
  meantOr(names, written, t`choose from: ${names.join(", ")}`);

function outOfBounds(error: ErrorObject) {
  const { limit } = error.params;
  const hints: Record<string, string> = {
    ">": t`it must be higher than ${limit}`,
    ">=": t`it must be at least ${limit}`,
    "<": t`it must be lower than ${limit}`,
    "<=": t`it must be at most ${limit}`,
  };
  return { sentence: t`${quoted(error.data)} is not possible here`, hint: hints[error.params.comparison]! };
}

interface Described {
  description?: string;
  /** What panels of the studio call the member. */
  words?: Record<Language, string>;
}

const describe = ({ description }: Described): string | undefined =>
  readerLanguage() === undefined ? description?.replace(/\.$/, "") : undefined;

const describedBy = ({ parentSchema }: ErrorObject): string | undefined => describe(parentSchema as Described);

function addMember({ parentSchema = {} }: ErrorObject, name: string): string {
  const member: Described = (parentSchema.properties as Record<string, Described> | undefined)?.[name] ?? {};
  const language = readerLanguage();
  const about = language ? member.words?.[language] : describe(member);
  return about === undefined ? t`add it` : t`add it: ${about}`;
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
      sentence: t`${quoted(error.data)} is not allowed here`,
      hint: describedBy(error) ?? t`correct the value`,
    };
    const key = `${pointer} ${explained.sentence}`;
    if (!seen.has(key)) explanations.push({ place: pointer, ...explained });
    seen.add(key);
  }
  return explanations;
}
