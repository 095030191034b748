// Logins in progress at the identity provider, each in a cookie named by its state, so that tabs that begin a login at the same
// moment, for example to confirm one session, do not overwrite each other.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Config, isSecure } from "../../config/config.ts";

export interface BegunLogin {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to return to. */
  back: string;
  silent: boolean;
}

/**
 * Per browser. Beyond it the oldest is dropped, because the browser sends all cookies with each request below their
 * path.
 */
const MAX_LOGINS = 5;

/** `__Secure-`, because `__Host-`, as for the session cookie, does not allow a path. */
const namePrefix = (config: Config): string => (isSecure(config) ? "__Secure-oidc." : "oidc.");
const forget = (reply: FastifyReply, config: Config, name: string) =>
  reply.clearCookie(name, { path: "/auth", secure: isSecure(config) });

export function keepBegun(request: FastifyRequest, reply: FastifyReply, config: Config, begun: BegunLogin): void {
  const prefix = namePrefix(config);
  // Browsers send older cookies first.
  const cookieNames = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
  for (const name of cookieNames.slice(0, Math.max(0, cookieNames.length - MAX_LOGINS + 1)))
    forget(reply, config, name);
  reply.setCookie(prefix + begun.state, Buffer.from(JSON.stringify(begun)).toString("base64url"), {
    path: "/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(config),
    maxAge: 600,
  });
}

/** The login that this browser began with this state. Deletes it, so that it can be used only once. */
export function takeBegun(request: FastifyRequest, reply: FastifyReply, config: Config): BegunLogin | undefined {
  const { state } = request.query as { state?: unknown };
  if (typeof state !== "string" || !/^[\w-]{43}$/.test(state)) return undefined;
  const name = namePrefix(config) + state;
  forget(reply, config, name);
  const begun = read(request.cookies[name]);
  return begun?.state === state ? begun : undefined;
}

function read(cookie: string | undefined): BegunLogin | undefined {
  try {
    const begun = JSON.parse(Buffer.from(cookie ?? "", "base64url").toString("utf8")) as BegunLogin;
    return begun.nonce && begun.verifier ? begun : undefined;
  } catch {
    return undefined;
  }
}
