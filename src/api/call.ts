// One typed call to the same origin: credentials, JSON, CSRF, quotation in progress, and every failure as a PortalError.
// It knows no resource and retries nothing, but for one fresh CSRF token.
import { keepBegun, takeBegun } from "./begun.ts";
import { isAborted, PortalError, toPortalError } from "./errors.ts";
import { isRefusal } from "./fieldErrors.ts";
import { profilePath, type Query, refreshCsrfToken, standardHeaders, unauthorised, withQuery } from "./session.ts";
import { hearSessionEnd, isStillThere } from "./sessionEnd.ts";

export { isRefused, PortalError, refusalErrors } from "./errors.ts";
export { beforeUnauthorised, onUnauthorised, setQuotationInProgress } from "./session.ts";

export interface CallOptions {
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds; a stalled server is a failed call. */
  timeout?: number;
  /** Survives the page going away (drafts, analytics). */
  keepalive?: boolean;
}

function init(method: string, options: CallOptions): RequestInit {
  const limit = AbortSignal.timeout(options.timeout ?? 30_000);
  const headers: Record<string, string> = { ...standardHeaders(), ...options.headers };
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  return {
    method,
    headers,
    credentials: "same-origin",
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    keepalive: options.keepalive,
  };
}

async function answerBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch {
    if (answer.ok) throw new PortalError({ code: "not_json", status: answer.status });
    return null;
  }
}

interface Answered {
  answer: Response;
  body: unknown;
}

/** Asks now for what an equal call will ask for soon. The body of the answer, for who begins more with it; null: refused. */
export async function beginCall(
  method: "GET" | "POST",
  path: string,
  options: Pick<CallOptions, "query" | "body"> = {},
): Promise<unknown> {
  const asked = send(method, path, options);
  keepBegun(method, withQuery(path, options.query), options.body, asked);
  const answered = await asked.catch(() => null);
  return answered?.answer.ok ? answered.body : null;
}

/** An answer that the page brought along, for the first equal call. */
export function keepAnswer(path: string, body: unknown): void {
  keepBegun("GET", path, undefined, Promise.resolve({ answer: new Response(), body }));
}

/** The answer of an equal call that was begun, else a new one. What carries headers of its own is never begun. */
function once(method: string, path: string, options: CallOptions): Promise<Answered> {
  const early = options.headers ? undefined : takeBegun<Answered>(method, withQuery(path, options.query), options.body);
  return early ?? send(method, path, options);
}

async function send(method: string, path: string, options: CallOptions): Promise<Answered> {
  try {
    const answer = await fetch(withQuery(path, options.query), init(method, options));
    hearSessionEnd(answer.headers);
    return { answer, body: await answerBody(answer) };
  } catch (error) {
    if (error instanceof PortalError) throw error;
    if (options.signal?.aborted && isAborted(error)) throw error;
    const stalled = error instanceof DOMException && error.name === "TimeoutError";
    throw new PortalError({ code: stalled ? "timeout" : "network" });
  }
}

const staleToken = (status: number, body: unknown) =>
  status === 403 && typeof body === "object" && body !== null && (body as { code?: unknown }).code === "csrf";

/** The answer's body and headers, for the few callers that read a header. */
async function callWithHeaders<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: CallOptions = {},
): Promise<{ body: T; headers: Headers }> {
  let { answer, body } = await once(method, path, options);
  if (staleToken(answer.status, body) && (await refreshCsrfToken())) {
    ({ answer, body } = await once(method, path, options));
  }
  if (answer.status === 401 && !path.startsWith(profilePath)) await unauthorised();
  if (!answer.ok || isRefusal(body)) throw toPortalError(answer.status, body, (name) => answer.headers.get(name));
  return { body: body as T, headers: answer.headers };
}

export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: CallOptions = {},
): Promise<T> {
  return (await callWithHeaders<T>(method, path, options)).body;
}

/** Tells the server that somebody is at work. An ended session is left the way a 401 is. */
export async function stayLoggedIn(): Promise<void> {
  if (!isStillThere(await call("GET", profilePath))) await unauthorised();
}
