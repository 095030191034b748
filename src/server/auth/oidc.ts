// Login at the office's identity provider: authorization code flow with PKCE, state and nonce, bound to the browser that
// started it. The callback address comes from the settings, never from the request. Tokens stay on the server.
import type { FastifyInstance } from "fastify";
import * as client from "openid-client";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";
import { PortalError, unavailable } from "../portalError.ts";
import { roleOfClaim } from "../roles.ts";
import type { LoginParts } from "./devLogin.ts";
import { returnPath } from "./returnPath.ts";

interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  /** The page to return to. */
  back: string;
}

export interface OidcLogin {
  ready(): Promise<unknown>;
  /** Where the browser goes to end the session at the provider too. */
  endSessionUrl(idToken: string): Promise<string | undefined>;
}

type Provider = () => Promise<client.Configuration>;

export function addOidcLogin(app: FastifyInstance, parts: LoginParts): OidcLogin {
  const provider = discover(app, parts.config);
  addLoginRoute(app, parts.config, provider);
  addCallbackRoute(app, parts, provider);
  return {
    ready: provider,
    async endSessionUrl(idToken) {
      const known = await provider();
      if (!known.serverMetadata().end_session_endpoint) return undefined;
      return client.buildEndSessionUrl(known, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${parts.config.baseUrl}/`,
      }).href;
    },
  };
}

/** Discovered at the first use and again after a failure, because the provider may start later than the portal. */
function discover(app: FastifyInstance, { oidc, env }: Config): Provider {
  if (!oidc) throw new Error("OIDC_ISSUER is not set");
  const { issuer, clientId, clientSecret } = oidc;
  const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${issuer}/`);
  const options = loopback && env !== "production" ? { execute: [client.allowInsecureRequests] } : {};
  let found: Promise<client.Configuration> | undefined;
  return () => {
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    return found.catch((error: unknown) => {
      found = undefined;
      app.log.warn({ err: error }, "login environment not reachable");
      throw unavailable("unavailable.login");
    });
  };
}

/** Bound to its path, which the prefix of the session's own cookie does not allow. */
const cookieName = ({ baseUrl }: Config): string => (baseUrl.startsWith("https://") ? "__Secure-oidc" : "oidc");

const callbackUrl = ({ baseUrl }: Config): string => `${baseUrl}/auth/callback`;

function addLoginRoute(app: FastifyInstance, config: Config, provider: Provider): void {
  app.get("/auth/login", async (request, reply) => {
    const begun: Begun = {
      back: returnPath((request.query as { return?: unknown }).return),
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(await provider(), {
      redirect_uri: callbackUrl(config),
      scope: "openid profile email",
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
    });
    reply.setCookie(cookieName(config), Buffer.from(JSON.stringify(begun)).toString("base64url"), {
      path: "/auth",
      httpOnly: true,
      sameSite: "lax",
      secure: config.baseUrl.startsWith("https://"),
      maxAge: 600,
    });
    return reply.header("cache-control", "no-store").redirect(address.href, 303);
  });
}

function addCallbackRoute(app: FastifyInstance, { db, sessions, config }: LoginParts, provider: Provider): void {
  app.get("/auth/callback", async (request, reply) => {
    const begun = readBegun(request.cookies[cookieName(config)]);
    reply.clearCookie(cookieName(config), { path: "/auth", secure: config.baseUrl.startsWith("https://") });
    const current = new URL(request.url.slice(request.url.indexOf("?")), callbackUrl(config));
    const checks = {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    };
    const tokens = await client.authorizationCodeGrant(await provider(), current, checks).catch((error: unknown) => {
      const away = isAway(error);
      request.log.warn({ err: error }, away ? "login environment not reachable" : "login refused");
      throw away ? unavailable("unavailable.login") : refused();
    });
    const claims = tokens.claims();
    if (!claims) throw refused();
    const login = await findAccount(db, claims);
    if (!login) throw new PortalError("unknown_account");
    await keepRole(db, login, config, claims);
    await sessions.end(request, reply);
    await sessions.start(reply, login, tokens.id_token);
    return reply.redirect(returnPath(begun.back), 303);
  });
}

/** Found by issuer and subject; at the first login by a verified e-mail address, which is then linked. */
async function findAccount(db: Db, claims: client.IDToken): Promise<string | undefined> {
  const subject = `${claims.iss} ${claims.sub}`;
  const known = await db
    .selectFrom("users")
    .select(["login_name", "active"])
    .where("subject", "=", subject)
    .executeTakeFirst();
  if (known) return known.active ? known.login_name : undefined;
  if (typeof claims.email !== "string" || claims.email_verified !== true) return undefined;
  const found = await db
    .selectFrom("users")
    .select("login_name")
    .where("subject", "is", null)
    .where("active", "=", true)
    .where("email", "=", claims.email.toLowerCase())
    .execute();
  const login = found.length === 1 ? found[0]?.login_name : undefined;
  if (login) await db.updateTable("users").set({ subject }).where("login_name", "=", login).execute();
  return login;
}

/** What the provider says somebody may do counts, where the settings name its claim. */
async function keepRole(db: Db, login: string, { oidc }: Config, claims: client.IDToken): Promise<void> {
  if (!oidc?.roleClaim) return;
  const role = roleOfClaim(claims[oidc.roleClaim], oidc.roles);
  await db.updateTable("users").set({ role }).where("login_name", "=", login).where("role", "!=", role).execute();
}

/** The provider did not answer, or answered with an error of its own. */
const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (error.name === "TimeoutError" || /^OAUTH_(TIMEOUT|ABORT)$/.test(String(Object(error).code)))) ||
  (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500);

const refused = () => new PortalError("login_refused");

function readBegun(cookie: string | undefined): Begun {
  try {
    const begun = JSON.parse(Buffer.from(cookie ?? "", "base64url").toString("utf8")) as Begun;
    if (begun.state && begun.nonce && begun.verifier) return begun;
  } catch {
    // falls through to the refusal
  }
  throw refused();
}
