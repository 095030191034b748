// Days of a month grid and moves between days, on calendar days `yyyy-mm-dd`. No clock and no time zone in here.
import { dateAt } from "#engine/dates.ts";
import type { Language } from "#engine/types.ts";

export interface Bounds {
  min: string | undefined;
  max: string | undefined;
}

const DAYS = 7;

export const within = (day: string, { min, max }: Bounds): boolean => (!min || day >= min) && (!max || day <= max);

export function clamp(day: string, { min, max }: Bounds): string {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

export const monthOf = (day: string): string => day.slice(0, 7);

/** 0 is Monday, in both languages. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS;
}

/** Whole weeks, Monday first; null where the week belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const weeks: (string | null)[][] = [];
  let day = dateAt(first, `-${weekday(first)}d`);
  do {
    weeks.push(
      Array.from({ length: DAYS }, (_, index) => dateAt(day, `+${index}d`)).map((each) =>
        monthOf(each) === month ? each : null,
      ),
    );
    day = dateAt(day, "+7d");
  } while (monthOf(day) === month);
  return weeks;
}

/** Where a key moves the focus in the grid; null when it is none of the grid's keys. */
export function moved(day: string, key: string, shift: boolean): string | null {
  const moves: Record<string, string> = {
    ArrowLeft: "-1d",
    ArrowRight: "+1d",
    ArrowUp: "-7d",
    ArrowDown: "+7d",
    Home: `-${weekday(day)}d`,
    End: `+${DAYS - 1 - weekday(day)}d`,
    PageUp: shift ? "-1y" : "-1m",
    PageDown: shift ? "+1y" : "+1m",
  };
  const offset = moves[key];
  return offset === undefined ? null : dateAt(day, offset);
}

const LOCALE: Record<Language, string> = { nl: "nl-NL", fr: "fr-FR" };
const utc = (day: string) => new Date(`${day}T00:00:00Z`);

export function monthName(month: string, language: Language): string {
  return new Intl.DateTimeFormat(LOCALE[language], { month: "long", year: "numeric", timeZone: "UTC" }).format(
    utc(`${month}-01`),
  );
}

export function dayName(day: string, language: Language): string {
  const format = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(LOCALE[language], format).format(utc(day));
}

/** Monday to Sunday, short and long. 2024-01-01 was a Monday. */
export function weekdayNames(language: Language): { short: string; long: string }[] {
  const name = (day: string, weekday: "short" | "long") =>
    new Intl.DateTimeFormat(LOCALE[language], { weekday, timeZone: "UTC" }).format(utc(day));
  return Array.from({ length: DAYS }, (_, index) => dateAt("2024-01-01", `+${index}d`)).map((day) => ({
    short: name(day, "short").replace(".", ""),
    long: name(day, "long"),
  }));
}
