// The HTTP server before it has routes: limits on time and size, what it logs, how often one user may call.
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { answerBrokenRequests } from "./brokenRequests.ts";
import type { Config } from "./config.ts";
import { answerError } from "./errorHandler.ts";

const JSON_LIMIT = 262_144;
const UPLOAD_LIMIT = 2_097_152;

export function createFastify(config: Config, headers: Record<string, string>): FastifyInstance {
  const app = Fastify({
    logger: config.logLevel === "silent" ? false : { level: config.logLevel, serializers: { req: withoutAnswers } },
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: JSON_LIMIT,
    // Slow senders are hung up on: headers first, then the whole request; looked at every two seconds.
    http: { headersTimeout: Math.min(10_000, config.requestTimeoutMs), connectionsCheckingInterval: 2_000 },
    requestTimeout: config.requestTimeoutMs,
    handlerTimeout: 2 * config.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    clientErrorHandler: answerBrokenRequests(headers),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(headers)),
    genReqId: () => crypto.randomUUID(),
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser("text/plain");
  return app;
}

/** A log line names the route, not the address: search words, names and numbers stay out of the log. */
function withoutAnswers(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? "none", address: request.ip };
}

export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: "preHandler",
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) => request.user?.login_name ?? request.ip,
    allowList: (request) => !/^\/(api\/|auth\/|csp-report$)/.test(request.routeOptions.url ?? ""),
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
}

/** One file a call; what is larger is cut off while it arrives. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 4, fieldSize: 1_024, parts: 5 },
    throwFileSizeLimit: true,
  });
}
