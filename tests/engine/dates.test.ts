import { describe, expect, it } from "vitest";
import {
  dateAt,
  dayAtInstant,
  fromEpochSeconds,
  isCalendarDay,
  timeAtInstant,
  toEpochSeconds,
} from "#engine/values/dates.ts";

describe("dateAt", () => {
  it.each([
    ["2026-11-20", "0d", "2026-11-20"],
    ["2026-11-20", "-14d", "2026-11-06"],
    ["2026-11-20", "+2m", "2027-01-20"],
    ["2026-11-20", "2m", "2027-01-20"],
    ["2026-12-31", "+2m", "2027-02-28"],
    ["2027-12-31", "+2m", "2028-02-29"],
    ["2026-12-30", "+2m", "2027-02-28"],
    ["2026-03-31", "-1m", "2026-02-28"],
    ["2026-01-31", "-2m", "2025-11-30"],
    ["2026-01-15", "-13m", "2024-12-15"],
    ["2028-02-29", "+1y", "2029-02-28"],
    ["2028-02-29", "-4y", "2024-02-29"],
    ["2026-11-20", "+1w", "2026-11-27"],
    ["2026-12-31", "+1d", "2027-01-01"],
    ["2027-03-01", "-1d", "2027-02-28"],
    // Days are counted on the calendar: an hour that summer time takes or gives changes nothing.
    ["2026-03-28", "+1d", "2026-03-29"],
    ["2026-03-29", "+1d", "2026-03-30"],
    ["2026-10-25", "+1d", "2026-10-26"],
    ["2026-11-20", "2026-01-01", "2026-01-01"],
  ])("%s %s is %s", (today, offset, expected) => {
    expect(dateAt(today, offset)).toBe(expected);
  });

  it.each(["", "tomorrow", "+2", "2 m", "+2h", "2026-02-30"])("refuses %j", (offset) => {
    expect(() => dateAt("2026-11-20", offset)).toThrow(/not an offset of days/);
  });
});

describe("epoch seconds of local midnight", () => {
  it.each([
    ["2026-11-20", "2026-11-19T23:00:00Z"],
    ["2026-07-01", "2026-06-30T22:00:00Z"],
    // The days on which summer time begins and ends still start at midnight of the old time.
    ["2026-03-29", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "2026-03-29T22:00:00Z"],
    ["2026-10-25", "2026-10-24T22:00:00Z"],
    ["2026-10-26", "2026-10-25T23:00:00Z"],
    ["2000-01-01", "1999-12-31T23:00:00Z"],
  ])("%s is %s", (day, instant) => {
    expect(toEpochSeconds(day)).toBe(Date.parse(instant) / 1000);
  });

  it("comes back as the same day, every day of ten years", () => {
    for (let day = "2020-01-01"; day < "2030-01-01"; day = dateAt(day, "+1d")) {
      expect(fromEpochSeconds(toEpochSeconds(day))).toBe(day);
      expect(fromEpochSeconds(toEpochSeconds(day) - 1)).toBe(dateAt(day, "-1d"));
    }
  });

  it("takes the day in Amsterdam, wherever the instant was written down", () => {
    expect(dayAtInstant(Date.parse("2026-11-20T22:59:59Z"))).toBe("2026-11-20");
    expect(dayAtInstant(Date.parse("2026-11-20T23:00:00Z"))).toBe("2026-11-21");
    expect(dayAtInstant(Date.parse("2026-06-30T22:00:00Z"))).toBe("2026-07-01");
  });

  it("takes the time of day there too, in summer and in winter", () => {
    expect(timeAtInstant(Date.parse("2026-11-20T23:05:09Z"))).toBe("00:05");
    expect(timeAtInstant(Date.parse("2026-06-30T12:32:09Z"), "second")).toBe("14:32:09");
  });
});

describe("isCalendarDay", () => {
  it.each(["2026-11-20", "2028-02-29", "2000-02-29"])("takes %s", (day) => expect(isCalendarDay(day)).toBe(true));
  it.each(["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-11-31", "20-11-2026", "2026-1-1", ""])(
    "refuses %j",
    (day) => expect(isCalendarDay(day)).toBe(false),
  );
});
