// Traverses two JSON values side by side and gives a row for each difference, at the outermost place that only one of them
// has. Items of lists are paired by what identifies them, so that a new item is one row.
import { expressionWords } from "#engine/expressions/expressionWords.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { t } from "../read/findings/translate.ts";
import { type Labels, writeValue } from "./labels.ts";

/** One difference. A whole comparison is a table of these. */
export interface Row {
  /** Key. Null: all products share it. */
  product: string | null;
  /** The step that it is about, or another part such as `tariff`. */
  part: string;
  /** In the words of the screen where there are some. */
  where: string;
  before: string;
  after: string;
  /** File and JSON Pointer. Empty for results. */
  place: string;
}

/** The labels of a product as it was and as it is. */
export interface Sides {
  old: Labels;
  now: Labels;
}

export interface Part extends Pick<Row, "product" | "part"> {
  file: string;
  /** Of a step: what the file contains. */
  step?: "schema" | "layout";
  sides?: Sides | undefined;
}

interface Place {
  pointer: string;
  /** Names of what is around it, outermost first. */
  words: readonly string[];
  /** Of a step: the members that lead to the field. */
  field: readonly string[];
  /** Address of the answer that a tariff reads here. */
  answer?: string | undefined;
}

export function findDifferences(part: Part, before: unknown, after: unknown): Row[] {
  const differences = new Differences(part);
  differences.walk(before, after, { pointer: "", words: [], field: [] });
  return differences.rows;
}

/** Keywords of a schema that only hold other schemas. */
const STRUCTURE = new Set(["properties", "items", "allOf", "then"]);
const LONGEST = 160;

class Differences {
  readonly rows: Row[] = [];
  readonly #part: Part;

  constructor(part: Part) {
    this.#part = part;
  }

