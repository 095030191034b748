// Whether there is room to store something: by what was refused, since PostgreSQL's disk is on another machine.
import { isFull } from "./db/failures.ts";

export interface Room {
  /** Takes note of a failure that a full disk is the reason of. */
  note(error: Error): void;
  /** Since when things are refused; null where none was for some minutes. */
  fullSince(): Date | null;
}

/** Who is refused tries again sooner: while brokers work, a disk that is still full is met again by then. */
const FORGOTTEN_MS = 300_000;

export function watchRoom(now: () => number = Date.now): Room {
  let since = 0;
  let last = Number.NEGATIVE_INFINITY;
  const isOver = () => now() - last > FORGOTTEN_MS;
  return {
    note(error) {
      if (!isFull(error)) return;
      if (isOver()) since = now();
      last = now();
    },
    fullSince: () => (isOver() ? null : new Date(since)),
  };
}
