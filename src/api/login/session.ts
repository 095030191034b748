// What every call carries besides its own content: the CSRF token of the page and the quotation in progress. One place, so
// that uploads (XMLHttpRequest) and calls (fetch) cannot differ.
import { fetchAsUser } from "./sessionUser.ts";

export const profilePath = "/api/profile/me";

let quotationInProgress: number | null = null;
let freshToken: string | null = null;

/** While a wizard with a quotation is open every request carries it. Null when the wizard is left (decisions 35). */
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

/** A browser removes the segments `.` and `..`, even encoded. A leading space, trimmed on reading, keeps them. */
export const pathSegment = (value: string | number): string =>
  encodeURIComponent(/^\.+$/.test(String(value)) ? ` ${value}` : value);

const meta = () => globalThis.document?.querySelector('meta[name="csrf-token"]') ?? null;

export function csrfToken(): string {
  return freshToken ?? meta()?.getAttribute("content") ?? "";
}

/**
 * A tab that outlived its login carries an old token: the page as served now has the current one. `confirm` asks afterwards who is
 * logged in, so that no change is sent with the token of another user. `refused` is the token that the call was sent with: of two
 * calls at once, the second finds the token that the first has fetched.
 */
export async function refreshCsrfToken(refused: string, confirm: () => Promise<boolean>): Promise<boolean> {
  if (csrfToken() !== refused) return true;
  const page = { credentials: "same-origin", headers: { Accept: "text/html" } } as const;
  const answer = await fetchAsUser("/", page).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  const tag = html.match(/<meta[^>]+name="csrf-token"[^>]*>/)?.[0];
  const token = tag?.match(/content="([^"]*)"/)?.[1];
  if (!token || token === refused || !(await confirm())) return false;
  freshToken = token;
  meta()?.setAttribute("content", token);
  return true;
}

export function standardHeaders(): Record<string, string> {
  const language = globalThis.document?.documentElement?.lang;
  return {
    Accept: "application/json",
    ...(language && { "Accept-Language": language }),
    "X-Requested-With": "XMLHttpRequest",
    "X-CSRF-TOKEN": csrfToken(),
  };
}
