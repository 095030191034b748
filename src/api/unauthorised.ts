// What happens on 401, whatever was called (decisions 37). Apart from the calls, because some of them begin before the app is
// there.
import { profilePath, standardHeaders } from "./session.ts";
import { flag, item } from "./wire.ts";

const beforeLeaving = new Set<() => void>();
let leave: () => void = () => globalThis.location?.assign("/");

/** Runs before a 401 takes the browser to `/` (decisions 37). Returns what removes it. */
export function beforeUnauthorised(keep: () => void): () => void {
  beforeLeaving.add(keep);
  return () => beforeLeaving.delete(keep);
}

/** The app may replace what a 401 does; the default goes to `/`. */
export function onUnauthorised(handler: () => void): void {
  leave = handler;
}

/** False when nobody is logged in any more. */
export const isStillThere = (answer: unknown): boolean => flag(item(answer), "loggedIn", "logged_in");

async function isLoggedIn(): Promise<boolean> {
  const answer = await fetch(profilePath, { credentials: "same-origin", headers: standardHeaders() }).catch(() => null);
  const body: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  return isStillThere(body);
}

let asking: Promise<boolean> | null = null;

/**
 * A call answered 401: the session ended, unless the profile says otherwise. Then `/` would lead to the same refusal again
 * and again, and the call is treated as one that failed.
 */
export async function unauthorised(): Promise<void> {
  asking ??= isLoggedIn().finally(() => {
    asking = null;
  });
  if (!(await asking)) leaveToLogin();
}

function leaveToLogin(): void {
  for (const keep of beforeLeaving) {
    try {
      keep();
    } catch {
      // keeping one wizard's draft must not hinder the others, nor the way to login
    }
  }
  leave();
}
