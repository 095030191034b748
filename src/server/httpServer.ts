// The HTTP server without its routes: limits on time and size, logging, rate limits, and answers to requests that are no HTTP.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import multipart from "@fastify/multipart";
import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { ErrorAnswer } from "#api/wireTypes.ts";
import { FILE_RULES } from "#engine/fileRules.ts";
import { DEFAULT_LANGUAGE } from "#engine/languages.ts";
import type { Config } from "./config.ts";
import { describeError, describeRequest, findServedCall, serveCall } from "./logging.ts";
import { nameNetwork } from "./network.ts";
import { PortalError, type Refusal } from "./portalError.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How long its handler may take, where that is not what others may. */
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
      // Parts that know no request write to the log of the server. The log of a request has its id already.
      mixin: (_line, _level, log) => (log === app.log ? { reqId: findServedCall() } : {}),
    },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT,
    // Slow senders are disconnected: first limit for the headers, second for the whole request. Checked often enough that the
    // sender is found late before the handler is.
    http: {
      headersTimeout: Math.min(10_000, config.requestTimeoutMs),
      connectionsCheckingInterval: Math.min(2_000, config.requestTimeoutMs / 4),
    },
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerBrokenRequests(headers),
    frameworkErrors(error, request, reply) {
      request.cookies = app.parseCookie(request.headers.cookie ?? "");
      app.errorHandler(error, request, reply.headers(headers));
    },
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser("text/plain");
  // The same id as in the log, for whoever reports a failure.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    serveCall(request.id, done);
  });
  // A body arrives from the socket, which serves many calls.
  app.addHook("preValidation", (request, _reply, done) => serveCall(request.id, done));
  limitHandlers(app, 2 * config.requestTimeoutMs);
  return app;
}

/** One timer looks after all calls: Fastify's own limit sets one for each, and aborts a signal at its end. */
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
  const look = () => {
    for (const reply of running) {
      const { handlerMs = mostMs } = reply.request.routeOptions.config;
      if (!reply.raw.closed && reply.elapsedTime < handlerMs) continue;
      running.delete(reply);
      if (!reply.raw.closed) giveUp(reply);
    }
  };
  const timer = setInterval(look, Math.min(1_000, mostMs / 8)).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function giveUp(reply: FastifyReply): void {
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new PortalError("unavailable.slow"));
}

/**
 * Counts every call that costs work, refusals too: runs after the user is known and before anything is refused. What is answered
 * counts what no route knows, once it is sure that there is no such file.
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

/** Counts a call once, however often it is asked to. @throws when there were too many. */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Files of the build and the products, and the liveness check. */
function isFree({ routeOptions: { url = "/*" } }: FastifyRequest): boolean {
  return url === "/healthz" || url === "/products/index.json" || url.endsWith("/*");
}

/** One file a call; a larger one is cut off while it arrives. */
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
 * Answers what never reaches a route: too many headers, a sender that is too slow, bytes that are no HTTP. Same shape and
 * headers as every other refusal; in Dutch, because the language of the reader is unknown.
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
