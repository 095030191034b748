// What a call says besides its address and body: headers that a browser may leave out.
import type { FastifyRequest } from "fastify";
import { PortalError } from "./portalError.ts";

/** From which a save started. */
export function readRevision(request: FastifyRequest): number | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header);
  if (!match) throw new PortalError("bad_request.if_match");
  return Number(match[1]);
}

/** The revision of each step that the browser shows, ours and optional: `general-data=2, coverage-choice=1`. */
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

/** Which draft or flow the browser has open: ours, optional. What it cannot be is no reason to refuse: then it says nothing. */
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
