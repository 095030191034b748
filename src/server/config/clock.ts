// The server's clock. `today` is the calendar day in Europe/Amsterdam. Tests can fix it.
import { dayAtInstant } from "#engine/values/dates.ts";

export interface Clock {
  now(): Date;
  today(): string;
}

export function createClock(fixedDay?: string): Clock {
  return { now: () => new Date(), today: () => fixedDay ?? dayAtInstant(Date.now()) };
}
