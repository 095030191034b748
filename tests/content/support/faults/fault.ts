// One fault in the content of one product: its name, the file, the change, and the finding that the check must give.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/types.ts";
import { SCHEMAS } from "../content.ts";

export const first = readdirSync(join(SCHEMAS, "products")).sort()[0]!;
export const product = `schemas/products/${first}`;
export const fixtures = `fixtures/steps/${first}`;

/** The change and what the check says of it: where (a place in the same file, or another file and its place) and in which words. */
export type Fault = [name: string, file: string, change: (content: JsonObject) => void, where: string, says: string];

export const at = (content: JsonObject, path: string): JsonObject => {
  let current: unknown = content;
  for (const key of path.split(".")) current = (current as JsonObject)[key];
  return current as JsonObject;
};

/** Of a file as `JSON.stringify` writes it: the member or entry, or what would hold it; worked out without our own parser. */
export function lineAndColumn(content: JsonObject, pointer: string): [line: number, column: number] {
  const copy = structuredClone(content);
  const keys = pointer.split("/").slice(1);
  let holder: unknown = copy;
  for (const key of keys.slice(0, -1)) holder = Object(holder)[key];
  const last = keys.at(-1);
  if (last === undefined) return [1, 1];
  if (!Object.hasOwn(Object(holder), last)) return lineAndColumn(content, pointer.slice(0, pointer.lastIndexOf("/")));
  (holder as JsonObject)[last] = "what is looked for";
  const lines = JSON.stringify(copy, null, 2).split("\n");
  const line = lines.findIndex((one) => one.includes("what is looked for"));
  return [line + 1, lines[line]!.search(/\S/) + 1];
}

type Level = "error" | "note";
/** Where the change is made, then where and how it is told. */
export type Mistake = [
  name: string,
  file: string,
  change: (content: JsonObject) => void,
  told: string,
  place: string,
  level: Level,
  says: string,
];

/** The member at a dotted path gets another value. */
export const set = (path: string, value: unknown) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  holder[name] = value;
};

/** With the change first, then all that is told, in the file of the change. */
export const row = (
  [name, file, change]: [name: string, file: string, change: (content: JsonObject) => void],
  ...[place, level, says]: [place: string, level: Level, says: string]
): Mistake => [name, file, change, file, place, level, says];
