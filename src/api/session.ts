// What every call carries besides its own content: the CSRF token of the page, the quotation in progress, and what
// happens on 401. One place, so that uploads (XMLHttpRequest) and calls (fetch) cannot differ.

import { item } from "./wire.ts";

export const profilePath = "/api/profile/me";

let quotationInProgress: number | null = null;
let freshToken: string | null = null;

/** While a wizard with a quotation is open every request carries it; null when the wizard is left (decisions 35). */
export function setQuotationInProgress(number: number | null): void {
  quotationInProgress = number;
}

export type Query = Record<string, string | number | boolean | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) params.set(name, String(value));
  }
  if (quotationInProgress !== null && !params.has("quotation")) params.set("quotation", String(quotationInProgress));
  const text = params.toString();
  if (!text) return path;
  return path + (path.includes("?") ? "&" : "?") + text;
}

/** A browser takes the segments `.` and `..` away, even encoded; a leading space, trimmed on reading, keeps them. */
export const pathSegment = (value: string | number): string =>
  encodeURIComponent(/^\.+$/.test(String(value)) ? ` ${value}` : value);

const meta = () => globalThis.document?.querySelector('meta[name="csrf-token"]') ?? null;

export function csrfToken(): string {
  return freshToken ?? meta()?.getAttribute("content") ?? "";
}

/** A tab that outlived its login carries an old token: the page as served now has the current one. */
export async function refreshCsrfToken(): Promise<boolean> {
  const answer = await fetch("/", { credentials: "same-origin", headers: { Accept: "text/html" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  const tag = html.match(/<meta[^>]+name="csrf-token"[^>]*>/)?.[0];
  const token = tag?.match(/content="([^"]*)"/)?.[1];
  if (!token || token === csrfToken()) return false;
  freshToken = token;
  meta()?.setAttribute("content", token);
  return true;
}

export function standardHeaders(): Record<string, string> {
  return { Accept: "application/json", "X-Requested-With": "XMLHttpRequest", "X-CSRF-TOKEN": csrfToken() };
}

const beforeLeaving = new Set<() => void>();
let leave: () => void = () => globalThis.location?.assign("/");

/** What must be safe before a 401 takes the browser to `/` (decisions 37). Returns its removal. */
export function beforeUnauthorised(keep: () => void): () => void {
  beforeLeaving.add(keep);
  return () => beforeLeaving.delete(keep);
}

/** The app may replace what a 401 does; the default goes to `/`. */
export function onUnauthorised(handler: () => void): void {
  leave = handler;
}

async function isLoggedIn(): Promise<boolean> {
  const answer = await fetch(profilePath, { credentials: "same-origin", headers: standardHeaders() }).catch(() => null);
  const body: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  const { loggedIn, logged_in } = item(body);
  return (loggedIn ?? logged_in) === true;
}

let asking: Promise<boolean> | null = null;

/**
 * A call answered 401. The session ended, unless the profile says otherwise: then `/` would lead to the same refusal, for
 * ever, and the call is one that failed.
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
