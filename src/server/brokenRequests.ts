// Answers to what never becomes a request of a route: an address that cannot be decoded, headers beyond measure, a sender
// that is too slow, bytes that are no HTTP. They carry the same shape and the same headers as every other refusal.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorAnswer } from "#engine/wire.ts";

const BY_CODE: Record<string, [status: number, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "timeout", "Het verzoek kwam te langzaam binnen."],
  HPE_HEADER_OVERFLOW: [431, "too_large", "De kopregels zijn te groot."],
};
const OTHERWISE: [number, string, string] = [400, "bad_request", "Dit is geen geldig verzoek."];

/** For the HTTP server itself: writes the answer and hangs up. */
export function answerBrokenRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) socket.end(answerOf(BY_CODE[error.code ?? ""] ?? OTHERWISE, headers));
    else socket.destroy();
  };
}

function answerOf([status, code, message]: [number, string, string], headers: Record<string, string>): string {
  const answer: ErrorAnswer = { success: false, code, message, request_id: crypto.randomUUID() };
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
