// How a number field reads what changes in it, around react-number-format: either notation (decisions 60), pasted text as
// a whole. A key that the library would drop makes the text no amount: it stays as typed, and the rule refuses it.
import { parseMoney } from "#engine/formats.ts";
import type { Codec } from "../draft.ts";

/** Said with an amount without being part of it. */
const IGNORED = /[\s\u00a0\u202f€']/;
const NUMBER = /^-?\d*(\.\d{0,2})?$/;

/** Text of a number field, a point before the cents, to the value and back. */
export const numberCodec: Codec = {
  parse(text) {
    const bare = text.trim();
    const value = /\d/.test(bare) && NUMBER.test(bare) ? Number(bare) : Number.NaN;
    if (!Number.isSafeInteger(Math.round(value * 100))) return bare || undefined;
    return value === 0 ? 0 : value;
  },
  format(value) {
    if (typeof value !== "number") return value === undefined || value === null ? "" : String(value);
    return Number.isInteger(value) ? String(value) : value.toFixed(2);
  },
};

interface Change {
  from: { start: number; end: number };
  to: { start: number; end: number };
  lastValue: string;
}
type Format = (text: string) => string;
type Read = (text: string, change?: Change) => string;

interface NumberReader {
  format: Format;
  read: Read;
}

interface Notation {
  group: string | undefined;
  decimal: string;
}

/** What the keys said so far: `1.234,50` groups with a point, so a third digit after the comma is not another group. */
interface Typed {
  group?: string | undefined;
  separator?: string | undefined;
}

const cents = (text: string): number => (text.includes(".") ? text.length - text.indexOf(".") - 1 : 0);
const trimmed = (text: string): string => text.replace(/^(-?)0+(?=\d)/, "$1");

/** `library` writes and reads the notation; what it would cut, move or lose is decided here. */
export function createNumberReader(library: { format: Format; read: Read }, notation: Notation): NumberReader {
  const { group, decimal } = notation;
  const grouped = group ? `|\\d{1,3}(\\${group}\\d{3})+` : "";
  const own = new RegExp(`^-?(\\d*${grouped})(\\${decimal}\\d{0,2})?$`);
  let typed: Typed = {};

  const plain = (text: string): string => (own.test(text) ? library.read(text, undefined) : text);

  function whole(text: string): string {
    const value = parseMoney(text);
    return value === null ? text.trim() : numberCodec.format(value);
  }

  /** A third digit after one separator: that separator was between thousands. */
  function regrouped(last: string, digit: string): string | null {
    const [, sign = "", before = "", after = ""] = /^(-?)(\d*)\.(\d\d)$/.exec(last) ?? [];
    const fits = typed.group ? typed.group === typed.separator : /^[1-9]\d{0,2}$/.test(before);
    if (!typed.separator || !fits) return null;
    typed = { group: typed.separator };
    return `${sign}${before}${after}${digit}`;
  }

  function digit(text: string, change: Change, pressed: string): string {
    const next = trimmed(library.read(text, change));
    if (cents(next) <= 2) return next;
    const atEnd = change.to.end === text.length;
    return (atEnd && regrouped(plain(change.lastValue), pressed)) || text;
  }

  /** A second separator or sign, and one where none can be, stay visible. */
  function sign(text: string, change: Change, pressed: string): string {
    const last = plain(change.lastValue);
    if (pressed === "-") return last.startsWith("-") || change.to.start > 0 ? text : library.read(text, change);
    const next = trimmed(library.read(text, change));
    if (next === last || cents(next) > 2) return text;
    typed.separator = pressed;
    return next;
  }

  function key(text: string, change: Change, pressed: string): string {
    if (/\d/.test(pressed)) return digit(text, change, pressed);
    if (/[.,-]/.test(pressed)) return sign(text, change, pressed);
    return IGNORED.test(pressed) ? plain(change.lastValue) : text;
  }

  return {
    format: (text) => (NUMBER.test(text) ? library.format(text) : text),
    read(text, change) {
      if (!change) return plain(text);
      if (text === "") typed = {};
      const put = text.slice(change.to.start, change.to.end);
      if (!own.test(change.lastValue)) return whole(text);
      if (put.length > 1 && !/^\d+$/.test(put)) return whole(text);
      return put.length === 1 ? key(text, change, put) : trimmed(library.read(text, change));
    },
  };
}
