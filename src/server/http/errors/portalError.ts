// The error that the server throws deliberately, which errorHandler.ts turns into a response. refusals.json has the
// status of each refusal, `texts` its text in every language. The part of its name before the dot is the code on the
// wire. Contains no personal data.
import type { WireError } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { fillText, serverTexts } from "../../texts/serverTexts.ts";
import refusals from "./refusals.json" with { type: "json" };

export type Refusal = keyof typeof refusals;

interface RefusalParts {
  /** Values for the placeholders of the text. */
  values?: Record<string, string | number>;
  errors?: WireError[];
  /** Further members of the answer, such as what is stored in a conflict. */
  extra?: Record<string, unknown>;
  /** Seconds after which the same call may work. */
  retryAfter?: number;
}

export class PortalError extends Error {
  readonly refusal: Refusal;
  readonly parts: RefusalParts;
  constructor(refusal: Refusal, parts: RefusalParts = {}) {
    super(refusal);
    this.refusal = refusal;
    this.parts = parts;
  }
  get status(): number {
    return refusals[this.refusal];
  }
  get code(): string {
    return this.refusal.split(".")[0] ?? this.refusal;
  }
  text(language: Language): string {
    return fillText(serverTexts[language].refusals[this.refusal], this.parts.values ?? {});
  }
}

/** A number of another office gets the same response as an unknown one (decisions 52). */
export const notFound = () => new PortalError("not_found");
export const invalid = (errors: WireError[], extra?: Record<string, unknown>) =>
  new PortalError("invalid", extra ? { errors, extra } : { errors });
/** A service that the server needs is not reachable, or the server is shutting down. */
export const unavailable = (refusal: Extract<Refusal, `unavailable${string}`> = "unavailable") =>
  new PortalError(refusal, { retryAfter: 1 });
