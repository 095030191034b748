// The HTTP server without its routes: limits on time and size, logging, rate limits, and responses to invalid HTTP.
import { STATUS_CODES } from "node:http";
import { isIPv6, type Socket } from "node:net";
import multipart from "@fastify/multipart";
import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { ErrorAnswer } from "#api/wire/wireTypes.ts";
import { LARGEST_FILE } from "#engine/rules/fileRules.ts";
import { DEFAULT_LANGUAGE } from "#engine/values/languages.ts";
import type { Config } from "../config/config.ts";
import { PortalError, type Refusal, unavailable } from "./errors/portalError.ts";
import { describeError, findServedCall, serveCall } from "./logging.ts";
import { isPageRequest } from "./readHeaders.ts";
import { dataHeaders } from "./securityHeaders.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Time limit of its handler, if it differs from the default. */
    handlerMs?: number;
  }
}

const JSON_LIMIT = 262_144;

/** A file may take this long to arrive: the largest one needs it on the slowest line that is waited for. */
const FILE_MS = 600_000;
/** A file that arrives more slowly is refused. */
const LEAST_BYTES_PER_MS = LARGEST_FILE / FILE_MS;

export function createFastify(
  config: Config,
  headers: Record<string, string>,
  log?: NodeJS.WritableStream,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: config.logLevel !== "silent" && {
      level: config.logLevel,
      ...(log ? { stream: log } : {}),
      serializers: { req: describeRequest, err: describeError },
      // Adds the request id to lines of the server's logger. A request's own logger has it already.
      mixin: (_line, _level, log) => (log === app.log ? { reqId: findServedCall() } : {}),
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT,
    // Disconnects slow senders of headers. The limit of bodies is that of the slowest file. `limitTimes` has a lower
    // one for other calls.
    http: {
      // Node would answer without the headers of every refusal: a hook below refuses it.
      requireHostHeader: false,
      headersTimeout: Math.min(10_000, config.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(2_000, config.requestTimeoutMs / 4),
    },
    requestTimeout: Math.max(FILE_MS, config.requestTimeoutMs) + 5_000,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerBrokenRequests(headers),
    // No hook runs for these, so what hooks do for every other refusal is done here.
    frameworkErrors(error, request, reply) {
      request.cookies = app.parseCookie(request.headers.cookie ?? "");
      reply.headers(isPageRequest(request) ? headers : dataHeaders(headers)).header("x-request-id", request.id);
      app.errorHandler(error, request, reply);
    },
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  // Node would refuse an unknown expectation without those headers too. It may be ignored (RFC 9110, 10.1.1).
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.removeContentTypeParser("text/plain");
  // The id as in the log, for error reports.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    serveCall(request.id, done);
  });
  // Set again after the body was read: its events come from the socket, whose async context may be that of another call.
  app.addHook("preValidation", (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    // Node takes the first of two. What is in front of the portal may take the other.
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    const isAddressed = hosts === 1 || (hosts === 0 && httpVersion === "1.0");
    serveCall(request.id, () => done(isAddressed ? undefined : new PortalError("bad_request.http")));
  });
  limitTimes(app, config.requestTimeoutMs);
  return app;
}

/** Logs the route, not the address, which may contain search terms, names and numbers. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? "none", address: request.ip };
}

interface RunningCall {
  /** Bytes that the connection had received when the call began. */
  before: number;
  reply: FastifyReply;
}

/**
 * Limits the time in which bodies arrive and handlers end, with one timer for all calls: Fastify's own limit costs a timer and an
 * abort signal per call. A call that was answered before its body arrived keeps its limit, because its connection stays open.
 */
