// One request and its answer. Also calls that begin before a screen asks, because the page knows from its address what
// it will need. The first equal call takes such an answer, once and only while it is fresh. A change discards all of
// them. Small, because it is part of the page's first file.

import { type Query, standardHeaders, withQuery } from "../login/session.ts";
import { hearSessionEnd } from "../login/sessionEnd.ts";
import { fetchAsUser } from "../login/sessionUser.ts";
import { PortalError } from "../wire/portalError.ts";

const FRESH_MS = 30_000;

const begun = new Map<string, { at: number; answer: Promise<unknown> }>();

const buildCallKey = (method: string, address: string, body: unknown) => `${method} ${address} ${JSON.stringify(body)}`;

function keepBegun(method: string, address: string, body: unknown, answer: Promise<unknown>): void {
  answer.catch(() => undefined); // the promise may stay unused
  begun.set(buildCallKey(method, address, body), { at: performance.now(), answer });
}

function takeBegun<T>(method: string, address: string, body: unknown): Promise<T> | undefined {
  const key = buildCallKey(method, address, body);
  const prefetched = begun.get(key);
  begun.delete(key);
  if (prefetched && performance.now() - prefetched.at < FRESH_MS) return prefetched.answer as Promise<T>;
  // Something may be changing: what was read before is out of date.
  if (method !== "GET") begun.clear();
  return undefined;
}

export interface CallOptions {
  body?: unknown;
  query?: Query;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Milliseconds. A stalled server is a failed call. */
  timeout?: number;
  /** Survives the page going away (drafts, analytics). */
  keepalive?: boolean;
}

function init(method: string, options: CallOptions): RequestInit {
  const limit = AbortSignal.timeout(options.timeout ?? 30_000);
  const headers: Record<string, string> = { ...standardHeaders(), ...options.headers };
  // Every call has a JSON content type (spec: portal 7), but a server may refuse a DELETE that names one and has no body.
  if (options.body !== undefined || method === "GET") headers["Content-Type"] = "application/json";
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

interface ParsedResponse {
  answer: Response;
  body: unknown;
}

/**
 * Prefetches what an equal call will request soon. Returns the body of the answer, for the code that begins more with
 * it, or null if it was refused.
 */
export async function beginCall(
  method: "GET" | "POST",
  path: string,
  options: Pick<CallOptions, "query" | "body"> = {},
): Promise<unknown> {
  const answer = send(method, path, options);
  keepBegun(method, withQuery(path, options.query), options.body, answer);
  const answered = await answer.catch(() => null);
  return answered?.answer.ok ? answered.body : null;
}

/** An answer that came with the page, for the first equal call. */
export function keepAnswer(path: string, body: unknown): void {
  keepBegun("GET", path, undefined, Promise.resolve({ answer: new Response(), body }));
}

/** The answer of an equal call that was begun, else a new one. What carries headers of its own is never begun. */
export function once(method: string, path: string, options: CallOptions): Promise<ParsedResponse> {
  const early = options.headers
    ? undefined
    : takeBegun<ParsedResponse>(method, withQuery(path, options.query), options.body);
  return early ?? send(method, path, options);
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

async function send(method: string, path: string, options: CallOptions): Promise<ParsedResponse> {
  try {
    const answer = await fetchAsUser(withQuery(path, options.query), init(method, options));
    hearSessionEnd(answer.headers);
    return { answer, body: await answerBody(answer) };
  } catch (error) {
    if (error instanceof PortalError) throw error;
    if (options.signal?.aborted && isAborted(error)) throw error;
    const stalled = error instanceof DOMException && error.name === "TimeoutError";
    throw new PortalError({ code: stalled ? "timeout" : "network" });
  }
}
