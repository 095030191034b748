// Where the comparers of single subjects collect their sentences, and how two JSON values are walked side by side, so that no
// difference is passed over: a row of a table names it, otherwise it is reported as "changed at" with its place.
import { sameValue } from "#engine/fields/formValues.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Labelled } from "../words/labels.ts";
import { inWords, NO_WORDS, type Phrase, percent, phrase, plain, type Value, type Words } from "../words/words.ts";

/** The three questions of a report. */
export type Question = "customer" | "price" | "outcome";

export interface Change {
  kind: Phrase;
  question: Question;
  /** Null: all products share it. */
  product: string | null;
  /** The step that it is about, or another part such as "tariff". */
  part: string;
  file: string;
  /** JSON Pointer into the file, of the content that has the thing. */
  place: string;
  sentence: Words;
}

type Kind = "turns" | "moves" | "becomes" | "new" | "gone";
type Where = Pick<Change, "product" | "part" | "file">;

/** A product as it was and as it is. */
export interface Sides {
  old: Labelled;
  now: Labelled;
}

/** What a row of a table describes: a member, an item of a list, or a whole part. */
export interface Described {
  what: Words;
  subject?: Words | undefined;
  from?: Words | undefined;
  to?: Words | undefined;
  /** Numbers: a percentage is added. */
  ratio?: boolean | undefined;
  /** A number that is a choice: it does not go up or down. */
  isChoice?: boolean | undefined;
  when?: Words | undefined;
}

/** A place while two values are walked. `at` has `*` for each item of a list. */
export interface Place {
  at: string;
  pointer: string;
  /** The items of lists on the way, outermost first, of the content that has the place. */
  owners: readonly JsonObject[];
}

export interface Row {
  at: RegExp;
  /** Null: a remark for colleagues, which changes nothing. */
  describe: ((values: { from: unknown; to: unknown; match: RegExpExecArray; place: Place }) => Described | null) | null;
}

export class Changes {
  readonly list: Change[];
  readonly where: Where;

  constructor(where: Where, list: Change[] = []) {
    this.where = where;
    this.list = list;
  }

  /** The same list, about another part or file. */
  about(part: string, file: string): Changes {
    return new Changes({ ...this.where, part, file }, this.list);
  }

  add(kind: Phrase, pointer: string, values: Record<string, Value> = {}): void {
    const sentence = capitalised(phrase(kind, values));
    const question = findQuestion(this.where.part);
    const isSame = (other: Change) => other.part === this.where.part && sameValue(other.sentence, sentence);
    if (!this.list.some(isSame)) this.list.push({ kind, question, ...this.where, place: pointer, sentence });
  }

  /** Describes the change of something that a row covers. */
  describe(pointer: string, described: Described, numbers?: [unknown, unknown]): void {
    const { what, subject, from, to, ratio, when = NO_WORDS } = described;
    const common = { what, when };
    if (from && to) {
      const percent = ratio ? growth(numbers) : NO_WORDS;
      this.#say(findKind(to, subject, numbers), pointer, { ...common, from, to, percent }, subject);
    } else this.#say(to ? "new" : "gone", pointer, { ...common, detail: writeDetail(to ?? from) }, subject);
  }

  #say(kind: Kind, pointer: string, values: Record<string, Words>, subject: Words | undefined): void {
    if (subject) this.add(kind, pointer, { ...values, subject });
    else if (kind !== "turns") this.add(`${kind}.alone`, pointer, values);
  }

  /** Reported as written, as deep as the difference is. */
  other(before: unknown, after: unknown, pointer: string): void {
    if (sameValue(before, after)) return;
    const location = `${this.where.file} ${pointer}`;
    if (isObject(before) && isObject(after)) {
      for (const name of Object.keys({ ...before, ...after }))
        this.other(before[name], after[name], `${pointer}/${name}`);
    } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
      for (const [index, item] of before.entries()) this.other(item, after[index], `${pointer}/${index}`);
    } else if (before === undefined) this.add("place.added", pointer, { place: location, to: plain(after) });
    else if (after === undefined) this.add("place.removed", pointer, { place: location, from: plain(before) });
    else this.add("place.changed", pointer, { place: location, from: plain(before), to: plain(after) });
  }

  /** Traverses both values. The first row that fits a place describes it. */
  walk(
    rows: readonly Row[],
    before: unknown,
    after: unknown,
    location: Place = { at: "", pointer: "", owners: [] },
  ): void {
    if (sameValue(before, after) || this.#describeBy(rows, before, after, location)) return;
    if (location.at.endsWith("/order")) this.other(JSON.stringify(before), JSON.stringify(after), location.pointer);
    else if (
      Array.isArray(before) &&
      Array.isArray(after) &&
      [...before, ...after].every((item) => !Array.isArray(item))
    )
      this.#walkList(rows, before, after, location);
    else if (isObject(before) && isObject(after))
      for (const name of Object.keys({ ...before, ...after })) {
        const nextPath = location.at === "" ? name : `${location.at}/${name}`;
        this.walk(rows, before[name], after[name], {
          ...location,
          at: nextPath,
          pointer: `${location.pointer}/${name}`,
        });
      }
    else this.other(before, after, location.pointer);
  }

  /** Whether a row describes the place. */
  #describeBy(rows: readonly Row[], from: unknown, to: unknown, location: Place): boolean {
    for (const { at, describe } of rows) {
      const match = at.exec(location.at);
      if (!match) continue;
      if (!describe) return true;
      const described = describe({ from, to, match, place: location });
      if (!described) continue;
      const isNumeric = typeof from === "number" && typeof to === "number" && !described.isChoice;
      this.describe(location.pointer, described, isNumeric ? [from, to] : undefined);
      return true;
    }
    return false;
  }

  #walkList(rows: readonly Row[], before: unknown[], after: unknown[], location: Place): void {
    const { added, removed, kept, moved } = pairUp(before, after, findKey(before, after));
    // An item whose key alone changed is the same item.
    for (const [item, index] of [...added]) {
      const earlier = removed.find(([other, position]) => position === index && isNearlySame(other, item));
      if (!earlier) continue;
      added.splice(
        added.findIndex((pair) => pair[1] === index),
        1,
      );
      removed.splice(removed.indexOf(earlier), 1);
      kept.push([earlier[0], item, index]);
    }
    const inside = (item: unknown, index: number): Place => ({
      at: `${location.at}/*`,
      pointer: `${location.pointer}/${index}`,
      owners: [...location.owners, isObject(item) ? item : { value: item }],
    });
    for (const [item, index] of added) this.walk(rows, undefined, item, inside(item, index));
    for (const [item, index] of removed) this.walk(rows, item, undefined, inside(item, index));
    if (moved) this.walk(rows, wrapOrder(before), wrapOrder(after), { ...location, at: `${location.at}/order` });
    for (const [from, to, index] of kept) this.walk(rows, from, to, inside(to, index));
  }
}

