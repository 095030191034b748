// The only place of the server that reads the calendar: "today" is a day in Europe/Amsterdam, fixed by tests.
import { dayAtInstant } from "#engine/dates.ts";

export interface Clock {
  now(): Date;
  today(): string;
}

export function clockOf(fixedDay?: string): Clock {
  return { now: () => new Date(), today: () => fixedDay ?? dayAtInstant(Date.now()) };
}
