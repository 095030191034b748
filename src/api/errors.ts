// What a refusal of the server says, as the error that calls throw: whether what was sent was judged, and the fields at fault.
import { readFieldErrors } from "./fieldErrors.ts";
import { PortalError } from "./portalError.ts";
import type { WireError } from "./wireTypes.ts";

export { PortalError };

/** An answer that says nothing about what was asked. */
export const unreadable: readonly string[] = ["not_json", "unclear"];

export const unclear = () => new PortalError({ code: "unclear", status: 200 });

/** The server judged what was sent and refused it, with whatever status (decisions 82). */
export function isRefused(error: unknown): error is PortalError {
  if (!(error instanceof PortalError)) return false;
  const { status, code, errors } = error;
  return status === 422 || errors.length > 0 || (status >= 200 && status < 300 && !unreadable.includes(code));
}

/** What a refusal says of the fields; one that names none still says something: its own sentence, or the general one. */
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
