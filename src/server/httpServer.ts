// The HTTP server without its routes: limits on time and size, logging, rate limits, and responses to invalid HTTP.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import multipart from "@fastify/multipart";
import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { ErrorAnswer } from "#api/wireTypes.ts";
import { FILE_RULES } from "#engine/fileRules.ts";
import { DEFAULT_LANGUAGE } from "#engine/languages.ts";
import type { Config } from "./config.ts";
import { isPageRequest } from "./errorHandler.ts";
import { describeError, findServedCall, serveCall } from "./logging.ts";
import { nameNetwork } from "./network.ts";
import { PortalError, type Refusal } from "./portalError.ts";
import { dataHeaders } from "./securityHeaders.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Time limit of its handler, if it differs from the default. */
    handlerMs?: number;
  }
}

const JSON_LIMIT = 262_144;

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
      // Adds the request id to lines of the server's logger; a request's own logger has it already.
      mixin: (_line, _level, log) => (log === app.log ? { reqId: findServedCall() } : {}),
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT,
    // Disconnects slow senders: limits the time for the headers and for the whole request. Checked often enough that a slow sender
    // gets 408 before the time limit of the handler.
    http: {
      headersTimeout: Math.min(10_000, config.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(2_000, config.requestTimeoutMs / 4),
    },
    requestTimeout: config.requestTimeoutMs,
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
  app.removeContentTypeParser("text/plain");
  // The id as in the log, for error reports.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    serveCall(request.id, done);
  });
  // Set again after the body was read: its events come from the socket, whose async context may be that of another call.
  app.addHook("preValidation", (request, _reply, done) => serveCall(request.id, done));
  limitHandlers(app, 2 * config.requestTimeoutMs);
  return app;
}

/** Logs the route, not the address, which may contain search terms, names and numbers. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? "none", address: request.ip };
}

/** Limits the time of handlers with one timer for all calls: Fastify's own limit costs a timer and an abort signal per call. */
function limitHandlers(app: FastifyInstance, mostMs: number): void {
  const running = new Set<FastifyReply>();
  app.addHook("onRequest", (_request, reply, done) => {
    running.add(reply);
    done();
  });
  app.addHook("onResponse", (_request, reply, done) => {
    running.delete(reply);
    done();
  });
  const endLate = () => {
    for (const reply of running) {
      const { handlerMs = mostMs } = reply.request.routeOptions.config;
      if (!reply.raw.closed && reply.elapsedTime < handlerMs) continue;
      running.delete(reply);
      if (!reply.raw.closed) endReply(reply);
    }
  };
  const timer = setInterval(endLate, Math.min(1_000, mostMs / 8)).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function endReply(reply: FastifyReply): void {
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new PortalError("unavailable.slow"));
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

/** One file per call; a file that is too large is cut off while it arrives. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: FILE_RULES.maxSize, files: 1, fields: 4, fieldSize: 1_024, parts: 5 },
    throwFileSizeLimit: true,
  });
}

const BY_CODE: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: "timeout",
  HPE_HEADER_OVERFLOW: "too_large.headers",
};

/**
 * Responds to requests that never reach a route: headers too large, sender too slow, invalid HTTP. Has the shape and headers of all
 * other errors; in Dutch, because the user's language is unknown.
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
