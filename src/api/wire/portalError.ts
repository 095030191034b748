// The one error that calls throw. It is data (a stable code, the server's words, the fields at fault). Words for people
// are chosen where it is shown. It never carries what was typed.
import type { WireError } from "./wireTypes.ts";

interface PortalErrorParts {
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
  /** The server's own sentence, where it sent one. */
  readonly said: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly body: unknown;

  constructor(parts: PortalErrorParts) {
    super(parts.message || parts.code);
    this.name = "PortalError";
    this.code = parts.code;
    this.status = parts.status ?? 0;
    this.errors = parts.errors ?? [];
    this.said = parts.message || undefined;
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.body = parts.body;
  }

  /** True when the same call may well succeed later: nothing was judged, the way there or the server failed. */
  get temporary(): boolean {
    if (this.errors.length > 0) return false;
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}
