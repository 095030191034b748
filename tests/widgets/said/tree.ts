// A widget's part of the accessibility tree, read from inside the page, and what the live regions announce while
// something happens.
import { cdp } from "vitest/browser";
import { listen, untilSpoken } from "../../support/heard.ts";
import { plain, type Session, type Spoken, spokenUnder } from "../../support/spoken.ts";

/** Tests run in a frame of the page that the debugger sees. */
export function readSpoken(selector: string): Promise<Spoken[]> {
  const frames = '[...document.querySelectorAll("iframe")]';
  const expression = `${frames}.map((frame) => frame.contentDocument?.querySelector(${JSON.stringify(selector)})).find(Boolean)`;
  return spokenUnder(cdp() as unknown as Session, expression);
}

/** Returns the announcements of live regions while `act` runs and until there are no more. */
export async function saidWhile(act: () => Promise<void>): Promise<string[]> {
  listen();
  await act();
  await untilSpoken();
  const announcements = (globalThis.heard ?? []).map(plain);
  globalThis.heard = undefined;
  return announcements;
}
