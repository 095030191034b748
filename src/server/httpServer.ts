// The HTTP server before it has routes: limits on time and size, what it logs, how often one user may call.
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { answerBrokenRequests } from "./brokenRequests.ts";
import type { Config } from "./config.ts";
import { answerError } from "./errorHandler.ts";
import { describeError, describeRequest } from "./logging.ts";

const JSON_LIMIT = 262_144;
const UPLOAD_LIMIT = 2_097_152;

export function createFastify(config: Config, headers: Record<string, string>): FastifyInstance {
  const app = Fastify({
    logger: config.logLevel !== "silent" && {
      level: config.logLevel,
      serializers: { req: describeRequest, err: describeError },
    },
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
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.removeContentTypeParser("text/plain");
  return app;
}

/** Everything that costs work counts, refusals too: it runs when it is known who asks, and before anything is refused. */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) => request.user?.login_name ?? request.ip,
    addHeadersOnExceeding: { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false },
  });
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!isFree(request)) await limit.call(app, request, reply);
  });
}

/** Files of the build and the products, and the question whether the process lives. */
function isFree({ url, routeOptions }: FastifyRequest): boolean {
  const route = routeOptions.url ?? "/*";
  if (route === "/healthz") return true;
  return route.endsWith("/*") && /^[^?]*\.\w+(\?|$)/.test(url);
}

/** One file a call; what is larger is cut off while it arrives. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT, files: 1, fields: 4, fieldSize: 1_024, parts: 5 },
    throwFileSizeLimit: true,
  });
}
