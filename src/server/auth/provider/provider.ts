// The login environment, an OpenID Connect provider: discovered at first use, called with a time limit. Tokens stay on the server.
// A session is confirmed with the refresh token, or without one with the access token until that expires.
import { createRemoteJWKSet, decodeJwt, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";
import * as client from "openid-client";
import type { OidcConfig } from "../../config/config.ts";
import { guardService } from "../../external/guardService.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import { createDiscovery, type Limits, type ProviderParts } from "./discovery.ts";
import { judgeFailure } from "./failures.ts";

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
 * so that the browser has to log in silently.
 */
export type Confirmation = { tokens: Tokens; claims: client.IDToken | undefined } | "refused" | "ended";

export interface Provider {
  oidc: OidcConfig;
  find(): Promise<client.Configuration>;
  /** The tokens to store, from the token response of a login. */
  readTokens(answer: TokenAnswer, idToken: string): Tokens;
  /** `onLate` gets an answer that comes after the time limit, when the result was "away": it may contain the only valid token. */
  confirm(tokens: Tokens, onLate: (answer: Confirmation) => void): Promise<Confirmation | "away">;
  /**
   * Adds the claims that only UserInfo has. OpenID Connect lets an environment leave the e-mail address and the roles out of the ID
   * token.
   */
  completeClaims(answer: TokenAnswer, claims: client.IDToken, names: string[]): Promise<client.IDToken>;
  keys: TokenKeys;
  /** How long a call waits for the environment, which is less than the call's own time limit. */
  limitMs: number;
}

type TokenAnswer = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

export function createProvider(oidc: OidcConfig, config: Limits, parts: ProviderParts): Provider {
  const find = createDiscovery(oidc, config, parts);
  const limitMs = Math.floor(config.requestTimeoutMs / 5);
  const { call: ask } = guardService("login", { ...parts, limitMs });
  const keys = createTokenKeys({ find: async () => findKeys(await find()), limitMs });
  return {
    oidc,
    limitMs,
    find,
    keys,
    readTokens: (answer, idToken) => readTokens(answer, { idToken }, parts.now()),
    completeClaims: async (answer, claims, names) => completeClaims(await find(), answer, { claims, names }),
    async confirm(tokens, onLate) {
      let isLate = false;
      const work = async () => {
        const answer = await askAgain(await find(), tokens, { ...oidc, keys, now: parts.now() });
        if (isLate) onLate(answer);
        return answer;
      };
      try {
        return await ask(work);
      } catch (error) {
        isLate = true;
        const { reason } = judgeFailure(error, oidc);
        parts.log.warn({ err: error }, `a session could not be confirmed${reason ? `: ${reason}` : ""}`);
        return "away";
      }
    },
  };
}

function findKeys(configuration: client.Configuration): string {
  const { jwks_uri } = configuration.serverMetadata();
  if (!jwks_uri) throw new PortalError("unavailable.login_setup");
  return jwks_uri;
}

/** Assumed lifetime of an access token when the provider does not give one. */
const DEFAULT_LIFETIME_S = 300;

function readTokens(answer: TokenAnswer, { idToken, refreshToken }: Tokens, now: Date): Tokens {
  const renewed = { idToken: answer.id_token ?? idToken, refreshToken: answer.refresh_token ?? refreshToken };
  if (renewed.refreshToken) return renewed;
  const accessUntil = now.getTime() + (answer.expiresIn() ?? DEFAULT_LIFETIME_S) * 1_000;
  return { ...renewed, accessToken: answer.access_token, accessUntil };
}

type TokenOptions = Pick<OidcConfig, "roleClaim"> & { keys: TokenKeys; now: Date };

/** Returns "refused" only for an explicit refusal. Any other failure proves nothing about the user and throws. */
async function askAgain(
  configuration: client.Configuration,
  tokens: Tokens,
  check: TokenOptions,
): Promise<Confirmation> {
  const { accessToken, accessUntil = 0, refreshToken } = tokens;
  if (refreshToken) return refresh(configuration, refreshToken, tokens, check);
  const { userinfo_endpoint, introspection_endpoint } = configuration.serverMetadata();
  const over = accessUntil <= check.now.getTime();
  try {
    if (accessToken && userinfo_endpoint) return await askUserInfo(configuration, accessToken, tokens, check);
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
  { roleClaim, keys, now }: TokenOptions,
): Promise<Confirmation> {
  try {
    const answer = await client.refreshTokenGrant(configuration, refreshToken);
    if (answer.id_token) await keys.verifyIdToken(answer.id_token);
    const claims = answer.claims();
    const names = roleClaim ? [roleClaim] : [];
    return {
      tokens: readTokens(answer, tokens, now),
      claims: claims && (await completeClaims(configuration, answer, { claims, names })),
    };
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return "refused";
    throw error;
  }
}

async function completeClaims(
  configuration: client.Configuration,
  answer: TokenAnswer,
  { claims, names }: { claims: client.IDToken; names: string[] },
): Promise<client.IDToken> {
  const isWhole = names.every((name) => name in claims);
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const further = await client.fetchUserInfo(configuration, answer.access_token, claims.sub);
  return { ...further, ...claims };
}

/** The caller compares the subject. The claims of the ID token are included, as some environments give the role there only. */
async function askUserInfo(
  configuration: client.Configuration,
  accessToken: string,
  tokens: Tokens,
  { roleClaim }: TokenOptions,
) {
  const userInfo = await client.fetchUserInfo(configuration, accessToken, client.skipSubjectCheck);
  const atLogin = decodeJwt(tokens.idToken) as client.IDToken;
  const roleSaid = tokens.roleSaid || (roleClaim !== undefined && roleClaim in userInfo);
  const claims = { ...atLogin, ...(roleSaid && roleClaim && { [roleClaim]: undefined }), ...userInfo };
  return { tokens: { ...tokens, roleSaid }, claims };
}

/** The token is refused with 401, with or without the `WWW-Authenticate` header. */
function isTokenRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError || error instanceof client.ResponseBodyError)
    return error.status === 401;
  return error instanceof Error && error.cause instanceof Response && error.cause.status === 401;
}

