// Turns what people type into values and values into what people read, for nl-NL and French (spec: wizard 9, decisions
// 60). Reading accepts either notation. A text that cannot be one value gives null, never a guess.
import { CONVENTIONS, type Language } from "./languages.ts";

const formatters = new Map<string, Intl.NumberFormat>();

function formatBy(language: Language, name: string, options: Intl.NumberFormatOptions, value: number): string {
  const key = `${language} ${name}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(CONVENTIONS[language].locale, options);
  formatters.set(key, formatter);
  return formatter.format(value);
}

const round = (amount: number, language: Language, decimals: number): string =>
  formatBy(language, `${decimals}`, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }, amount);

/**
 * As Intl writes it, which is asked only where there is something to round: on a page its first formatter loads every locale there
 * is, and a form would wait for that.
 */
function write(value: number, language: Language, decimals: number): string {
  const digits = Math.abs(value).toFixed(decimals);
  const exact = Number(digits) === Math.abs(value) && /^[\d.]+$/.test(digits);
  if (!exact || Object.is(value, -0)) return round(value, language, decimals);
  const { group, decimal } = CONVENTIONS[language];
  const [whole = "", part] = digits.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${value < 0 ? "-" : ""}${grouped}${part === undefined ? "" : decimal + part}`;
}

/** `1234.5` -> `€ 1.234,50` (nl), `1 234,50 €` (fr). Two decimals by default. Another currency has its code. */
export function formatMoney(amount: number, language: Language, decimals = 2, currency?: string): string {
  const [before, after] = CONVENTIONS[language].euro.map((sign) => sign.replace("€", currency ?? "€"));
  return before + write(amount, language, decimals) + after;
}

/** Grouped digits without the euro sign. */
export const formatNumber = (value: number, language: Language, decimals = 0): string =>
  write(value, language, decimals);

/** How the number of a field reads outside it. */
export interface NumberWords {
  /** An amount, in euros or another currency. */
  money?: boolean;
  currency?: string | undefined;
  /** A year has no groups of digits. */
  year?: boolean;
  unit?: string | undefined;
}

