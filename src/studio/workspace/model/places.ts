// Parts of files, and how a field is found in rules.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";

export type Path = (string | number)[];

/** A part of a file. */
export interface Place {
  file: string;
  path: Path;
  node: JsonObject;
}

/** Where something new comes. */
export interface Target {
  step: string;
  /** Names of the list, table or group that it comes into. */
  around: string[];
  /** The field, or the place of the plain content, after which it comes. Null: at the end. */
  after: string | null;
}

export interface FieldPlace {
  step: string;
  /** Names of the field and of the fields around it, outermost first. */
  names: string[];
  /** The rules of the field in the file of the step. */
  rules: Place;
  /** The part of the rules that lists the field among its properties. */
  parent: Place;
  /** The definition that the rules refer to, which other products use too. */
  shared: Place | null;
  /** The layout of the whole step, and of the field in it, which is empty where it has none. */
  stepLayout: Place;
  layout: Place;
  /** The layout of the shared definition. */
  sharedLayout: Place | null;
}

/** What counts: the shared part with what is written beside the reference to it. */
export const effective = (own: Place, shared: Place | null): JsonObject => ({ ...shared?.node, ...own.node });

export const readAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((part, segment) => (Object(part) as JsonObject)[segment], value);

export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const namesIn = (value: unknown): string[] => listIn(value).map(String);

export const child = ({ file, path, node }: Place, inside: Path): Place => ({
  file,
  path: [...path, ...inside],
  node: objectIn(readAt(node, inside)),
});

const findInside = (rules: JsonObject) =>
  [["items"], ["rows"], ["ask", "explain"]].find((path) => isObject(readAt(rules, path)));

/** The rules of what a list, a table or a group contains. */
export function enter(place: Place): Place {
  const inside = findInside(place.node);
  return inside ? child(place, inside) : place;
}

/** The rules of a record or row. Undefined: it is neither a list nor a table. */
export const insideOf = (rules: JsonObject): JsonObject | undefined => {
  const inside = findInside(rules);
  return inside ? objectIn(readAt(rules, inside)) : undefined;
};

/** The part about the same answers that lists the field, also under a condition. */
export function findHolder(place: Place, name: string): Place | undefined {
  if (isObject(place.node.properties) && Object.hasOwn(place.node.properties, name)) return place;
  for (const part of sameParts(place)) {
    const holder = findHolder(part, name);
    if (holder) return holder;
  }
  return undefined;
}

function sameParts(place: Place): Place[] {
  const { allOf } = place.node;
  const listed = Array.isArray(allOf) ? allOf.map((_, index) => child(place, ["allOf", index])) : [];
  const branches = ["then", "else"].filter((keyword) => isObject(place.node[keyword]));
  return [...listed, ...branches.map((keyword) => child(place, [keyword]))];
}

/** Every part of a step's rules that is about the same answers, the whole first. */
export function listParts(place: Place): Place[] {
  return [place, ...sameParts(place).flatMap(listParts)];
}

/** Null for a text that is not that of an object. */
export function parseObject(text: string | undefined): JsonObject | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
