// One typed call to the same origin: credentials, JSON, CSRF, quotation in progress, and every failure as a PortalError.
// It knows no resource and retries nothing, but for one fresh CSRF token.

import { csrfToken, profilePath, refreshCsrfToken } from "../login/session.ts";
import { isLoggedIn, isStillThere, unauthorised } from "../login/unauthorised.ts";
import { announceChange } from "./changes.ts";
import { toPortalError } from "./errors.ts";
import { isRefusal } from "./fieldErrors.ts";
import { type CallOptions, once } from "./send.ts";

export { isRefused, PortalError, refusalErrors } from "./errors.ts";

const staleToken = (status: number, body: unknown) =>
  status === 403 && typeof body === "object" && body !== null && (body as { code?: unknown }).code === "csrf";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await ask<T>(method, path, options);
  } finally {
    announceChange(method, path);
  }
}

async function ask<T>(method: Method, path: string, options: CallOptions): Promise<T> {
  const sent = csrfToken();
  let { answer, body } = await once(method, path, options);
  if (staleToken(answer.status, body) && (await refreshCsrfToken(sent, isLoggedIn))) {
    ({ answer, body } = await once(method, path, options));
  }
  if (answer.status === 401 && !path.startsWith(profilePath)) await unauthorised();
  if (!answer.ok || isRefusal(body)) throw toPortalError(answer.status, body, (name) => answer.headers.get(name));
  return body as T;
}

/** Reports activity to the server. An ended session is handled like a 401. */
export async function stayLoggedIn(): Promise<void> {
  if (!isStillThere(await call("GET", profilePath))) await unauthorised();
}
