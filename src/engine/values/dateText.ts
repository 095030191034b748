// Reads days, months and times as people, sheets and papers write them, and writes them for people. Either language is read
// whatever that of the portal. A text that cannot be one value gives null, never a guess.
import { isCalendarDay } from "./dates.ts";
import { plainSigns } from "./formats.ts";
import { CONVENTIONS, LANGUAGES, type Language } from "./languages.ts";

/** Before it a year is a typing error, such as 0975, unless the bounds of the field allow it. */
export const FIRST_DAY = "1900-01-01";

/** `2026-11-20` -> `20-11-2026` (nl), `20/11/2026` (fr). Anything else is shown as it is. */
export function formatDate(day: string, language: Language): string {
  if (!isCalendarDay(day)) return day;
  const [year, month, date] = day.split("-");
  return [date, month, year].join(CONVENTIONS[language].dateSeparator);
}

const DAY_FIRST = /^(\d{1,2})(?:er)?[-/. ](\d{1,2}|\p{L}{3,})[-/. ]'?(\d{4}|\d{2})$/iu;
const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2}|\p{L}{3,})[-/. ](\d{1,2})$/u;
/** The keypad of a telephone has digits and nothing between them. */
const SHORT_DIGITS = /^(\d{2})(\d{2})(\d{2})$/;
/** A sheet adds the start of the day to a day. */
const MIDNIGHT = /[T ]0?0:00(?::00(?:\.0+)?)?$/;

const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();

/** Names of the months or of the days of a week, in full and short, in the languages of the portal and of many sheets. */
function nameParts(part: "month" | "weekday"): string[][] {
  const locales = [...LANGUAGES.map((language) => CONVENTIONS[language].locale), "en-GB"];
  const formats = locales.flatMap((locale) =>
    (["long", "short"] as const).map((style) => new Intl.DateTimeFormat(locale, { [part]: style, timeZone: "UTC" })),
  );
  const instants = Array.from({ length: part === "month" ? 12 : 7 }, (_, index) =>
    part === "month" ? Date.UTC(2026, index, 1) : Date.UTC(2026, 0, index + 1),
  );
  return instants.map((instant) => formats.map((format) => plainName(format.format(instant))));
}

/** Made when first needed. */
const names: { month?: string[][]; weekday?: string[][] } = {};

/** The index of the only name that begins with the text: `sept` is a month, `jui` may be two. */
function findName(part: "month" | "weekday", written: string): number | undefined {
  names[part] ??= nameParts(part);
  const text = plainName(written);
  const found = names[part].flatMap((all, index) => (all.some((name) => name.startsWith(text)) ? index : []));
  return found.length === 1 ? found[0] : undefined;
}

/** `7`, `november` and `nov.` as the digits of a month. */
function findMonth(written: string): string {
  if (/^\d/.test(written)) return written;
  const index = findName("month", written);
  return index === undefined ? "" : String(index + 1);
}

/** One space, none round a separator, no day of the week before the day and no midnight after it. */
function plainDay(text: string): string {
  const bare = plainSigns(text)
    .replace(/\u2019/g, "'")
    .replace(/\s+/g, " ")
    .replace(MIDNIGHT, "")
    .replace(/ ?([-/.]) ?/g, "$1")
    .replace(/\.(?=[-/ ])/g, "");
  const [before = "", word = ""] = /^(\p{L}{2,})[.,]* ?(?=\d)/u.exec(bare) ?? [];
  return word === "le" || (word && findName("weekday", word) !== undefined) ? bare.slice(before.length) : bare;
}

