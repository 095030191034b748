// A mistake in the content of one product, and how to find its line without our own parser.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { SCHEMAS } from "../content.ts";

export const first = readdirSync(join(SCHEMAS, "products")).sort()[0]!;
export const product = `schemas/products/${first}`;
export const fixtures = `fixtures/steps/${first}`;

/** What is wrong, in which file, and the change that makes it so. The findings are recorded (`content/__snapshots__`). */
export type Mistake = [name: string, file: string, change: (content: JsonObject) => void];

export const at = (content: JsonObject, path: string): JsonObject => {
  let current: unknown = content;
  for (const key of path.split(".")) current = (current as JsonObject)[key];
  return current as JsonObject;
};

/**
 * The position in a file as `JSON.stringify` writes it: of the member or entry, or of its parent. Computed without our
 * own parser.
 */
export function lineAndColumn(content: JsonObject, pointer: string): [line: number, column: number] {
  const copy = structuredClone(content);
  const keys = pointer.split("/").slice(1);
  let holder: unknown = copy;
  for (const key of keys.slice(0, -1)) holder = Object(holder)[key];
  const last = keys.at(-1);
  if (last === undefined) return [1, 1];
  if (!Object.hasOwn(Object(holder), last)) return lineAndColumn(content, pointer.slice(0, pointer.lastIndexOf("/")));
  (holder as JsonObject)[last] = "searched value";
  const lines = JSON.stringify(copy, null, 2).split("\n");
  const line = lines.findIndex((text) => text.includes("searched value"));
  return [line + 1, lines[line]!.search(/\S/) + 1];
}

/** The member at a dotted path gets another value. */
export const set = (path: string, value: unknown) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  holder[name] = value;
};
