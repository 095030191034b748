// Merges the register's values into the broker's answers, and removes them when the number changes (decisions 18, 83).
import { sameValue } from "#engine/fields/formValues.ts";
import type { Answers } from "#engine/schema/types.ts";

interface PrefillResult {
  data: Answers;
  filled: string[];
  offers: Record<string, unknown>;
}

interface PrefillFacts {
  /** The values that came with the number before, or that the server had stored: a field that still holds its own is untouched. */
  untouched: Answers;
  locked: readonly string[];
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

export function mergePrefill(current: Answers, values: Answers, { untouched, locked }: PrefillFacts): PrefillResult {
  const result: PrefillResult = { data: { ...current }, filled: [], offers: {} };
  for (const [field, value] of Object.entries(values)) {
    if (isEmpty(value) || sameValue(current[field], value)) continue;
    const free = isEmpty(current[field]) || (field in untouched && sameValue(current[field], untouched[field]));
    if (free || locked.includes(field)) {
      result.data[field] = value;
      result.filled.push(field);
    } else {
      result.offers[field] = value;
    }
  }
  return result;
}

/** Returns the answers without the values of the previous number that are unchanged or locked. */
export function withoutPrefill(current: Answers, { untouched, locked }: PrefillFacts): Answers {
  const gone = Object.keys(current).filter(
    (field) => locked.includes(field) || (field in untouched && sameValue(current[field], untouched[field])),
  );
  return gone.length === 0
    ? current
    : Object.fromEntries(Object.entries(current).filter(([field]) => !gone.includes(field)));
}
