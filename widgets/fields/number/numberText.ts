// The text of a number field. `source` is what the broker wrote, `shown` is what the field shows of it: an amount in the
// notation of the language with its thousands grouped, any other text as written, for the rule to refuse. Either notation is
// read (decisions 60). Both texts always mean the same value. Without a `group` the two are one text until the field is left.
import { numericFormatter } from "react-number-format";
import { type NumberWords, parseMoney } from "#engine/values/formats.ts";
import type { Codec } from "../../runtime/draft.ts";

export interface Notation {
  group: string | undefined;
  decimal: string;
  /** A fraction has two decimals, as amounts have. Without it, those that it needs. */
  cents?: boolean;
  /** The currency or the unit that may be written around it. */
  words?: NumberWords;
}

/** One edit by the browser. */
export interface Edit {
  /** The whole text and the caret after the edit. */
  text: string;
  caret: number;
  /** What was put in: empty for a deletion, undefined when it is unknown. */
  put: string | undefined;
  isForward: boolean;
}

interface Range {
  start: number;
  end: number;
}

const UNGROUPED = /^-?(?:0|[1-9]\d*)?(?:[.,]\d{0,2})?$/;
const GROUPED = /^-?[1-9]\d{0,2}(?:[.,]\d{3})+(?:[.,]\d{0,2})?$/;
const EMPTY = /^[\s€']*$/;

/** Writes digits with a point before the cents in the notation of the language. */
const format = (digits: string, { group = "", decimal }: Notation): string =>
  numericFormatter(digits, { thousandSeparator: group, decimalSeparator: decimal });

const write = (value: number, { cents = false }: Notation): string =>
  cents && !Number.isInteger(value) ? value.toFixed(2) : String(value);

/** Separators of a grouped source are replaced one for one, so that places in both texts stay the same. */
function show(source: string, notation: Notation): string {
  const { group, decimal } = notation;
  if (group === undefined || parseMoney(source, notation.words) === null) return source;
  if (GROUPED.test(source)) return source.replace(/[.,](?=\d{3})/g, group).replace(/[.,](?=\d{0,2}$)/, decimal);
  return UNGROUPED.test(source) ? format(source.replace(",", "."), notation) : source;
}

/** A number field's text to its value and back. */
export const numberCodec = (notation: Notation): Codec => ({
  parse: (text) => (EMPTY.test(text) ? undefined : (parseMoney(text, notation.words) ?? text.trim())),
  format: (value) => (typeof value === "number" ? format(write(value, notation), notation) : String(value ?? "")),
});

export class NumberText {
  #shown = "";
  #source = "";
  readonly #notation: Notation;

  constructor(notation: Notation) {
    this.#notation = notation;
  }

  get shown(): string {
    return this.#shown;
  }

  /** Takes a whole text: a value from elsewhere, a fill without an event, undo. Our own grouping is not part of the source. */
  adopt(text: string): void {
    if (text === this.#shown) return;
    const bare = this.#withoutGroups(text);
    this.#source = show(bare, this.#notation) === text ? bare : text;
    this.#shown = text;
  }

  /** Takes an edit. Returns the place of the caret in `shown`. */
  edit(edit: Edit): number {
    const range = this.#findReplaced(edit);
    if (range) return this.#replace(range, edit);
    this.adopt(edit.text);
    return edit.caret;
  }

  /**
   * The range of the shown text that the edit replaced, or undefined unless range and insertion explain the whole new
   * text.
   */
  #findReplaced({ text, caret, put }: Edit): Range | undefined {
    if (put === undefined) return undefined;
    const start = caret - put.length;
    const end = this.#shown.length - (text.length - caret);
    const explained = this.#shown.slice(0, start) + put + this.#shown.slice(end);
    return start >= 0 && end >= start && explained === text ? { start, end } : undefined;
  }

  #replace(range: Range, { put = "", isForward }: Edit): number {
    const { start, end } = this.#inSource(range, put, isForward);
    const source = this.#source.slice(0, start) + put + this.#source.slice(end);
    const value = put.length > 1 && /[^\d.,-]/.test(put) ? parseMoney(source, this.#notation.words) : null;
    this.#source = value === null ? source : write(value, this.#notation);
    this.#shown = show(this.#source, this.#notation);
    return value === null ? this.#toShown(start + put.length) : this.#shown.length;
  }

  /** A deletion of a separator of ours deletes the digit beside it. */
  #inSource({ start, end }: Range, put: string, isForward: boolean): Range {
    const range = { start: this.#toSource(start), end: this.#toSource(end) };
    if (put !== "" || start === end || range.start < range.end) return range;
    return isForward ? { ...range, end: range.end + 1 } : { ...range, start: Math.max(0, range.start - 1) };
  }

  #withoutGroups(text: string): string {
    const { group } = this.#notation;
    return group === undefined ? text : text.replaceAll(group, "");
  }

  /** Whether the shown text has separators that the source lacks. */
  get #hasGroups(): boolean {
    return this.#shown.length > this.#source.length;
  }

  #toSource(offset: number): number {
    return this.#hasGroups ? this.#withoutGroups(this.#shown.slice(0, offset)).length : offset;
  }

  #toShown(offset: number): number {
    let shown = 0;
    while (this.#toSource(shown) < offset && shown < this.#shown.length) shown += 1;
    return shown;
  }
}
