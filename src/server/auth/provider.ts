// The login environment, an OpenID Connect provider: discovered at first use, called with a time limit. Tokens stay on the server.
// A session is confirmed with the refresh token, or without one with the access token until that expires.
import type { FastifyBaseLogger } from "fastify";
import { decodeJwt } from "jose";
import * as client from "openid-client";
import type { Config, OidcConfig } from "../config.ts";
import type { Counts } from "../counts.ts";
import { guardService } from "../external/guardService.ts";
import { unavailable } from "../portalError.ts";

/** The tokens of a login, stored encrypted with the session. */
export interface Tokens {
  idToken: string;
  refreshToken?: string | undefined;
  /** Stored only without a refresh token. */
  accessToken?: string | undefined;
  /** Expiry of the access token, in epoch milliseconds. */
  accessUntil?: number | undefined;
  /** UserInfo has returned the role claim before: from then on a missing claim means no role. */
  roleSaid?: boolean | undefined;
}

/**
 * Result of confirming a session: `refused` when the environment no longer accepts the user, `ended` when no token is valid any more,
 * so that the browser has to log in silently, `away` when the environment does not answer.
 */
type Confirmation = { tokens: Tokens; claims: client.IDToken | undefined } | "refused" | "ended" | "away";

export interface Provider {
  oidc: OidcConfig;
  find(): Promise<client.Configuration>;
  /** The tokens to store, from the token response of a login. */
  readTokens(answer: TokenAnswer, idToken: string): Tokens;
  confirm(tokens: Tokens): Promise<Confirmation>;
  /** How long a call waits for the environment, which is less than the call's own time limit. */
  limitMs: number;
  /** For calls to the environment that openid-client does not make. */
  fetch: typeof fetch;
}

interface ProviderParts {
  log: FastifyBaseLogger;
  counts: Pick<Counts, "service">;
  /** For the sample provider in this process (sampleProvider.ts), which is not reached over the network. */
  fetch?: typeof fetch | undefined;
  now: () => Date;
}

type TokenAnswer = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;
type Limits = Pick<Config, "env" | "requestTimeoutMs">;

export function createProvider(oidc: OidcConfig, config: Limits, parts: ProviderParts): Provider {
  const find = discover(oidc, config, parts);
  const limitMs = config.requestTimeoutMs / 5;
  const ask = guardService("login", { ...parts, limitMs });
  return {
    oidc,
    limitMs,
    find,
    readTokens: (answer, idToken) => readTokens(answer, { idToken }, parts.now()),
    confirm: (tokens) =>
      ask(async () => askAgain(await find(), tokens, { ...oidc, now: parts.now() })).catch((error: unknown) => {
        parts.log.warn({ err: error }, "a session could not be confirmed");
        return "away" as const;
      }),
    fetch: parts.fetch ?? fetch,
  };
}

/** Retried after a failure, because the environment may start later than the portal. */
function discover(
  { issuer, clientId, clientSecret }: OidcConfig,
  { env, requestTimeoutMs }: Limits,
  { log, fetch }: ProviderParts,
) {
  const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${issuer}/`);
  const options = {
    timeout: requestTimeoutMs / 3_000,
    ...(loopback && env !== "production" ? { execute: [client.allowInsecureRequests] } : {}),
    ...(fetch ? { [client.customFetch]: fetch as client.CustomFetch } : {}),
  };
  let found: Promise<client.Configuration> | undefined;
  return () => {
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, options).then((known) => {
      log.info(describeConfirming(known.serverMetadata()));
      return known;
    });
    return found.catch((error: unknown) => {
      found = undefined;
      log.warn({ err: error }, "login environment not reachable");
      throw unavailable("unavailable.login");
    });
  };
}

/** Tells operators how sessions are confirmed: in the log at startup, and in `doctor`. */
export function describeConfirming({
  userinfo_endpoint,
  introspection_endpoint,
}: Partial<client.ServerMetadata>): string {
  const place = (userinfo_endpoint && "at its UserInfo endpoint") || (introspection_endpoint && "by introspection");
  const without = place
    ? `within a minute ${place}, and when the access token ends by a silent login of the browser`
    : "only when the access token ends, by a silent login of the browser, because the environment has no UserInfo endpoint";
  return `Sessions are confirmed within a minute by the refresh token; where the environment gives none (OIDC_SCOPE), ${without}.`;
}

/** Assumed lifetime of an access token when the provider does not give one. */
const DEFAULT_LIFETIME_S = 300;

function readTokens(answer: TokenAnswer, { idToken, refreshToken }: Tokens, now: Date): Tokens {
  const kept = { idToken: answer.id_token ?? idToken, refreshToken: answer.refresh_token ?? refreshToken };
  if (kept.refreshToken) return kept;
  const accessUntil = now.getTime() + (answer.expiresIn() ?? DEFAULT_LIFETIME_S) * 1_000;
  return { ...kept, accessToken: answer.access_token, accessUntil };
}

type Asked = Pick<OidcConfig, "roleClaim"> & { now: Date };

/** Returns "refused" only for an explicit refusal; any other failure says nothing about the user and throws. */
async function askAgain(configuration: client.Configuration, tokens: Tokens, asked: Asked): Promise<Confirmation> {
  const { accessToken, accessUntil = 0, refreshToken } = tokens;
  if (refreshToken) return refresh(configuration, refreshToken, tokens, asked.now);
  const { userinfo_endpoint, introspection_endpoint } = configuration.serverMetadata();
  const over = accessUntil <= asked.now.getTime();
  try {
    if (accessToken && userinfo_endpoint) return await askUserInfo(configuration, accessToken, tokens, asked);
    if (over) return "ended";
    if (!accessToken || !introspection_endpoint) return { tokens, claims: undefined };
    const { active } = await client.tokenIntrospection(configuration, accessToken);
    return active ? { tokens, claims: undefined } : "refused";
  } catch (error) {
    if (isTokenRefused(error)) return over ? "ended" : "refused";
    throw error;
  }
}

async function refresh(
  configuration: client.Configuration,
  refreshToken: string,
  tokens: Tokens,
  now: Date,
): Promise<Confirmation> {
  try {
    const answer = await client.refreshTokenGrant(configuration, refreshToken);
    return { tokens: readTokens(answer, tokens, now), claims: answer.claims() };
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return "refused";
    throw error;
  }
}

/** The caller compares the subject. The claims of the ID token are included, as some environments give the role there only. */
async function askUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  tokens: Tokens,
  { roleClaim }: Asked,
) {
  const said = await client.fetchUserInfo(configuration, accessToken, client.skipSubjectCheck);
  const atLogin = decodeJwt(tokens.idToken) as client.IDToken;
  const roleSaid = tokens.roleSaid || (roleClaim !== undefined && roleClaim in said);
  const claims = { ...atLogin, ...(roleSaid && roleClaim && { [roleClaim]: undefined }), ...said };
  return { tokens: { ...tokens, roleSaid }, claims };
}

/** The token is refused with 401, with or without the `WWW-Authenticate` header. */
function isTokenRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError || error instanceof client.ResponseBodyError)
    return error.status === 401;
  return error instanceof Error && error.cause instanceof Response && error.cause.status === 401;
}

/** The provider did not answer, or reported a server error. */
export const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (error.name === "TimeoutError" || /^OAUTH_(TIMEOUT|ABORT)$/.test(String(Object(error).code)))) ||
  (error instanceof client.AuthorizationResponseError &&
    /^(server_error|temporarily_unavailable)$/.test(error.error)) ||
  (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500);
