// Reads the optional request headers.
import type { FastifyRequest } from "fastify";
import { PortalError } from "./errors/portalError.ts";

/** The revision that a save is based on (`If-Match`). */
export function readRevision(request: FastifyRequest): number | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header);
  if (!match) throw new PortalError("bad_request.if_match");
  return Number(match[1]);
}

/** The revision of each step that the browser shows, such as `general-data=2, coverage-choice=1`. Our addition to the specification. */
export function readRevisions(request: FastifyRequest): Map<string, number> {
  const header = request.headers["x-revisions"];
  if (typeof header !== "string" || header === "") return new Map();
  const named = header.split(",").map((each) => /^\s*([\w-]{1,64})=(\d{1,9})\s*$/.exec(each));
  return new Map(
    named.map((match) => {
      if (!match?.[1]) throw new PortalError("bad_request.revisions");
      return [match[1], Number(match[2])];
    }),
  );
}

/** The draft or flow that the browser has open, our addition to the specification. Not validated here: an unknown value is ignored. */
export function readHeader(request: FastifyRequest, name: "x-draft" | "x-flow"): string | null {
  const header = request.headers[name];
  return typeof header === "string" ? header : null;
}

export function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new PortalError("bad_request.idempotency_key");
  return header;
}

/** A browser navigates to an address. Calls of the app accept JSON instead. */
export const isPageRequest = ({ headers }: FastifyRequest) => (headers.accept ?? "").includes("text/html");
