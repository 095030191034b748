// What a call of the wizard says besides its address and body: headers that a browser may leave out.
import type { FastifyRequest } from "fastify";
import { PortalError } from "../portalError.ts";

export function readRevision(request: FastifyRequest): number | undefined {
  const header = request.headers["if-match"];
  if (header === undefined) return undefined;
  const match = /^"?(\d{1,9})"?$/.exec(header);
  if (!match) throw new PortalError("bad_request.if_match");
  return Number(match[1]);
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
