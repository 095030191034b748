// What a session that nears its end asks for: nothing, a call because somebody is at work, a warning, or the way out.
// Pure; the clock comes in.
import type { SessionEnd } from "#api/sessionEnd.ts";

export type SessionPhase = "calm" | "active" | "warn" | "over";

const LONGEST_WARNING = 5 * 60_000;
/** Nobody gets less than this to answer (WCAG 2.2.1). */
const SHORTEST_WARNING = 20_000;
/** Asking earlier, by a clock that runs ahead, would be one more call that keeps the session alive. */
const GRACE = 2_000;

/** `activeAt`: when somebody last typed or pressed in this tab. */
export function sessionPhase(end: SessionEnd, activeAt: number, now: number): SessionPhase {
  if (now >= end.endsAt + GRACE) return "over";
  const length = end.endsAt - end.heardAt;
  const warning = Math.max(SHORTEST_WARNING, Math.min(LONGEST_WARNING, length / 4));
  const warns = now >= end.endsAt - warning;
  // The server hears of who types a few times in one silence, which is far from its end and seldom enough.
  const due = warns || now - end.heardAt >= length / 6;
  if (due && activeAt > end.heardAt && !isFinal(end)) return "active";
  return warns ? "warn" : "calm";
}

/** No call makes it longer. */
export const isFinal = (end: SessionEnd): boolean => end.finalAt - end.endsAt < 1_000;
