// Takes parts out of a file: what would be left empty goes too, and the notation stays.
import { type JSONPath, parse } from "jsonc-parser";
import { pointerSegments, toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { editJson } from "../read/files/formatJson.ts";
import type { ContentText } from "./names.ts";

/** Whether a place is one of the others or inside one. */
export const isInside = (path: JSONPath, others: readonly JSONPath[]): boolean =>
  others.some((other) => other.every((segment, index) => segment === path[index]));

/** What would be left empty goes too: a branch without fields, a section, a case that tries nothing. */
export function widen({ text }: Pick<ContentText, "text">, paths: readonly JSONPath[]): JSONPath[] {
  const content: unknown = parse(text);
  const wanted = new Map(paths.map((path) => [JSON.stringify(path), path]));
  // A set goes on to what is added while it is read.
  for (const path of wanted.values()) {
    const holder = path.slice(0, -1);
    const children = Object.keys(Object(readAt(content, holder)));
    const isGone = (key: string) =>
      wanted.has(JSON.stringify([...holder, typeof path.at(-1) === "number" ? Number(key) : key]));
    const left = children.filter((key) => !isGone(key));
    const isEmpty = left.length === 0 || isIncomplete(path, holder, left);
    // A part with fields of its own loses only its condition.
    const emptied = left.includes("if") && left.length > 1 ? [...holder, "if"] : holder;
    if (isEmpty && holder.length > 0 && !KEPT.test(toPointer(holder.map(String))))
      wanted.set(JSON.stringify(emptied), emptied);
  }
  const all = [...wanted.values()];
  return all.filter((path) => !all.some((other) => other.length < path.length && isInside(path, [other])));
}

/** Parts that every file keeps, also when they are empty. */
const KEPT =
  /^\/(?:properties|base|cases|steps|fields|lists|factors)$|^\/steps\/\d+\/answers$|^\/\d+\/answers(?:\/[^/]+)?$/;

/** A condition without consequence, a section without fields, a case without an expectation or without a change. */
function isIncomplete(path: JSONPath, holder: JSONPath, left: readonly string[]): boolean {
  const name = String(path.at(-1));
  if (name === "then" || name === "else")
    return !left.includes("then") && !left.includes("else") && left.includes("if");
  if (name === "fields" && holder.at(-2) === "sections") return true;
  const isCase = holder.length === 2 && holder[0] === "cases";
  return isCase && (name === "expect" || !left.some((key) => ["set", "remove", "context"].includes(key)));
}

export const readAt = (content: unknown, path: JSONPath): unknown =>
  path.length === 0 ? content : valueAt(content, pointerSegments(toPointer(path.map(String))));

/** From the last one on, so that the places of the others stay. */
export function removeAll(text: string, paths: readonly JSONPath[]): string {
  const last = (one: JSONPath, other: JSONPath): number => {
    const index = one.findIndex((segment, at) => segment !== other[at]);
    const [left, right] = [one[index], other[index]];
    return typeof left === "number" && typeof right === "number" ? right - left : 0;
  };
  return [...paths].sort(last).reduce((left, path) => editJson(left, path, undefined), text);
}