function limitTimes(app: FastifyInstance, receiveMs: number): void {
  const running = new Map<FastifyRequest, RunningCall>();
  app.addHook("onRequest", (request, reply, done) => {
    running.set(request, { reply, before: request.raw.socket.bytesRead });
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (request.raw.complete !== false) running.delete(request);
    done();
  });
  const endLate = () => {
    for (const [request, call] of running) {
      const isOver = call.reply.raw.closed && (request.raw.complete || request.raw.socket.destroyed);
      if (!isOver && !isLate(request, call, receiveMs)) continue;
      running.delete(request);
      if (!isOver) endCall(request, call.reply);
    }
  };
  const timer = setInterval(endLate, Math.min(1_000, receiveMs / 4)).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function isLate(request: FastifyRequest, { reply, before }: RunningCall, receiveMs: number): boolean {
  const { file = false, handlerMs = (file ? FILE_MS : 0) + 2 * receiveMs } = request.routeOptions.config;
  const { elapsedTime } = reply;
  if (request.raw.complete !== false) return elapsedTime >= handlerMs;
  const received = request.raw.socket.bytesRead - before;
  return elapsedTime >= receiveMs && !(file && received >= elapsedTime * LEAST_BYTES_PER_MS);
}

/** Closes the connection of a body that is late: the rest of it may come for a long time. */
function endCall(request: FastifyRequest, reply: FastifyReply): void {
  const isReceived = request.raw.complete !== false;
  if (reply.raw.headersSent) (isReceived ? reply.raw : request.raw.socket).destroy();
  else if (!reply.sent)
    isReceived
      ? reply.send(unavailable("unavailable.slow"))
      : reply.header("connection", "close").send(new PortalError("timeout"));
}

/**
 * Rate-limits every call that costs work, refused ones too: runs after the user is known and before anything is refused. The
 * returned function counts requests that match no route, once it is certain that no file has that address.
 */
export async function limitRates(
  app: FastifyInstance,
  config: Config,
  store?: FastifyRateLimitStoreCtor,
): Promise<RateLimit> {
  await app.register(rateLimit, {
    global: false,
    ...(store ? { store } : {}),
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) => request.user?.login_name ?? nameNetwork(request.ip),
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
  const limit = app.rateLimit();
  const count: RateLimit = (request, reply) => limit.call(app, request, reply);
  app.addHook("onRequest", (request, reply, done) => {
    if (isFree(request)) done();
    else count(request, reply).then(() => done(), done);
  });
  return count;
}

/** Counts a call, at most once per call. @throws when the limit is exceeded. */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Not rate-limited: files of the build and of products, and the liveness check. */
function isFree({ routeOptions: { url = "/*" } }: FastifyRequest): boolean {
  return url === "/healthz" || url === "/products/index.json" || url.endsWith("/*");
}

/** One file per call. A file that is too large is cut off while it arrives. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: LARGEST_FILE, files: 1, fields: 4, fieldSize: 1_024, parts: 5 },
    throwFileSizeLimit: true,
  });
}

const BY_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: "timeout",
  HPE_HEADER_OVERFLOW: "too_large.headers",
};

/**
 * Responds to requests that never reach a route: headers too large, sender too slow, invalid HTTP. Has the shape and
 * headers of all other errors. In Dutch, because the user's language is unknown.
 */
function answerBrokenRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    if (socket.writable) socket.end(buildAnswer(BY_CODE[error.code ?? ""] ?? "bad_request.http", headers));
    else socket.destroy();
  };
}

function buildAnswer(name: Refusal, headers: Record<string, string>): string {
  const refusal = new PortalError(name);
  const { code, status } = refusal;
  const answer: ErrorAnswer = {
    success: false,
    code,
    message: refusal.text(DEFAULT_LANGUAGE),
    request_id: crypto.randomUUID(),
  };
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

// Who calls, for whatever is counted by where it comes from.

/** Who has one address of IPv6 has its network too, which is more addresses than could be counted. */
function nameNetwork(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [before = [], after = []] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const between = Array(8 - before.length - after.length).fill("0");
  return [...before, ...between, ...after].slice(0, 4).join(":");
}
