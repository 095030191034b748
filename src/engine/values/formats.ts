// Turns what people type into values and values into what people read, for nl-NL and French (spec: wizard 9, decisions
// 60). Reading accepts either notation. A text that cannot be one value gives null, never a guess.
import { isCalendarDay } from "./dates.ts";
import { CONVENTIONS, LANGUAGES, type Language } from "./languages.ts";

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

/** `1 maand`, `3 maanden`, or `3 mois`. */
export const formatMonths = (months: number, language: Language): string =>
  formatBy(language, "months", { style: "unit", unit: "month", unitDisplay: "long" }, months);

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

/** Between groups of three digits. Never a tab or a line end, which separate the cells of a spreadsheet. */
const GROUP = "[.,' ]";
const WHOLE = `\\d*|(?!0+${GROUP})\\d{1,3}(?<group>${GROUP})\\d{3}(?:\\k<group>\\d{3})*`;
/** How no cents are written: `150.000,-`, `150.000,--`, `150.000,=` and `150.000.-`. */
const NO_CENTS = " ?[.,](?:[-–—]{1,2}|=)";
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
  const fraction = `${NO_CENTS}|(?<decimal>[.,])(?<cents>\\d{0,2})`;
  const pattern = `^(?<sign>-?) ?(?:${before})? ?(?<inner>-?) ?(?<whole>${WHOLE})(?:${fraction})? ?(?:${after})?$`;
  const made = new RegExp(pattern, "iu");
  readers.set(key, made);
  return made;
}

/** One kind of space, apostrophe and minus. */
const plainSigns = (text: string): string =>
  text
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/\u2019/g, "'")
    .replace(/\u2212/g, "-");

/**
 * Reads `€ 1.234,50`, `1 234,50 €`, `1234.50`, `1,234.50`, `1.000.000`, `1.000.000 euro`, `12,` and `,5`, and with the unit or
 * currency of a field `12,5 %` and `USD 1.234,50`. Null when the text is not one number with at most two decimals: `12 34` and
 * several cells are not. `0,005` is rejected too: a leading zero cannot be followed by a thousands group.
 */
export function parseMoney(text: string, words: NumberWords = {}): number | null {
  const { groups } = findReader(words).exec(plainSigns(withoutUnseen(text))) ?? {};
  if (!groups) return null;
  const { sign, inner, whole = "", group, decimal, cents } = groups;
  if ((whole || cents || "") === "" || (sign && inner) || (cents && group === decimal)) return null;
  const value = Number(`${whole.replace(/\D/g, "")}.${cents || "0"}`);
  if (value > MAX_AMOUNT) return null;
  return (sign || inner) && value !== 0 ? -value : value;
}

/** `2026-11-20` -> `20-11-2026` (nl), `20/11/2026` (fr). Anything else is shown as it is. */
export function formatDate(day: string, language: Language): string {
  if (!isCalendarDay(day)) return day;
  const [year, month, date] = day.split("-");
  return [date, month, year].join(CONVENTIONS[language].dateSeparator);
}

const DAY_MONTH_YEAR = /^(\d{1,2})(?:er)?[-/. ](\d{1,2}|\p{L}{3,})[-/. ](\d{4}|\d{2})$/iu;
/** The keypad of a telephone has digits and nothing between them. */
const DIGITS_ALONE = /^(\d{2})(\d{2})(\d{4}|\d{2})$/;

const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();

/** Names of the months in every language, in full and short, made when first asked. */
let months: Map<string, string> | undefined;

function nameMonths(): Map<string, string> {
  const names = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const style of ["long", "short"] as const) {
      const { format } = new Intl.DateTimeFormat(CONVENTIONS[language].locale, { month: style, timeZone: "UTC" });
      for (let month = 1; month <= 12; month += 1)
        names.set(plainName(format(Date.UTC(2026, month - 1, 1))), String(month));
    }
  return names;
}

function findMonth(written: string): string | undefined {
  if (/^\d/.test(written)) return written;
  months ??= nameMonths();
  return months.get(plainName(written));
}

export interface DayBounds {
  /** `2026-11-20`. */
  min?: string | undefined;
  max?: string | undefined;
}

/**
 * Reads `20-11-2026`, `20 / 11 / 2026`, `20.11.2026`, `1-2-2026`, `2026-11-20`, `20 november 2026` and `1er déc. 2026`,
 * whatever the language. Null when that day does not exist. A year of two digits is read only if the bounds give its
 * century.
 */
export function parseDate(text: string, { min, max }: DayBounds = {}): string | null {
  const bare = withoutUnseen(text)
    .replace(/\s+/g, " ")
    .replace(/ ?([-/.]) ?/g, "$1");
  if (isCalendarDay(bare)) return bare;
  const match = DAY_MONTH_YEAR.exec(bare) ?? DIGITS_ALONE.exec(bare);
  if (!match) return null;
  const [, date = "", written = "", year = ""] = match;
  const month = findMonth(written);
  if (!month) return null;
  const short = min || max ? [`20${year}`, `19${year}`] : [];
  const days = (year.length === 4 ? [year] : short)
    .map((full) => `${full}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`)
    .filter(isCalendarDay);
  return days.find((day) => day >= (min ?? "") && day <= (max ?? "9")) ?? days[0] ?? null;
}

/** `1234ab` and `1234-AB` -> `1234 AB`. Other text is only trimmed, so that the rule can judge what was typed. */
export function normalisePostalCode(text: string): string {
  const bare = withoutUnseen(text);
  const match = /^(\d{4})[\s-]*([A-Za-z]{2})$/.exec(bare);
  return match ? `${match[1]} ${match[2]?.toUpperCase()}` : bare;
}

/** `106 - A`, `12a – 2` and `12  bis` -> `106-A`, `12a-2` and `12 bis`: one dash or space (decisions 20). */
export function normaliseHouseNumber(text: string): string {
  return withoutUnseen(text)
    .replace(/\s*[-\u2010-\u2015\u2212]\s*/g, "-")
    .replace(/\s*\/\s*/g, "/")
    .replace(/\s+/g, " ");
}

/** Spaces and dots are stripped (decisions 17), and the word before a number that was copied: `KVK-nummer: 12345678`. */
export function normaliseKvk(text: string): string {
  return withoutUnseen(text)
    .replace(/[\s.]/g, "")
    .replace(/^(?:kvk-?(?:nummer|nr)?:?)+/i, "");
}

/** Twelve digits: an establishment number, which deserves a hint of its own. */
export function isEstablishmentNumber(text: string): boolean {
  return /^\d{12}$/.test(normaliseKvk(text));
}

/** The address alone, of `Jan Jansen <jan@voorbeeld.nl>;` and `mailto:jan@voorbeeld.nl`, as programs for mail copy it. */
export function normaliseEmail(text: string): string {
  const bare = withoutUnseen(text);
  const [, address = bare] = /^[^<>]*<([^<>]*)>[\s;,]*$/.exec(bare) ?? [];
  return address.replace(/^\s*(?:mailto:\s*)*/i, "").replace(/[\s;,]+$/, "");
}

const UNSEEN_AT_ENDS = new RegExp(`^[\\s${DIRECTION_MARKS}]+|[\\s${DIRECTION_MARKS}]+$`, "g");

/** The normalised text without what cannot be seen at its ends. */
export const trimText = (text: string): string => normaliseText(text).replace(UNSEEN_AT_ENDS, "");
