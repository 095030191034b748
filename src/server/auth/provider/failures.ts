// The table of what a login environment can fail with: what the user reads, and for a failure that lasts until a setting is changed the
// sentence for operators, in the log and in `doctor`.
import { errors } from "jose";
import * as client from "openid-client";
import type { OidcConfig } from "../../config/config.ts";
import type { Refusal } from "../../http/errors/portalError.ts";

interface Failure {
  error: unknown;
  /** The setting OIDC_ISSUER. */
  issuer: string;
  /** The issuer that the metadata, an ID token or a callback names. */
  stated: string | undefined;
  /** The algorithm of an ID token that the metadata does not list. */
  algorithm: string | undefined;
}

interface Row {
  when: string;
  fits(failure: Failure): boolean;
  /** What the user reads. Absent when no login can succeed. */
  refusal?: Extract<Refusal, `login_refused${string}` | "unavailable.login">;
  /** The reason and the remedy in sentences, when no login can succeed. */
  explain?(failure: Failure): string;
}

const MAX_LENGTH = 200;
const CLIENT_REFUSED = ["invalid_client", "unauthorized_client"];
/** Errors of the authorization endpoint about the request, which is the same for every user. */
const REQUEST_REFUSED = ["invalid_scope", "invalid_request", "unauthorized_client", "unsupported_response_type"];
const UNREADABLE = [
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_PARSE_ERROR",
  "OAUTH_INVALID_RESPONSE",
];

const readCode = (error: unknown) => String(Object(error).code);
const isTokenError = (error: unknown) => error instanceof client.ResponseBodyError;

/** The first row that fits applies. */
export const LOGIN_FAILURES: readonly Row[] = [
  {
    when: "the environment names another issuer",
    fits: ({ stated, issuer }) => stated !== undefined && stated !== issuer,
    explain: ({ stated = "", issuer }) =>
      `OIDC_ISSUER is ${issuer}, but the login environment names itself ${stated.slice(0, MAX_LENGTH)}. Set OIDC_ISSUER to that address, character by character, or correct the address in the login environment.`,
  },
  {
    when: "an ID token is signed with an algorithm that is not announced",
    fits: ({ algorithm }) => algorithm !== undefined,
    explain: ({ algorithm = "" }) =>
      `The login environment signs ID tokens with ${algorithm.slice(0, 20)}, which its metadata does not list. Choose RS256 or ES256 for this client.`,
  },
  {
    when: "no published key made the signature of an ID token",
    fits: ({ error }) =>
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed,
    explain: () =>
      "The signature of the ID token does not match the keys that the login environment publishes (jwks_uri of its metadata). Check that OIDC_ISSUER and its keys belong to the same environment.",
  },
  {
    when: "several published keys fit an ID token",
    fits: ({ error }) => error instanceof errors.JWKSMultipleMatchingKeys,
    explain: () =>
      "The ID token does not name its key (kid), and the login environment publishes several. Configure it to name the key.",
  },
  {
    when: "no published key can verify the algorithm of an ID token",
    fits: ({ error }) => error instanceof errors.JOSENotSupported,
    explain: () =>
      "The login environment signs ID tokens with an algorithm that its published keys cannot verify, such as HS256. Choose RS256 or ES256 for this client.",
  },
  {
    when: "the client or its secret is refused",
    fits: ({ error }) => isTokenError(error) && CLIENT_REFUSED.includes(error.error),
    explain: ({ error }) =>
      `The login environment refuses the portal (${Object(error).error}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`,
  },
  {
    when: "no tokens are given",
    fits: ({ error }) => isTokenError(error) && error.error !== "invalid_grant" && error.status < 500,
    explain: ({ error }) =>
      `The login environment refuses to give tokens (${String(Object(error).error).slice(0, MAX_LENGTH)}). Check that the client may use the authorization code flow.`,
  },
  {
    when: "the request for a login is refused",
    fits: ({ error }) => error instanceof client.AuthorizationResponseError && REQUEST_REFUSED.includes(error.error),
    explain: ({ error }) =>
      `The login environment refuses the login request (${Object(error).error}). Check OIDC_SCOPE, and that the client may use the authorization code flow with PKCE.`,
  },
  {
    when: "the environment does not answer, or fails",
    fits: ({ error }) => isAway(error),
    refusal: "unavailable.login",
  },
  {
    when: "the address of the metadata answers something else, such as a page",
    fits: ({ error }) => UNREADABLE.includes(readCode(error)),
    explain({ error, issuer }) {
      const status = findResponse(error)?.status;
      return `The login environment does not answer as OpenID Connect${status ? ` (status ${status})` : ""}. Its metadata must be at ${issuer.replace(/\/$/, "")}/.well-known/openid-configuration. Check OIDC_ISSUER.`;
    },
  },
  {
    when: "the user did not agree",
    fits: ({ error }) => error instanceof client.AuthorizationResponseError && error.error === "access_denied",
    refusal: "login_refused.denied",
  },
  {
    when: "the code was used before",
    fits: ({ error }) => isTokenError(error) && error.error === "invalid_grant",
    refusal: "login_refused.used",
  },
  {
    when: "the clocks of portal and environment differ",
    fits: ({ error }) =>
      readCode(error) === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED" ||
      (error instanceof errors.JWTClaimValidationFailed && error.claim === "iat"),
    refusal: "login_refused.clock",
  },
  { when: "any other failure", fits: () => true, refusal: "login_refused" },
];

/** Finds what the user reads, and for operators `reason` when no login can succeed. */
export function judgeFailure(error: unknown, { issuer }: Pick<OidcConfig, "issuer">) {
  const failure = { error, issuer, ...readStated(error) };
  const row = LOGIN_FAILURES.find(({ fits }) => fits(failure)) as Row;
  return { row, refusal: row.refusal ?? "login_refused.setup", reason: row.explain?.(failure) };
}

/** The environment did not answer, or reported an error of its own. */
function isAway(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof errors.JWKSTimeout) return true;
  if (!(error instanceof Error)) return false;
  if (error.name === "TimeoutError" || /^(OAUTH_(TIMEOUT|ABORT)|ERR_JOSE_GENERIC)$/.test(readCode(error))) return true;
  if (error instanceof client.AuthorizationResponseError)
    return /^(server_error|temporarily_unavailable)$/.test(error.error);
  return error.cause instanceof Response && error.cause.status >= 500;
}

function findResponse(error: unknown): Response | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof Response) return cause;
  return cause instanceof Error ? findResponse(cause) : undefined;
}

/** Reads the innermost cause, which has the compared values: the library openid-client wraps the errors of its library. */
function readStated(error: unknown): Pick<Failure, "stated" | "algorithm"> {
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof Error) return readStated(cause);
  const { body, claims, claim, parameters, header, reason } = Object(cause instanceof Response ? {} : cause) as {
    body?: { issuer?: unknown };
    claims?: { iss?: unknown };
    claim?: string;
    parameters?: URLSearchParams;
    header?: { alg?: unknown };
    reason?: string;
  };
  const stated = body?.issuer ?? (claim === "iss" ? claims?.iss : undefined) ?? parameters?.get("iss");
  const algorithm = reason ? header?.alg : undefined;
  return {
    stated: typeof stated === "string" ? stated : undefined,
    algorithm: typeof algorithm === "string" ? algorithm : undefined,
  };
}