  walk(before: unknown, after: unknown, place: Place): void {
    if (sameValue(before, after)) return;
    if (isObject(before) && isObject(after)) {
      for (const key of Object.keys({ ...before, ...after }))
        this.walk(before[key], after[key], this.#enter(place, key, after[key] ?? before[key]));
    } else if (Array.isArray(before) && Array.isArray(after)) this.#walkLists(before, after, place);
    else this.#add(place, before, after);
  }

  #walkLists(before: readonly unknown[], after: readonly unknown[], place: Place): void {
    const identify = chooseIdentity(before, after);
    const [old, now] = [index(before, identify), index(after, identify)];
    const common = [...old.keys()].filter((key) => now.has(key));
    const order = [...now.keys()].filter((key) => old.has(key));
    const [oldKeys, nowKeys] = [[...old.keys()], [...now.keys()]];
    for (const [position, key] of nowKeys.entries()) {
      const previous = oldKeys[position] ?? "";
      if (old.has(key) || now.has(previous) || !isNearlySame(old.get(previous), now.get(key))) continue;
      // An item of which only the identity changed is the same item.
      old.set(key, old.get(previous));
      old.delete(previous);
    }
    for (const key of new Set([...old.keys(), ...now.keys()])) {
      const item = now.get(key) ?? old.get(key);
      const position = after.indexOf(item);
      this.walk(old.get(key), now.get(key), this.#enterItem(place, key, item, String(Math.max(position, 0))));
    }
    if (!sameValue(common, order)) {
      const names = (keys: readonly string[]) => keys.map((key) => this.#nameItem(place, key, now.get(key))).join(", ");
      this.#add({ ...place, words: [...place.words, t`order`] }, names(common), names(order));
    }
  }

  #enter(place: Place, key: string, value: unknown): Place {
    const { step } = this.#part;
    const below = { ...place, pointer: `${place.pointer}/${key}` };
    if (isObject(value) && typeof (value.answer ?? value.each) === "string")
      below.answer = String(value.answer ?? value.each);
    const isField =
      step === "layout" ? place.words.length === 0 && !key.startsWith("ui:") : place.pointer.endsWith("/properties");
    if (step && isField) return { ...below, field: [...place.field, key] };
    if (step === "schema" && STRUCTURE.has(key)) return below;
    const isValue = place.answer !== undefined && place.pointer.endsWith("/values");
    return { ...below, words: [...place.words, isValue ? this.#nameChoice(place.answer!, key) : key] };
  }

  #enterItem(place: Place, key: string, item: unknown, position: string): Place {
    const below = this.#enter({ ...place, words: [] }, position, item);
    // An item that is not an object is itself the value of the row.
    const words = isObject(item) ? [...place.words, this.#nameItem(place, key, item)] : place.words;
    return { ...below, field: place.field, words };
  }

  #nameItem(place: Place, key: string, item: unknown): string {
    if (!isObject(item)) return key;
    const label = (find: (labels: Labels) => string | undefined) => this.#label(find);
    const { answer, value = item.up_to, id } = item;
    if (this.#part.step && isObject(item.if))
      return t`if ${label((labels) => labels.condition(this.#part.part, item.if as object))}`;
    if (item.when !== undefined && item.values) return t`when ${expressionWords(item.when as Expression)}`;
    if (item.question_text) return `${id} ${label((labels) => labels.question(String(id)))}`;
    if (place.pointer === "/steps") return label((labels) => labels.step(key)) ?? key;
    if (typeof answer === "string") return label((labels) => labels.answer(answer)) ?? key;
    return place.answer === undefined || value === undefined ? key : this.#nameChoice(place.answer, value);
  }

  #nameChoice(address: string, choice: unknown): string {
    const [step = "", ...path] = address.split(".");
    const value = typeof choice === "string" ? readKey(choice) : choice;
    return this.#label((labels) => labels.value(step, path, value)) ?? String(choice);
  }

  /** What it is called now, or what it was called. */
  #label(find: (labels: Labels) => string | undefined): string | undefined {
    const { sides } = this.#part;
    return sides && (find(sides.now) ?? find(sides.old));
  }

  #add({ pointer, words, field }: Place, before: unknown, after: unknown): void {
    const { product, part, file, step } = this.#part;
    const isWhole = before === undefined || after === undefined;
    const write = (value: unknown, labels: Labels | undefined) => {
      const isName = step === "schema" && words.includes("required") && typeof value === "string";
      if (labels && isName) return labels.field(part, [...field, value]) ?? value;
      const text = labels && step === "schema" ? labels.value(part, field, value) : writeValue(value);
      return isWhole && typeof value === "object" && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    };
    const name = field.length > 0 ? (this.#label((labels) => labels.field(part, field)) ?? field.join(".")) : [];
    const around = step ? (this.#label((labels) => labels.step(part)) ?? part) : part;
    const where = [around, ...[name].flat(), ...words].join(" · ");
    const { old, now } = this.#part.sides ?? {};
    const values = { before: write(before, old), after: write(after, now) };
    this.rows.push({ product, part, where, ...values, place: `${file} ${pointer}`.trim() });
  }
}

const readKey = (key: string): unknown => (/^(true|false|-?\d+(\.\d+)?)$/.test(key) ? JSON.parse(key) : key);

const KEYS = ["id", "key", "name", "value", "from", "up_to", "title", "block"];

type Identify = (item: unknown, position: number) => string;

/** By the first member that all items have and that differs between them. Other objects by their condition or place. */
function chooseIdentity(...lists: (readonly unknown[])[]): Identify {
  const key = KEYS.find((name) =>
    lists.every((list) => {
      const values = list.map((item) => (isObject(item) ? item[name] : undefined));
      return values.every((value) => value !== undefined) && new Set(values).size === values.length;
    }),
  );
  const isEven = lists[0]?.length === lists[1]?.length;
  return (item, position) => {
    if (!isObject(item)) return isEven && Array.isArray(item) ? String(position) : writeValue(item);
    if (key) return String(item[key]);
    const condition = item.if ?? item.when;
    if (condition !== undefined) return writeValue(condition);
    return isEven ? String(position) : writeValue(item);
  };
}

/** An item that occurs twice has a number. */
function index(list: readonly unknown[], identify: Identify): Map<string, unknown> {
  const items = new Map<string, unknown>();
  for (const [position, item] of list.entries()) {
    const key = identify(item, position);
    items.set(items.has(key) ? `${key} #${position}` : key, item);
  }
  return items;
}

function isNearlySame(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys({ ...left, ...right });
  return names.length > 1 && names.filter((name) => !sameValue(left[name], right[name])).length === 1;
}
