// Where an answer lives: JSON Pointer in the data, id of its field. The id (`<step>_<property>[_<child>]`) is the one
// identity of touched, errors and focus links, and on the page its DOM id.
import type { JsonObject } from "./types.ts";

export function pointerSegments(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => (segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment));
}

export function toPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The field a pointer belongs to. An element of an array belongs to the array's own field, since one widget shows the
 * whole array (professions, files); a numeric key of an object (a question's id) is a field of its own.
 */
export function fieldSegments(segments: readonly string[], data: unknown): readonly string[] {
  let current = data;
  for (let depth = 0; depth < segments.length; depth += 1) {
    if (Array.isArray(current)) return segments.slice(0, depth);
    current = current !== null && typeof current === "object" ? (current as JsonObject)[segments[depth]!] : undefined;
  }
  return segments;
}

export function fieldId(step: string, segments: readonly string[]): string {
  return segments.length === 0 ? step : `${step}_${segments.join("_")}`;
}

/** The value at a path, undefined where there is none. */
export function valueAt(data: unknown, segments: readonly string[]): unknown {
  let current = data;
  for (const segment of segments) {
    if (current === null || typeof current !== "object" || !Object.hasOwn(current, segment)) return undefined;
    current = (current as JsonObject)[segment];
  }
  return current;
}
