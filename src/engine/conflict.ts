// Two people changed the same data: compares field by field. Where only one of them changed a field there is nothing to
// choose; a list (professions, files) is one field, a group (questions, coverages) is one per member (decisions 38).
import { sameValue, withValue } from "./formValues.ts";
import { isObject } from "./schemaTree.ts";
import type { Answers } from "./types.ts";

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

const same = (one: unknown, other: unknown) => sameValue(one ?? null, other ?? null);

interface Sides {
  base: Answers;
  yours: Answers;
  stored: Answers;
}

function compareInto(result: Comparison, { base, yours, stored }: Sides, path: string[]): void {
  for (const key of new Set([...Object.keys(yours), ...Object.keys(stored)])) {
    const [was, mine, theirs] = [base[key], yours[key], stored[key]];
    const at = [...path, key];
    if (path.length === 0 && isObject(mine) && isObject(theirs)) {
      compareInto(result, { base: isObject(was) ? was : {}, yours: mine, stored: theirs }, at);
      continue;
    }
    const changed = !same(mine, theirs) && !same(mine, was);
    result.merged = withValue(result.merged, at, changed ? mine : theirs);
    if (changed && !same(theirs, was)) result.conflicts.push({ path: at, yours: mine, stored: theirs });
  }
}

export function compare(base: Answers, yours: Answers, stored: Answers): Comparison {
  const result: Comparison = { merged: {}, conflicts: [] };
  compareInto(result, { base, yours, stored }, []);
  return result;
}

/** The merged data with the broker's choices; `choices` holds `stored` for the paths where the stored value stays. */
export function resolve(comparison: Comparison, choices: Record<string, "yours" | "stored">): Answers {
  return comparison.conflicts.reduce((data, { path, yours, stored }) => {
    return withValue(data, path, choices[path.join("/")] === "stored" ? stored : yours);
  }, comparison.merged);
}
