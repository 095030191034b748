// Calendar arithmetic of the portal (decisions 21): days are `yyyy-mm-dd` in Europe/Amsterdam, bounds inclusive, months
// clamped to their last day. Reads no clock: "today" and instants are arguments.

const DAY = 86_400_000;
export const OFFSET = /^([+-]?\d{1,4})([dwmy])$/;

/** Made when first asked: the time zone's data cost a page that asks no clock a good part of its start. */
let clock: Intl.DateTimeFormat | undefined;

const clockParts = (instant: number): Intl.DateTimeFormatPart[] => {
  clock ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Amsterdam",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return clock.formatToParts(instant);
};

function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function parts(day: string): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))];
}

/** Whether the text is a day that exists, e.g. not 2026-02-29. */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = parts(text);
  return isoDay(utc(year, month, day)) === text;
}

/**
 * Counts the whole months from the first day to the second, below 0 where the second is earlier. A birthday on 29 February comes
 * on 1 March in other years, as in `dateWindow`.
 */
export function wholeMonths(from: string, to: string): number {
  if (to < from) return 0 - wholeMonths(to, from);
  const [[fromYear, fromMonth], [year, month]] = [parts(from), parts(to)];
  const months = (year - fromYear) * 12 + month - fromMonth;
  return addMonths(to, -months) < from ? months - 1 : months;
}

function addMonths(day: string, months: number): string {
  const [year, month, date] = parts(day);
  const index = year * 12 + (month - 1) + months;
  const toYear = Math.floor(index / 12);
  const toMonth = index - toYear * 12 + 1;
  const last = new Date(utc(toYear, toMonth + 1, 1) - DAY).getUTCDate();
  return isoDay(utc(toYear, toMonth, Math.min(date, last)));
}

/**
 * `dateAt("2026-12-31", "+2m")` is `2027-02-28`. Offsets: `0d`, `-14d`, `+1w`, `+2m`, `-1y`. A calendar day stays as it
 * is.
 */
export function dateAt(today: string, offset: string): string {
  const match = OFFSET.exec(offset);
  if (!match) {
    if (isCalendarDay(offset)) return offset;
    throw new RangeError(`"${offset}" is not an offset of days; write for example "-14d", "0d", "+2m" or "-1y".`);
  }
  const amount = Number(match[1]);
  if (match[2] === "m") return addMonths(today, amount);
  if (match[2] === "y") return addMonths(today, amount * 12);
  const [year, month, day] = parts(today);
  return isoDay(utc(year, month, day) + amount * (match[2] === "w" ? 7 : 1) * DAY);
}

/** The calendar day in Europe/Amsterdam at an instant in milliseconds. */
export function dayAtInstant(milliseconds: number): string {
  return isoDay(localTime(milliseconds));
}

/**
 * The time of day in Europe/Amsterdam at an instant in milliseconds: `14:32`, or `14:32:05`. It is the same in every
 * language.
 */
export const timeAtInstant = (milliseconds: number, to: "minute" | "second" = "minute"): string =>
  new Date(localTime(milliseconds)).toISOString().slice(11, to === "minute" ? 16 : 19);

function localTime(instant: number): number {
  const clock: Record<string, number> = {};
  for (const part of clockParts(instant)) clock[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = clock;
  return utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** Epoch seconds of local midnight in Europe/Amsterdam, as the request block sends them (decisions 21). */
export function toEpochSeconds(day: string): number {
  const wanted = utc(...parts(day));
  let instant = wanted;
  // Two rounds settle the offset, also on the days on which summer time begins or ends.
  for (let round = 0; round < 2; round += 1) instant -= localTime(instant) - wanted;
  return Math.round(instant / 1000);
}

/** The calendar day that an epoch-seconds value falls on in Europe/Amsterdam. */
export function fromEpochSeconds(seconds: number): string {
  return dayAtInstant(seconds * 1000);
}
