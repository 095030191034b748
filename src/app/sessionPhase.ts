// What to do as a session nears its end: nothing, a call because somebody types, a warning, or logout. Pure: the time is an
// argument.
import type { SessionEnd } from "#api/sessionEnd.ts";

type SessionPhase = "calm" | "active" | "warn" | "over";

const LONGEST_WARNING = 5 * 60_000;
/** The least time to answer a warning (WCAG 2.2.1). */
const SHORTEST_WARNING = 20_000;
/** A call before the end, by a clock that runs ahead, would extend the session. */
const GRACE = 2_000;

/** `activeAt`: when somebody last typed or pressed in this tab. */
export function sessionPhase(end: SessionEnd, activeAt: number, now: number): SessionPhase {
  if (now >= end.endsAt + GRACE) return "over";
  const length = end.endsAt - end.heardAt;
  const warning = Math.max(SHORTEST_WARNING, Math.min(LONGEST_WARNING, length / 4));
  const warns = now >= end.endsAt - warning;
  // A few calls per idle period extend the session early enough while somebody types.
  const due = warns || now - end.heardAt >= length / 6;
  if (due && activeAt > end.heardAt && !isFinal(end)) return "active";
  return warns ? "warn" : "calm";
}

/** No call extends it. */
export const isFinal = (end: SessionEnd): boolean => end.finalAt - end.endsAt < 1_000;