// The published keys of the login environment (JWKS), with which ID tokens and logout tokens are verified. Only these keys count: a key
// or an address of keys in the header of a token is ignored, and a symmetric or missing algorithm is refused.

const CLOCK_TOLERANCE_S = 30;
/** Errors that new keys may correct. Keys without an id are exchanged under the same name. */
const PERHAPS_ROTATED = [errors.JWKSNoMatchingKey, errors.JWSSignatureVerificationFailed];

interface TokenKeys {
  /**
   * Verifies the signature and kind of an ID token and that it was not issued in the future. Fetches the keys again for an unknown key: the
   * token comes from the environment itself, so that strangers cannot cause these calls.
   */
  verifyIdToken(token: string): Promise<void>;
  /** Verifies a token that anyone can send. Fetches the keys again at most every 30 s. */
  verify(token: string, options: JWTVerifyOptions): ReturnType<typeof jwtVerify<JWTPayload>>;
}

interface KeysParts {
  /** Address of the keys. */
  find(): Promise<string>;
  limitMs: number;
}

function createTokenKeys({ find, limitMs }: KeysParts): TokenKeys {
  let keySet: ReturnType<typeof createRemoteJWKSet> | undefined;
  const open = async () => {
    keySet ??= createRemoteJWKSet(new URL(await find()), { timeoutDuration: limitMs });
    return keySet;
  };
  return {
    async verifyIdToken(token) {
      const keys = await open();
      const check = () => jwtVerify(token, keys, { clockTolerance: CLOCK_TOLERANCE_S });
      const { payload, protectedHeader } = await check().catch(async (error: unknown) => {
        if (!PERHAPS_ROTATED.some((kind) => error instanceof kind)) throw error;
        await keys.reload();
        return check();
      });
      // A token of another kind, such as that of a logout, may have the same claims.
      if (!/^(JWT)?$/i.test(protectedHeader.typ ?? "")) throw new errors.JWTInvalid("no ID token");
      if ((payload.iat ?? 0) > Date.now() / 1_000 + CLOCK_TOLERANCE_S)
        throw new errors.JWTClaimValidationFailed(
          "the ID token was issued in the future",
          payload,
          "iat",
          "check_failed",
        );
    },
    verify: async (token, options) => jwtVerify(token, await open(), { clockTolerance: CLOCK_TOLERANCE_S, ...options }),
  };
}
