// Who is answered: the studio's own pages, on this machine. It needs no login, because it serves the files of the checkout.
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { securityHeaders } from "#server/http/securityHeaders.ts";

/** Other host names are refused: a foreign page may have made its own name resolve to this machine (DNS rebinding). */
const THIS_MACHINE = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/** What the studio's own pages send with every change. It stays the same, so that a page that is open outlives a restart. */
export function keepToken(dataDir: string): string {
  const path = join(dataDir, "token");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600 });
  return readFileSync(path, "utf8");
}

export function refuseOthers(app: FastifyInstance, token: string): void {
  const headers = securityHeaders({ production: false });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    const { host = "", origin } = request.headers;
    const isOwnPage = origin === undefined || origin === `http://${host}`;
    const isChange = request.method !== "GET" && request.url.startsWith("/studio/");
    const isKnown = !isChange || request.headers["x-csrf-token"] === token;
    if (THIS_MACHINE.test(host) && isOwnPage && isKnown && !isLoadedElsewhere(request)) return;
    await reply
      .code(403)
      .send({ code: "elsewhere", message: "The studio answers only its own pages on this machine." });
  });
}

/** A picture or script of a foreign page names no origin, and would make this machine work. A link to a page of the studio may be followed. */
const isLoadedElsewhere = ({ headers }: FastifyRequest): boolean =>
  /^(cross|same)-site$/.test(String(headers["sec-fetch-site"])) && headers["sec-fetch-mode"] !== "navigate";