const isYesOrNo = ({ nl }: Words): boolean => nl === phrase("yes").nl || nl === phrase("no").nl;

const capitalised = (words: Words): Words =>
  inWords((language) => words[language].charAt(0).toUpperCase() + words[language].slice(1));

const findQuestion = (part: string): Question =>
  /^(tariff|rates)/.test(part) ? "price" : part === "cases" ? "outcome" : "customer";

function findKind(to: Words, subject: Words | undefined, numbers: unknown): Kind {
  if (subject && isYesOrNo(to)) return "turns";
  return numbers ? "moves" : "becomes";
}

/** The value of an added or removed part, unless its name is enough. */
const writeDetail = (value = NO_WORDS): Words =>
  value.nl === "" || isYesOrNo(value) ? NO_WORDS : phrase("detail", { value });

function growth([from, to]: readonly unknown[] = []): Words {
  const ratio = (Number(to) / Number(from) - 1) * 100;
  return Number.isFinite(ratio) ? phrase("growth", { percent: percent(ratio, true) }) : NO_WORDS;
}

const KEYS = ["id", "key", "name", "value", "from", "up_to", "title", "block"];

/** The member by which the items of a list are known, or the item itself if it is no object. */
function findKey(...lists: unknown[][]): (item: unknown) => unknown {
  const isKey = (key: string) =>
    lists.every((list) => {
      const values = list.map((item) => (isObject(item) ? item[key] : undefined));
      return values.every((value) => value !== undefined) && new Set(values).size === values.length;
    });
  const key = KEYS.find(isKey);
  const isConditional = lists.flat().some((item) => isObject(item) && item.if);
  return (item) => {
    if (!isObject(item)) return JSON.stringify(item);
    if (key) return item[key];
    if (isConditional) return JSON.stringify(item.if ?? null);
    return item.step && item.field ? `${item.step}.${item.field}` : JSON.stringify(item);
  };
}

function isNearlySame(left: unknown, other: unknown): boolean {
  if (!isObject(left) || !isObject(other)) return false;
  const names = Object.keys({ ...left, ...other });
  return names.length > 1 && names.filter((name) => !sameValue(left[name], other[name])).length === 1;
}

/** The items in their order, as a value that differs if the order does. */
const wrapOrder = (list: readonly unknown[]) => ({ order: list });

interface Pairing<T> {
  added: [T, number][];
  removed: [T, number][];
  kept: [before: T, after: T, index: number][];
  /** Kept items are in another order. */
  moved: boolean;
}

/** Pairs two lists by the names of their items. */
export function pairUp<T>(before: readonly T[], after: readonly T[], name: (item: T) => unknown): Pairing<T> {
  const [old, now] = [before, after].map((list) => new Map(list.map((item, index) => [name(item), index])));
  const paired: Pairing<T> = { added: [], removed: [], kept: [], moved: false };
  for (const [index, item] of before.entries()) if (!now?.has(name(item))) paired.removed.push([item, index]);
  let last = -1;
  for (const [index, item] of after.entries()) {
    const position = old?.get(name(item));
    if (position === undefined) paired.added.push([item, index]);
    else {
      paired.kept.push([before[position]!, item, index]);
      if (position < last) paired.moved = true;
      last = Math.max(last, position);
    }
  }
  return paired;
}

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
