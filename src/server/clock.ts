// The only place where the server reads the date: "today" is a day in Europe/Amsterdam; tests fix it.
import { dayAtInstant } from "#engine/dates.ts";

export interface Clock {
  now(): Date;
  today(): string;
}

export function createClock(fixedDay?: string): Clock {
  return { now: () => new Date(), today: () => fixedDay ?? dayAtInstant(Date.now()) };
}
