// Two people changed the same data: compares field by field. Where only one of them changed a field there is nothing to
// choose; a list (professions, files) is one field, a group (questions, coverages) is one per member (decisions 38).
import type { Answers, JsonObject } from "./types.ts";

interface FieldConflict {
  /** Path in the step's data: one or two members. */
  path: string[];
  yours: unknown;
  stored: unknown;
}

export interface Comparison {
  /** The changes of either side to fields that the other side did not change. */
  merged: Answers;
  conflicts: FieldConflict[];
}

const isGroup = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

function put(target: JsonObject, path: readonly string[], value: unknown): void {
  const [head = "", ...rest] = path;
  if (rest.length > 0) {
    const inner = isGroup(target[head]) ? { ...target[head] } : {};
    put(inner, rest, value);
    target[head] = inner;
  } else if (value === undefined) {
    delete target[head];
  } else {
    target[head] = value;
  }
}

interface Sides {
  base: Answers;
  yours: Answers;
  stored: Answers;
}

function compareInto(result: Comparison, { base, yours, stored }: Sides, path: string[]): void {
  for (const key of new Set([...Object.keys(yours), ...Object.keys(stored)])) {
    const [was, mine, theirs] = [base[key], yours[key], stored[key]];
    const at = [...path, key];
    if (path.length === 0 && isGroup(mine) && isGroup(theirs)) {
      compareInto(result, { base: isGroup(was) ? was : {}, yours: mine, stored: theirs }, at);
    } else if (same(mine, theirs) || same(mine, was)) {
      put(result.merged, at, theirs);
    } else if (same(theirs, was)) {
      put(result.merged, at, mine);
    } else {
      put(result.merged, at, mine);
      result.conflicts.push({ path: at, yours: mine, stored: theirs });
    }
  }
}

export function compare(base: Answers, yours: Answers, stored: Answers): Comparison {
  const result: Comparison = { merged: {}, conflicts: [] };
  compareInto(result, { base, yours, stored }, []);
  return result;
}

/** The merged data with the broker's choices; `choices` holds `stored` for the paths where the stored value stays. */
export function resolve(comparison: Comparison, choices: Record<string, "yours" | "stored">): Answers {
  const data = { ...comparison.merged };
  for (const conflict of comparison.conflicts) {
    put(data, conflict.path, choices[conflict.path.join("/")] === "stored" ? conflict.stored : conflict.yours);
  }
  return data;
}
