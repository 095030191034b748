// The one error that the server throws on purpose; errorHandler.ts turns it into an answer. Carries no personal data.
import type { WireError } from "#engine/wire.ts";

export class PortalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: WireError[] | undefined;
  /** Further members of the answer, such as what is stored now in a conflict. */
  readonly extra: Record<string, unknown> | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    more: { errors?: WireError[]; extra?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.extra = more.extra;
  }
}

/** Foreign and unknown look the same from outside (decisions 52). */
export const notFound = () => new PortalError(404, "not_found", "Niet gevonden.");
export const badRequest = (message: string) => new PortalError(400, "bad_request", message);
export const invalid = (errors: WireError[], extra?: Record<string, unknown>) =>
  new PortalError(422, "invalid", "Controleer de gemarkeerde velden.", extra ? { errors, extra } : { errors });
