// The one error that calls throw. It is data (a stable code, the server's words, the fields at fault); words for people
// are chosen where it is shown. It never carries what was typed.
import type { WireError } from "#engine/wire.ts";

export interface PortalErrorParts {
  /** `network`, `timeout`, `unauthorised`, or the code of the server's refusal. */
  code: string;
  status?: number;
  message?: string;
  errors?: WireError[];
  requestId?: string;
  /** Seconds, from Retry-After. */
  retryAfter?: number;
  /** The whole body of the refusal, for callers that know its shape (409: what is stored now). */
  body?: unknown;
}

export class PortalError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: WireError[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly body: unknown;

  constructor(parts: PortalErrorParts) {
    super(parts.message || parts.code);
    this.name = "PortalError";
    this.code = parts.code;
    this.status = parts.status ?? 0;
    this.errors = parts.errors ?? [];
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.body = parts.body;
  }

  /** True when the same call may well succeed later: nothing was judged, the way there or the server failed. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

const codeOfStatus: Record<number, string> = {
  400: "bad_request",
  401: "unauthorised",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  415: "unsupported_type",
  422: "invalid",
  429: "too_many_requests",
};

function wireErrors(value: unknown): WireError[] {
  return Array.isArray(value) ? (value as WireError[]) : [];
}

/** A refusal as an error, whatever the body is: our shape, another JSON, or none at all. */
export function toPortalError(status: number, body: unknown, header: (name: string) => string | null): PortalError {
  const answer = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const retryAfter = Number(header("retry-after"));
  return new PortalError({
    code: typeof answer.code === "string" ? answer.code : (codeOfStatus[status] ?? "failed"),
    status,
    message: typeof answer.message === "string" ? answer.message : undefined,
    errors: wireErrors(answer.errors),
    requestId: typeof answer.request_id === "string" ? answer.request_id : (header("x-request-id") ?? undefined),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    body,
  });
}
