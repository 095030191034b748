// How a number field reads changes, around react-number-format: either notation (decisions 60), pasted text as a whole. A key
// that the library would drop makes the text no amount, and it stays as typed. The value is read from the whole typed text,
// not from what is shown meanwhile; what cannot be read is for the rule to refuse.
import { parseMoney } from "#engine/formats.ts";
import type { Codec } from "../draft.ts";
import { type Change, IGNORED, TypedKeys } from "./typedKeys.ts";

const NUMBER = /^-?\d*(\.\d{0,2})?$/;

/** Text of a number field to the value, and the value with a point before the cents. */
export const numberCodec: Codec = {
  parse(text) {
    const isEmpty = [...text].every((char) => IGNORED.test(char));
    return isEmpty ? undefined : (parseMoney(text) ?? text.trim());
  },
  format(value) {
    if (typeof value !== "number") return value === undefined || value === null ? "" : String(value);
    return Number.isInteger(value) ? String(value) : value.toFixed(2);
  },
};

type Format = (text: string) => string;
type Read = (text: string, change?: Change) => string;
interface Library {
  format: Format;
  read: Read;
}

interface NumberReader extends Library {
  /** The text that the last key made, as typed; undefined where only the shown one is known. */
  typed: () => string | undefined;
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

/** `library` writes and reads the notation; this decides about what it would cut, move or lose. */
function createKeyReader(library: Library, { group, decimal }: Notation) {
  const grouped = group ? `|[1-9]\\d{0,2}(\\${group}\\d{3})+` : "";
  const own = new RegExp(`^-?(\\d*${grouped})(\\${decimal}\\d{0,2})?$`);
  let typed: Typed = {};

  const plain = (text: string): string => (own.test(text) ? library.read(text, undefined) : text);

  const whole = (text: string): string => numberCodec.format(numberCodec.parse(text));

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

  function changed(text: string, change: Change, put: string): string {
    if (text === "") typed = {};
    if (!own.test(change.lastValue)) return whole(text);
    if (put.length > 1 && !/^\d+$/.test(put)) return whole(text);
    return put.length === 1 ? key(text, change, put) : trimmed(library.read(text, change));
  }

  return { plain, changed };
}

export function createNumberReader(library: Library, notation: Notation): NumberReader {
  const { plain, changed } = createKeyReader(library, notation);
  const keys = new TypedKeys();
  const format: Format = (text) => (NUMBER.test(text) ? library.format(text) : text);
  return {
    format,
    typed: () => keys.read(),
    read(text, change) {
      if (!change) return plain(text);
      const put = text.slice(change.to.start, change.to.end);
      const said = keys.take(change, put);
      const value = changed(text, change, put);
      const result = NUMBER.test(value) ? value : (said ?? value);
      keys.show(format(result));
      return result;
    },
  };
}