const compose = (year: string, month: string, date: string): string =>
  `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;

export interface DayBounds {
  /** `2026-11-20`. */
  min?: string | undefined;
  max?: string | undefined;
}

/** Eight digits are read in the only order that gives a day from 1900 on, or from the field's own earlier bound. */
function readDigits(digits: string, { min = FIRST_DAY }: DayBounds): string | null {
  const first = min < FIRST_DAY ? min : FIRST_DAY;
  const dayFirst = compose(digits.slice(4), digits.slice(2, 4), digits.slice(0, 2));
  const yearFirst = compose(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
  const days = [dayFirst, yearFirst].filter((day) => isCalendarDay(day) && day >= first);
  return new Set(days).size === 1 ? days[0]! : null;
}

/** A year of two digits is read only if the bounds give its century: with a last day the latest, otherwise the only one. */
function chooseCentury(year: string, month: string, date: string, { min = "", max }: DayBounds): string | null {
  if (!min && !max) return null;
  const days = [`20${year}`, `19${year}`].map((full) => compose(full, month, date)).filter(isCalendarDay);
  const within = days.filter((day) => day >= min && day <= (max ?? "9"));
  if (within.length > 1 && !max) return null;
  return within[0] ?? days[0] ?? null;
}

/**
 * Reads `20-11-2026`, `20 / 11 / 2026`, `20.11.2026`, `1-2-2026`, `2026-11-20`, `20261120`, `20-nov-2026`, `vrijdag 20 november 2026`
 * and `1er déc. 2026`, whatever the language. Null when that day does not exist.
 */
export function parseDate(text: string, bounds: DayBounds = {}): string | null {
  const bare = plainDay(text);
  if (isCalendarDay(bare)) return bare;
  if (/^\d{8}$/.test(bare)) return readDigits(bare, bounds);
  const turned = YEAR_FIRST.exec(bare);
  const [, date = "", written = "", year = ""] = turned
    ? ["", turned[3], turned[2], turned[1]]
    : (DAY_FIRST.exec(bare) ?? SHORT_DIGITS.exec(bare) ?? []);
  const month = written && findMonth(written);
  if (!month) return null;
  if (year.length === 2) return chooseCentury(year, month, date, bounds);
  const day = compose(year, month, date);
  return isCalendarDay(day) ? day : null;
}

const MONTH_AND_SHORT_YEAR = /^(\d{1,2}|\p{L}{3,})[-/. ]?'?(\d{2})$/u;

/** Sheets write `nov-26`. Years from 30 to 59 may be of either century, and in `11-12` either part may be the year. */
function longYear(month: string, year: string): string {
  if (/^\d/.test(month) && Number(year) <= 12) return "";
  if (Number(year) < 30) return `20${year}`;
  return Number(year) < 60 ? "" : `19${year}`;
}

/** `11-2026`, `november 2026`, `nov-26`, `2026-11`, `202611` and a sheet's `1-11-2026` -> `2026-11`. */
export function normaliseMonth(text: string): string {
  const bare = plainDay(text);
  const [, month = "", year = ""] = /^\d+$/.test(bare) ? [] : (MONTH_AND_SHORT_YEAR.exec(bare) ?? []);
  const written = year ? `${month}-${longYear(month, year)}` : bare;
  const first = /^\d{6}$/.test(bare) ? [`01${bare}`, `${bare}01`] : [`1-${written}`, `${written}-1`, written];
  const day = first.map((each) => parseDate(each)).find((each) => each !== null);
  return day?.endsWith("-01") && day >= FIRST_DAY ? day.slice(0, 7) : plainSigns(text);
}

const HOUR = "(?:u(?:ur|ren)?|h(?:rs?|eures?)?)\\.?";
const HALF = "([ap])\\.?m\\.?";
const TIME = new RegExp(
  `^(\\d{1,2})(?: ?(?:[:.]|${HOUR}) ?(\\d{2})(?::00(?:\\.0+)?)?)? ?(?:${HOUR}|min\\.?)? ?(?:${HALF})?$`,
  "i",
);
const TIME_DIGITS = new RegExp(`^(\\d{1,2})(\\d{2}) ?(?:${HOUR})?$`, "i");

/** In twelve hours with `am` or `pm`, or in twenty-four. The end of a day is the start of the next. */
function findHour(hour: number, minute: string, half?: string): number {
  if (half) return hour >= 1 && hour <= 12 ? (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0) : NaN;
  return hour === 24 && minute === "00" ? 0 : hour;
}

/** `9`, `9:30`, `9.30 uur`, `9u30`, `9 h 30`, `0930`, `17:00:00`, `5:30 PM` and `24:00` -> `09:00` and so on. */
export function normaliseTime(text: string): string {
  const bare = plainSigns(text).replace(/\s+/g, " ");
  const [, written = "", minute = "00", half] = TIME_DIGITS.exec(bare) ?? TIME.exec(bare) ?? [];
  const hour = findHour(Number(written), minute, half);
  return written && hour < 24 && minute < "60" ? `${String(hour).padStart(2, "0")}:${minute}` : bare;
}
