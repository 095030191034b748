// Compresses long responses that are the same for all users: the lists of a product, and the index of products. They contain nothing
// of a session, so their length reveals no secrets (BREACH). Static files are compressed at build time.
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The response is the same for all users and may be compressed. */
    list?: boolean;
  }
}

const MIN_LENGTH = 1_000;
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const compress = promisify(brotliCompress);

export function compressLists(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!isList(request) || reply.statusCode !== 200 || request.method !== "GET") return done();
    reply.header("vary", "accept-encoding");
    if (!/\bbr\b/.test(String(request.headers["accept-encoding"]))) return done();
    if (typeof payload !== "string" || payload.length <= MIN_LENGTH) return done();
    compress(payload, OPTIONS).then((compressed) => done(null, encoded(reply, compressed)), done);
  });
}

const isList = ({ routeOptions }: FastifyRequest) => routeOptions.config.list === true;

function encoded<T>(reply: FastifyReply, payload: T): T {
  reply.removeHeader("content-length");
  reply.header("content-encoding", "br");
  return payload;
}
