// Moves a number or a day to where the two sides of a comparison meet, and one step around.
import { dateAt, isCalendarDay } from "#engine/values/dates.ts";

/** How many days a day is moved at most. */
const MOST_DAYS = 10_000;

/** Returns a number so many steps further, or a day so many days further, or undefined for another value. */
export function shiftValue(value: unknown, by: number, step: number): number | string | undefined {
  if (typeof value === "number") return Number((value + by * step).toFixed(6));
  if (typeof value !== "string" || !isCalendarDay(value) || Math.abs(by) > MOST_DAYS) return undefined;
  return dateAt(value, `${by < 0 ? "" : "+"}${by}d`);
}

/**
 * Returns the shifts to where a difference is 0, and one to each side. Returns none where a shift does not change it.
 */
export function findShifts(differ: (by: number) => number | undefined): number[] {
  const [start, next] = [differ(0), differ(1)];
  if (start === undefined || next === undefined || start === next) return [];
  const meeting = Math.round(start / (start - next));
  return [meeting - 1, meeting, meeting + 1];
}
