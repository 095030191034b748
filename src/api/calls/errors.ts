// Errors that calls throw for a refusal: whether the server has judged the request, and the fields with errors.

import { PortalError } from "../wire/portalError.ts";
import type { WireError } from "../wire/wireTypes.ts";
import { readFieldErrors } from "./fieldErrors.ts";

export { PortalError };

/** An unexpected response. */
export const unreadable: readonly string[] = ["not_json", "unclear"];

export const unclear = () => new PortalError({ code: "unclear", status: 200 });

/** The server judged what was sent, or found it too large, and refused it, with whatever status (decisions 82). */
export function isRefused(error: unknown): error is PortalError {
  if (!(error instanceof PortalError)) return false;
  const { status, code, errors } = error;
  return (
    status === 422 ||
    status === 413 ||
    errors.length > 0 ||
    (status >= 200 && status < 300 && !unreadable.includes(code))
  );
}

/** Returns the field errors of a refusal. If it names no field, returns its sentence or the general one. */
export function refusalErrors({ errors, said }: PortalError): WireError[] {
  if (errors.length > 0) return errors;
  return [{ pointer: "", keyword: "refused", params: {}, ...(said === undefined ? {} : { message: said }) }];
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

/** A refusal as an error, whatever the body is: our shape, another JSON, or none at all. */
export function toPortalError(status: number, body: unknown, header: (name: string) => string | null): PortalError {
  const answer = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const retryAfter = Number(header("retry-after"));
  return new PortalError({
    code:
      typeof answer.code === "string" ? answer.code : (codeOfStatus[status] ?? (status < 300 ? "refused" : "failed")),
    status,
    message: typeof answer.message === "string" ? answer.message : undefined,
    errors: readFieldErrors(answer.errors),
    requestId: typeof answer.request_id === "string" ? answer.request_id : (header("x-request-id") ?? undefined),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    body,
  });
}
