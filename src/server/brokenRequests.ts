// Answers to what never becomes a request of a route: an address that cannot be decoded, headers beyond measure, a sender
// that is too slow, bytes that are no HTTP. They carry the same shape and the same headers as every other refusal, in Dutch:
// nobody knows who asked.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorAnswer } from "#engine/wire.ts";
import { PortalError, type Refusal } from "./portalError.ts";

const BY_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: "timeout",
  HPE_HEADER_OVERFLOW: "too_large.headers",
};

/** For the HTTP server itself: writes the answer and hangs up. */
export function answerBrokenRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) socket.end(answerOf(BY_CODE[error.code ?? ""] ?? "bad_request.http", headers));
    else socket.destroy();
  };
}

function answerOf(name: Refusal, headers: Record<string, string>): string {
  const refusal = new PortalError(name);
  const { code, status } = refusal;
  const answer: ErrorAnswer = { success: false, code, message: refusal.text("nl"), request_id: crypto.randomUUID() };
  const body = JSON.stringify(answer);
  const all = {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "", body].join("\r\n");
}