/** `2500` -> `€ 2.500`, `12.5` with `%` -> `12,5%` (nl), `12,5 %` (fr). No digit of the number is lost. */
export function writeNumber(value: number, language: Language, { money, currency, year, unit }: NumberWords): string {
  if (year) return String(value);
  const decimals = Math.min(6, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
  if (money) return formatMoney(value, language, decimals && Math.max(2, decimals), currency);
  const space = unit === "%" && !CONVENTIONS[language].apart.includes(unit) ? "" : "\u00a0";
  return formatNumber(value, language, decimals) + (unit ? space + unit : "");
}

/**
 * What no text keeps, in browser and server alike: control characters except tab and line end, halves of a character, soft
 * hyphens, spaces without width and overrides of direction. Copied texts bring them along unseen.
 */
const DROPPED = /(?![\n\t])[\p{Cc}\p{Cs}\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** Nothing but characters that draw nothing, such as a Hangul filler or a Braille blank. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * The one form in which a text is stored, sent and compared. A letter and its accent are one character, which some programs copy
 * as two: searches, files and papers expect one. A text that shows nothing is empty.
 */
export function normaliseText(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n").replace(DROPPED, "").normalize("NFC");
  return BLANK.test(plain) ? "" : plain;
}

const DIRECTION_MARKS = "\u200e\u200f";

/** For values with a notation of their own: marks of direction are dropped too, which may belong to the writing of other texts. */
export const withoutUnseen = (text: string): string =>
  normaliseText(text)
    .replace(new RegExp(`[${DIRECTION_MARKS}]`, "g"), "")
    .trim();

/** The same with one kind of dash and space, and with the wide letters and digits of Asian keyboards as plain ones. */
export const plainSigns = (text: string): string =>
  withoutUnseen(
    text
      .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
      .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, "-"),
  );

/** Upper case, and without what people put between groups. */
export const bareCode = (text: string): string =>
  plainSigns(text)
    .replace(/[\s.-]/g, "")
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Between groups of three digits. Never a tab or a line end, which separate the cells of a spreadsheet. */
const GROUP = "[.,' ]";
const WHOLE = `\\d*|(?!0+${GROUP})\\d{1,3}(?<group>${GROUP})\\d{3}(?:\\k<group>\\d{3})*`;
/** How no cents are written: `150.000,-`, `150.000,--`, `150.000,=` and `150.000.-`. */
const NO_CENTS = " ?[.,](?:-{1,2}|=)";
const THREE_DECIMALS = /^\d+,\d{3}$/;
const EURO = "€|euros?|eur";
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/** Sixteen characters as the field shows it (decisions 15): `9.999.999.999,99`. Above it a text is not an amount. */
const MAX_AMOUNT = 9_999_999_999.99;

const readers = new Map<string, RegExp>();

/** A number with its sign between what its field writes around it: a unit, a currency, or euros where it has neither. */
function findReader({ currency = "EUR", unit }: NumberWords): RegExp {
  const key = `${currency} ${unit ?? ""}`;
  const reader = readers.get(key);
  if (reader) return reader;
  const words = currency === "EUR" ? EURO : currency;
  const [before, after] = unit === undefined ? [words, words] : ["(?!)", plainSigns(unit).replace(SYNTAX, "\\$&")];
  const fraction = `(?<none>${NO_CENTS})|(?<decimal>[.,])(?<cents>\\d{0,2})`;
  const pattern = `^(?<sign>-?) ?(?:${before})? ?(?<inner>-?) ?(?<whole>${WHOLE})(?:${fraction})? ?(?:${after})?$`;
  const made = new RegExp(pattern, "iu");
  readers.set(key, made);
  return made;
}

/**
 * Reads `€ 1.234,50`, `1 234,50 €`, `1234.50`, `1,234.50`, `1.000.000`, `1.000.000 euro`, `12,` and `,5`, and with the unit or
 * currency of a field `12,5 %` and `USD 1.234,50`. Null when the text is not one number with at most two decimals: `12 34` and
 * several cells are not. `0,005` is rejected too: a leading zero cannot be followed by a thousands group. So is `33,333`: a comma
 * is a decimal comma, unless a second one or a point shows that it is not.
 */
export function parseMoney(text: string, words: NumberWords = {}): number | null {
  const { groups } = findReader(words).exec(plainSigns(text).replace(/\u2019/g, "'")) ?? {};
  if (!groups) return null;
  const { sign, inner, whole = "", group, none, decimal, cents } = groups;
  if ((whole || cents || "") === "" || (sign && inner) || (cents && group === decimal)) return null;
  if (THREE_DECIMALS.test(whole) && (none ?? decimal) === undefined) return null;
  const value = Number(`${whole.replace(/\D/g, "")}.${cents || "0"}`);
  if (value > MAX_AMOUNT) return null;
  return (sign || inner) && value !== 0 ? -value : value;
}

/** `1234ab` and `1234-AB` -> `1234 AB`. Other text is only trimmed, so that the rule can judge what was typed. */
export function normalisePostalCode(text: string): string {
  const bare = plainSigns(text);
  const match = /^(\d{4})[\s-]*([A-Za-z]{2})$/.exec(bare);
  return match ? `${match[1]} ${match[2]?.toUpperCase()}` : bare;
}

/** `106 - A`, `12a – 2` and `12  bis` -> `106-A`, `12a-2` and `12 bis`: one dash or space (decisions 20). */
export function normaliseHouseNumber(text: string): string {
  return plainSigns(text)
    .replace(/\s*-\s*/g, "-")
    .replace(/\s*\/\s*/g, "/")
    .replace(/\s+/g, " ");
}

/** Spaces and dots are stripped (decisions 17), and the word before a number that was copied: `KVK-nummer: 12345678`. */
export function normaliseKvk(text: string): string {
  return plainSigns(text)
    .replace(/[\s.]/g, "")
    .replace(/^(?:kvk-?(?:nummer|nr)?:?)+/i, "");
}

/** Twelve digits: an establishment number, which deserves a hint of its own. */
export function isEstablishmentNumber(text: string): boolean {
  return /^\d{12}$/.test(normaliseKvk(text));
}

/** The address alone, of `Jan Jansen <jan@voorbeeld.nl>;` and `mailto:jan@voorbeeld.nl`, as programs for mail copy it. */
export function normaliseEmail(text: string): string {
  const bare = plainSigns(text);
  const [, address = bare] = /^[^<>]*<([^<>]*)>[\s;,]*$/.exec(bare) ?? [];
  return address.replace(/^\s*(?:mailto:\s*)*/i, "").replace(/[\s;,]+$/, "");
}

const UNSEEN_AT_ENDS = new RegExp(`^[\\s${DIRECTION_MARKS}]+|[\\s${DIRECTION_MARKS}]+$`, "g");

/** The normalised text without what cannot be seen at its ends. */
export const trimText = (text: string): string => normaliseText(text).replace(UNSEEN_AT_ENDS, "");
