// Logging in at the office's identity provider: authorization code with PKCE, state and nonce, bound to the browser that
// began. The callback address comes from the settings, never from the request. Tokens stay on the server.
import type { FastifyInstance } from "fastify";
import * as client from "openid-client";
import { PortalError, unavailable } from "../portalError.ts";
import type { LoginParts } from "./devLogin.ts";
import { returnPath } from "./returnPath.ts";

const COOKIE = "oidc";
interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  /** The page that login leads back to. */
  back: string;
}

export interface OidcLogin {
  /** Where the browser goes to end the session at the provider too. */
  endSessionUrl(idToken: string): Promise<string | undefined>;
}

export function addOidcLogin(app: FastifyInstance, { db, sessions, config }: LoginParts): OidcLogin {
  const settings = config.oidc;
  if (!settings) throw new Error("OIDC_ISSUER is not set");
  const callback = `${config.baseUrl}/auth/callback`;
  const secure = config.baseUrl.startsWith("https://");
  let found: Promise<client.Configuration> | undefined;

  /** Lazy, and tried again after a failure: the provider may start later than we do. */
  function provider(): Promise<client.Configuration> {
    const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${settings?.issuer}/`);
    const options = loopback && config.env !== "production" ? { execute: [client.allowInsecureRequests] } : {};
    found ??= client.discovery(
      new URL(settings?.issuer ?? ""),
      settings?.clientId ?? "",
      settings?.clientSecret,
      undefined,
      options,
    );
    found.catch(() => {
      found = undefined;
    });
    return found.catch((error: unknown) => {
      app.log.warn({ err: error }, "login environment not reachable");
      throw unavailable("unavailable.login");
    });
  }

  app.get("/auth/login", async (request, reply) => {
    const begun: Begun = {
      back: returnPath((request.query as { return?: unknown }).return),
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const address = client.buildAuthorizationUrl(await provider(), {
      redirect_uri: callback,
      scope: "openid profile email",
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
    });
    reply.setCookie(COOKIE, Buffer.from(JSON.stringify(begun)).toString("base64url"), {
      path: "/auth",
      httpOnly: true,
      sameSite: "lax",
      secure,
      maxAge: 600,
    });
    return reply.header("cache-control", "no-store").redirect(address.href, 303);
  });

  app.get("/auth/callback", async (request, reply) => {
    const begun = readBegun(request.cookies[COOKIE]);
    reply.clearCookie(COOKIE, { path: "/auth" });
    const current = new URL(request.url.slice(request.url.indexOf("?")), callback);
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
    const login = await accountOf(`${claims.iss} ${claims.sub}`, claims);
    if (!login) throw new PortalError("unknown_account");
    await sessions.end(request, reply);
    await sessions.start(reply, login, tokens.id_token);
    return reply.redirect(returnPath(begun.back), 303);
  });

  /** Known by issuer and subject; the first time by a verified e-mail address or the preferred user name. */
  async function accountOf(subject: string, claims: client.IDToken): Promise<string | undefined> {
    const known = await db
      .selectFrom("users")
      .select(["login_name", "active"])
      .where("subject", "=", subject)
      .executeTakeFirst();
    if (known) return known.active ? known.login_name : undefined;
    if (typeof claims.email !== "string" || claims.email_verified !== true) return undefined;
    const unlinked = db
      .selectFrom("users")
      .select("login_name")
      .where("subject", "is", null)
      .where("active", "=", true);
    const found = await unlinked.where("email", "=", claims.email.toLowerCase()).execute();
    const login = found.length === 1 ? found[0]?.login_name : undefined;
    if (login) await db.updateTable("users").set({ subject }).where("login_name", "=", login).execute();
    return login;
  }

  return {
    async endSessionUrl(idToken) {
      const known = await provider();
      if (!known.serverMetadata().end_session_endpoint) return undefined;
      return client.buildEndSessionUrl(known, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${config.baseUrl}/`,
      }).href;
    },
  };
}

/** No answer, or one that says that the mistake is not ours. */
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
