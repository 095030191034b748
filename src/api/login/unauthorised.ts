// What happens on 401, whatever was called (decisions 37). Apart from the calls, because some of them begin before the app is
// there.

import { flag, item } from "../wire/wire.ts";
import { keepBeforeLeaving } from "./beforeLeaving.ts";
import { profilePath, standardHeaders } from "./session.ts";
import { confirmProfile, fetchAsUser } from "./sessionUser.ts";

let leave: () => void = () => globalThis.location?.assign("/");

/** The app may replace the effect of a 401. By default it goes to `/`. */
export function onUnauthorised(handler: () => void): void {
  leave = handler;
}

/** False if no user is logged in any more. */
export const isStillThere = (answer: unknown): boolean => flag(item(answer), "loggedIn", "logged_in");

/** False unless the profile's response confirms it. Does not settle when another user is logged in. */
export async function isLoggedIn(): Promise<boolean> {
  const answer = await fetchAsUser(profilePath, { credentials: "same-origin", headers: standardHeaders() }).catch(
    () => null,
  );
  const body: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  await confirmProfile(item(body));
  return isStillThere(body);
}

let asking: Promise<boolean> | null = null;

/**
 * A call returned 401: the session has ended, unless the profile still returns a user. Then `/` would lead to the same refusal again
 * and again, and the call is treated as one that failed.
 */
export async function unauthorised(): Promise<void> {
  asking ??= isLoggedIn().finally(() => {
    asking = null;
  });
  if (await asking) return;
  keepBeforeLeaving();
  leave();
}
