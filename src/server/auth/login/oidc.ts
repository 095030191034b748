// Login at the identity provider: authorization code flow with PKCE, state and nonce, bound to the browser that began
// it. The callback address comes from the settings, never from the request. A browser with an unconfirmed session tries
// a silent login (`prompt=none`). If the provider refuses that, the session ends and a normal login follows.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as client from "openid-client";
import { type Config, isSecure } from "../../config/config.ts";
import type { Db } from "../../db/open.ts";
import { PortalError, unavailable } from "../../http/errors/portalError.ts";
import { findAccount, isLinked, keepRole } from "../account.ts";
import { judgeFailure } from "../provider/failures.ts";
import type { Provider } from "../provider/provider.ts";
import { findLanguage } from "../user.ts";
import type { LoginParts } from "./loginParts.ts";
import { returnPath } from "./returnPath.ts";

/** Errors of a provider that refuses a silent login because it has to show a page. */
const NOT_SILENTLY = ["login_required", "interaction_required", "consent_required", "account_selection_required"];

export function addOidcLogin(app: FastifyInstance, parts: LoginParts, provider: Provider): void {
  addLoginRoute(app, parts, provider);
  addCallbackRoute(app, parts, provider);
}

/** The address at which the browser ends the session at the provider too. */
export async function buildLogoutAddress(provider: Provider, { baseUrl }: Config, idToken: string) {
  const configuration = await provider.find();
  if (!configuration.serverMetadata().end_session_endpoint) return undefined;
  const back = `${baseUrl}/`;
  // Cognito requires `logout_uri` for what the standard names `post_logout_redirect_uri`. Others ignore it.
  return client.buildEndSessionUrl(configuration, {
    id_token_hint: idToken,
    post_logout_redirect_uri: back,
    logout_uri: back,
  }).href;
}

const callbackUrl = ({ baseUrl }: Config): string => `${baseUrl}/auth/callback`;

function addLoginRoute(app: FastifyInstance, { sessions, config }: LoginParts, provider: Provider): void {
  app.get("/auth/login", async (request, reply) => {
    const begun: BegunLogin = {
      back: returnPath((request.query as { return?: unknown }).return),
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      silent: (await sessions.find(request)) === "unconfirmed",
    };
    const address = client.buildAuthorizationUrl(await provider.find(), {
      redirect_uri: callbackUrl(config),
      scope: provider.oidc.scope,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: "S256",
      ui_locales: findLanguage(request),
      ...(begun.silent ? { prompt: "none" } : {}),
    });
    keepBegun(request, reply, config, begun);
    return reply.redirect(address.href, 303);
  });
}

function addCallbackRoute(app: FastifyInstance, { db, sessions, config }: LoginParts, provider: Provider): void {
  app.get("/auth/callback", async (request, reply) => {
    const begun = takeBegun(request, reply, config);
    if (!begun) return reply.redirect(await findPlace(sessions, request), 303);
    const current = new URL(request.url.slice(request.url.indexOf("?")), callbackUrl(config));
    if (begun.silent && NOT_SILENTLY.includes(current.searchParams.get("error") ?? "")) {
      await sessions.end(request, reply);
      return reply.redirect(returnPath(begun.back), 303);
    }
    const { answer, idToken, claims } = await exchangeCode(db, provider, begun, current).catch((error) =>
      refuse(request, error, provider),
    );
    const login = await findLogin(db, provider, claims, request);
    const ended = await sessions.end(request, reply);
    await sessions.start(reply, login, {
      tokens: provider.readTokens(answer, idToken),
      session: typeof claims.sid === "string" ? claims.sid : undefined,
      began: begun.silent ? ended?.began : undefined,
    });
    return reply.redirect(returnPath(begun.back), 303);
  });
}

/** Finds where to go from the callback of a login that is over: the portal, if the user is logged in. */
async function findPlace(sessions: LoginParts["sessions"], request: FastifyRequest): Promise<string> {
  if (await sessions.find(request)) return "/";
  throw new PortalError("login_refused.lost");
}

async function exchangeCode(db: Db, provider: Provider, begun: BegunLogin, current: URL) {
  const answer = await client.authorizationCodeGrant(await provider.find(), current, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    idTokenExpected: true,
  });
  const [idToken, claims] = [answer.id_token, answer.claims()];
  if (!claims || !idToken) throw new PortalError("login_refused");
  await provider.keys.verifyIdToken(idToken);
  const { roleClaim } = provider.oidc;
  const names = [
    ...((await isLinked(db, claims)) ? [] : ["email", "email_verified"]),
    ...(roleClaim ? [roleClaim] : []),
  ];
  return { answer, idToken, claims: await provider.completeClaims(answer, claims, names) };
}

async function findLogin(db: Db, { oidc }: Provider, claims: client.IDToken, request: FastifyRequest): Promise<string> {
  const { login, active } = await findAccount(db, claims, { oidc, log: request.log });
  request.loginOf = login;
  if (!active) throw new PortalError("unknown_account.removed");
  if (await keepRole(db, login, oidc, claims)) return login;
  throw new PortalError("unknown_account.role");
}

function refuse(request: FastifyRequest, error: unknown, { oidc }: Provider): never {
  const { refusal, reason } = judgeFailure(error, oidc);
  const found = refusal === "unavailable.login" ? unavailable(refusal) : new PortalError(refusal);
  const thrown = error instanceof PortalError ? error : found;
  const message = thrown.status === 503 ? "login environment not reachable" : "login refused";
  request.log.warn({ err: error }, reason ?? message);
  throw thrown;
}

// Logins in progress at the identity provider, each in a cookie named by its state, so that tabs that begin a login at the same
// moment, for example to confirm one session, do not overwrite each other.

interface BegunLogin {
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

function keepBegun(request: FastifyRequest, reply: FastifyReply, config: Config, begun: BegunLogin): void {
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
function takeBegun(request: FastifyRequest, reply: FastifyReply, config: Config): BegunLogin | undefined {
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
