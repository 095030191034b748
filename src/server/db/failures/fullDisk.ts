// Detects a full disk by failed writes, because PostgreSQL's disk may be on another machine.
import { isFull } from "./failures.ts";

export interface Room {
  /** Remembers the failure if a full disk caused it. */
  note(error: Error): void;
  /** Since when writes fail, or null when none has failed for five minutes. */
  fullSince(): Date | null;
}

/** Brokers retry sooner than this, so a disk that is still full is noticed again in time. */
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
