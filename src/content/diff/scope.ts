// What the comparers of single subjects share: where they say what they find, and how members and lists are compared, so
// that no member that nobody knows is passed over.
import { sameValue } from "#engine/formValues.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { Labelled } from "./labels.ts";
import { type Kind, plain, sentence, type Value, type Words } from "./words.ts";

export interface Change {
  kind: Kind;
  /** Null: what all products share. */
  product: string | null;
  /** The step that it is about, or another part such as "tariff". */
  part: string;
  file: string;
  /** JSON Pointer into it, of the content where the thing is. */
  place: string;
  sentence: Words;
}

/** Compares what stands at one place; null: it is a remark for colleagues, which changes nothing. */
export type Compare = ((before: unknown, after: unknown, place: string) => void) | null;

export class Scope {
  readonly changes: Change[];
  readonly #where: Pick<Change, "product" | "part" | "file">;

  constructor(where: Pick<Change, "product" | "part" | "file">, changes: Change[] = []) {
    this.#where = where;
    this.changes = changes;
  }

  /** The same list of changes, about another part or file. */
  about(part: string, file: string): Scope {
    return new Scope({ ...this.#where, part, file }, this.changes);
  }

  say(kind: Kind, place: string, values: Record<string, Value> = {}): void {
    const said: Change = { kind, place, ...this.#where, sentence: sentence(kind, values) };
    const is = JSON.stringify(said.sentence);
    const same = (one: Change) => one.part === said.part && JSON.stringify(one.sentence) === is;
    if (!this.changes.some(same)) this.changes.push(said);
  }

  /** Every member that differs goes to who knows it, else it is told as it is written. */
  members(before: unknown, after: unknown, known: Readonly<Record<string, Compare>>, place = ""): void {
    const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (sameValue(old[name], now[name])) continue;
      const compare = Object.hasOwn(known, name) ? known[name] : undefined;
      if (compare) compare(old[name], now[name], `${place}/${name}`);
      else if (compare === undefined) this.other(old[name], now[name], `${place}/${name}`);
    }
  }

  /** As deep as the difference is. */
  other(before: unknown, after: unknown, place: string): void {
    if (sameValue(before, after)) return;
    const where = `${this.#where.file} ${place}`;
    if (isObject(before) && isObject(after)) this.members(before, after, {}, place);
    else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
      for (const [index, one] of before.entries()) this.other(one, after[index], `${place}/${index}`);
    else if (before === undefined) this.say("place.added", place, { place: where, to: plain(after) });
    else if (after === undefined) this.say("place.removed", place, { place: where, from: plain(before) });
    else this.say("place.changed", place, { place: where, from: plain(before), to: plain(after) });
  }
}

interface Pairing<T> {
  added: [T, number][];
  removed: [T, number][];
  kept: [before: T, after: T, index: number][];
  /** What is kept stands in another order. */
  moved: boolean;
}

/** Two lists by what their items are called. */
export function pairUp<T>(before: readonly T[], after: readonly T[], name: (item: T) => unknown): Pairing<T> {
  const [old, now] = [before, after].map((list) => new Map(list.map((item, index) => [name(item), index])));
  const paired: Pairing<T> = { added: [], removed: [], kept: [], moved: false };
  for (const [index, item] of before.entries()) if (!now?.has(name(item))) paired.removed.push([item, index]);
  let last = -1;
  for (const [index, item] of after.entries()) {
    const at = old?.get(name(item));
    if (at === undefined) paired.added.push([item, index]);
    else {
      paired.kept.push([before[at]!, item, index]);
      if (at < last) paired.moved = true;
      last = Math.max(last, at);
    }
  }
  return paired;
}

/** A product as it was and as it is. */
export interface Sides {
  old: Labelled;
  now: Labelled;
  /** A field has another name: what only follows from that is no change. */
  renamed: boolean;
}

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const asNumber = (value: unknown): number => (typeof value === "number" ? value : Number.NaN);
export const isUp = (before: unknown, after: unknown): boolean => asNumber(after) > asNumber(before);
