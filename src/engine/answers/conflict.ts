// Two people changed the same data: compares field by field. Where only one of them changed a field there is nothing to
// choose. A list (professions, files) is one field, a group (questions, coverages, rows of a table) is one per member (decisions 38).
// Records are paired by their ids: each person may add, remove or move one. Where it is unknown what both started from, every
// difference is to be chosen: one that only one side has may have been added there, or removed by the other.
import { CONFIRMED } from "../expressions/warnings.ts";
import { sameValue, withValue } from "../fields/formValues.ts";
import { pairRecords, type Records, readRecords } from "../fields/records.ts";
import { isObject } from "../schema/schemaTree.ts";
import type { Answers } from "../schema/types.ts";

interface FieldConflict {
  /** Path in the step's data: one or two members, or lists, the ids of their records and a member. A value is missing where its record is. */
  path: string[];
  yours: unknown;
  stored: unknown;
}

export interface Comparison {
  /** The changes of either side to fields that the other side did not change. */
  merged: Answers;
  conflicts: FieldConflict[];
}

const same = (left: unknown, right: unknown) => sameValue(left ?? null, right ?? null);

const UNKNOWN = Symbol("unknown");
const getMember = (base: unknown, key: string) => (base === UNKNOWN ? UNKNOWN : isObject(base) ? base[key] : undefined);

interface Sides {
  base: unknown;
  yours: Answers;
  stored: Answers;
}

function compareInto(result: Comparison, { base, yours, stored }: Sides, path: string[]): void {
  for (const key of new Set([...Object.keys(yours), ...Object.keys(stored)])) {
    const [was, mine, theirs] = [getMember(base, key), yours[key], stored[key]];
    const memberPath = [...path, key];
    if (Array.isArray(mine) && Array.isArray(theirs) && pairRecords(mine, theirs)) {
      compareRecords(result, { was, mine, theirs }, memberPath);
      continue;
    }
    if (isObject(mine) && isObject(theirs)) {
      compareInto(result, { base: was, yours: mine, stored: theirs }, memberPath);
      continue;
    }
    compareValue(result, { was, mine, theirs }, memberPath);
  }
}

interface Values {
  was: unknown;
  mine: unknown;
  theirs: unknown;
}

function compareValue(result: Comparison, { was, mine, theirs }: Values, path: string[]): void {
  const changed = !same(mine, theirs) && !same(mine, was);
  result.merged = withValue(result.merged, path, changed ? mine : theirs);
  if (changed && !same(theirs, was) && !path.includes(CONFIRMED))
    result.conflicts.push({ path, yours: mine, stored: theirs });
}

/** A record that both have is compared member by member. One that only one side has was added or removed as a whole. */
function compareRecords(result: Comparison, { was, mine, theirs }: Values, path: string[]): void {
  const [base, yours, stored] = [was, mine, theirs].map((list) => readRecords(list) ?? NO_RECORDS) as Triple;
  const ids = mergeOrder(base, yours, stored);
  // Whole records first, in their order: what is merged below takes their place.
  result.merged = withValue(
    result.merged,
    path,
    ids.map((id) => yours.get(id) ?? stored.get(id)),
  );
  for (const id of ids) {
    const [before, yourRecord, storedRecord] = [was === UNKNOWN ? was : base.get(id), yours.get(id), stored.get(id)];
    if (yourRecord && storedRecord)
      compareInto(result, { base: before, yours: yourRecord, stored: storedRecord }, [...path, id]);
    else compareValue(result, { was: before, mine: yourRecord, theirs: storedRecord }, [...path, id]);
  }
}

type Triple = [base: Records, yours: Records, stored: Records];
const NO_RECORDS: Records = new Map();

/** All ids in the stored order, or in yours if you moved records. What only the other side has comes last. */
function mergeOrder(base: Records, yours: Records, stored: Records): string[] {
  const inBoth = (records: Records) => [...records.keys()].filter((id) => base.has(id) && yours.has(id));
  const isMoved = !sameValue(inBoth(yours), inBoth(base));
  const [first, second] = isMoved ? [yours, stored] : [stored, yours];
  return [...new Set([...first.keys(), ...second.keys()])];
}

/** `base`: what both started from, or null if it is unknown. */
export function compare(base: Answers | null, yours: Answers, stored: Answers): Comparison {
  const result: Comparison = { merged: {}, conflicts: [] };
  compareInto(result, { base: base ?? UNKNOWN, yours, stored }, []);
  return result;
}

/** The merged data with the broker's choices. `choices` has `stored` for the paths where the stored value stays. */
export function resolve(comparison: Comparison, choices: Record<string, "yours" | "stored">): Answers {
  return comparison.conflicts.reduce((data, { path, yours, stored }) => {
    return withValue(data, path, choices[path.join("/")] === "stored" ? stored : yours);
  }, comparison.merged);
}

/**
 * The chosen answers, with what the fields contain that do not show now. `data`: everything that was entered, `active`: what
 * counts of it.
 */
export const withHidden = (chosen: Answers, data: Answers, active: Answers): Answers =>
  addHidden(chosen, data, active) as Answers;

function addHidden(chosen: unknown, data: unknown, active: unknown): unknown {
  const [records, entered, counted] = [chosen, data, active].map(readRecords) as [Records?, Records?, Records?];
  if (records && entered && counted)
    return [...records].map(([id, record]) => addHidden(record, entered.get(id), counted.get(id)));
  if (!isObject(chosen) || !isObject(data) || !isObject(active)) return chosen;
  const hidden = Object.entries(data).filter(([name]) => !Object.hasOwn(active, name));
  const shown = Object.entries(chosen).map(([name, value]) => [name, addHidden(value, data[name], active[name])]);
  return Object.fromEntries([...hidden, ...shown]);
}
