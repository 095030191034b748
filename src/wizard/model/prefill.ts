// What the register says about a company, laid over what the broker typed: empty and untouched fields are filled, a field
// that the broker changed is not overwritten but offered (decisions 18). Pure; asks nobody.
import type { JsonObject } from "#engine/types.ts";

export interface PrefillResult {
  data: JsonObject;
  filled: string[];
  offers: Record<string, unknown>;
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `before` is what the server had stored, so a field that still equals it was not touched by the broker. */
export function mergePrefill(
  current: JsonObject,
  before: JsonObject,
  register: JsonObject,
  keep: readonly string[] = [],
): PrefillResult {
  const result: PrefillResult = { data: { ...current }, filled: [], offers: {} };
  for (const [field, value] of Object.entries(register)) {
    if (keep.includes(field) || isEmpty(value) || same(current[field], value)) continue;
    if (isEmpty(current[field]) || same(current[field], before[field])) {
      result.data[field] = value;
      result.filled.push(field);
    } else {
      result.offers[field] = value;
    }
  }
  return result;
}

/** Once per distinct complete value: says whether this value still has to be asked for. */
export function createPrefillMemory(length: number) {
  const asked = new Set<string>();
  return {
    wants(value: unknown): value is string {
      return typeof value === "string" && value.length === length && /^\d+$/.test(value) && !asked.has(value);
    },
    remember(value: string) {
      asked.add(value);
    },
    /** A failed call may be asked again with the same value. */
    forget(value: string) {
      asked.delete(value);
    },
  };
}
