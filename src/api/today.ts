// Which calendar day it is in Amsterdam, in one place for all screens (decisions 21).
import { dayAtInstant } from "#engine/values/dates.ts";

/** The server may fix the day (meta tag), so that a test's today is the same on both sides. */
export function today(): string {
  const fixed = globalThis.document?.querySelector('meta[name="today"]')?.getAttribute("content");
  return fixed || dayAtInstant(Date.now());
}
