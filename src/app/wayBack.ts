// The page that a session ended on, for this tab alone: the login page says why it stands there, and login leads back. Also
// what a logout leaves to be wiped here, when it came by address and no button could do it.
import { beforeUnauthorised } from "#api/call.ts";
import { forgetOutcomes } from "#api/outcomes.ts";
import { wipeDrafts } from "#wizard/draft/store.ts";

const place = "way-back";
const mark = "logged_out";

function quietly<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise; // a browser that forbids storage has kept nothing
  }
}

export const here = (): string => location.pathname + location.search;

/** Before a 401 leads to the login page. */
export const rememberWay = (): (() => void) =>
  beforeUnauthorised(() => quietly(() => sessionStorage.setItem(place, here()), undefined));

/** Null: no session ended in this tab. */
export const wayBack = (): string | null => quietly(() => sessionStorage.getItem(place), null);

export const forgetWay = (): void => quietly(() => sessionStorage.removeItem(place), undefined);

/** What was left typed on this device is wiped at logout (decisions 37, 86). */
export function forgetEverything(): void {
  void wipeDrafts();
  quietly(forgetOutcomes, undefined);
  quietly(() => sessionStorage.removeItem("draft-key"), undefined);
  forgetWay();
}

/** The server marks a logout until the next login; whoever opens the page then finds nothing of the one before. */
export function wipeAfterLogout(): void {
  if (new RegExp(`(?:^|;\\s*)${mark}=1`).test(document.cookie)) forgetEverything();
}
