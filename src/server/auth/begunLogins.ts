// Logins that a browser began at the identity provider, each in a cookie of its own under its state: tabs that begin at the same
// moment, such as those that confirm one session, do not take each other's place.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

export interface BegunLogin {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to return to. */
  back: string;
  silent: boolean;
}

/** Of one browser: the oldest is forgotten, because all cookies travel with each call below their path. */
const MOST = 5;

const isSecure = ({ baseUrl }: Config): boolean => baseUrl.startsWith("https://");
/** Bound to its path, which the prefix of the session's own cookie does not allow. */
const namePrefix = (config: Config): string => (isSecure(config) ? "__Secure-oidc." : "oidc.");
const forget = (reply: FastifyReply, config: Config, name: string) =>
  reply.clearCookie(name, { path: "/auth", secure: isSecure(config) });

export function keepBegun(request: FastifyRequest, reply: FastifyReply, config: Config, begun: BegunLogin): void {
  const prefix = namePrefix(config);
  // Browsers send what they got first in front.
  const known = Object.keys(request.cookies).filter((name) => name.startsWith(prefix));
  for (const name of known.slice(0, Math.max(0, known.length - MOST + 1))) forget(reply, config, name);
  reply.setCookie(prefix + begun.state, Buffer.from(JSON.stringify(begun)).toString("base64url"), {
    path: "/auth",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(config),
    maxAge: 600,
  });
}

/** What this browser began under that state, once. */
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
