// What a failure of the login environment means: temporarily unreachable, or set up in a way that no login can succeed. The latter is
// explained to operators, in the log and by `doctor`.
import { errors } from "jose";
import * as client from "openid-client";
import type { OidcConfig } from "../../config/config.ts";

/** The provider did not answer, or reported a server error. */
export const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof errors.JWKSTimeout ||
  (error instanceof Error &&
    (error.name === "TimeoutError" || /^(OAUTH_(TIMEOUT|ABORT)|ERR_JOSE_GENERIC)$/.test(String(Object(error).code)))) ||
  (error instanceof client.AuthorizationResponseError &&
    /^(server_error|temporarily_unavailable)$/.test(error.error)) ||
  (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500);

/** The clocks of portal and environment differ. */
export const isOutOfTime = (error: unknown): boolean =>
  Object(error).code === "OAUTH_JWT_TIMESTAMP_CHECK_FAILED" ||
  (error instanceof errors.JWTClaimValidationFailed && error.claim === "iat");

type Asked = Pick<OidcConfig, "issuer">;
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

/** Why no login can succeed, with the remedy, in sentences for operators, or undefined for any other failure. */
export function explainSetup(error: unknown, oidc: Asked): string | undefined {
  return explainIssuer(error, oidc) ?? explainSignature(error) ?? explainRefusal(error) ?? explainMetadata(error, oidc);
}

/** Members of the causes of openid-client. */
interface Compared {
  body?: { issuer?: unknown };
  claims?: { iss?: unknown };
  claim?: string;
  parameters?: URLSearchParams;
  header?: { alg?: unknown };
  reason?: string;
}

/** The environment's metadata, an ID token or a callback names another issuer than the setting. */
function explainIssuer(error: unknown, { issuer }: Asked): string | undefined {
  const { body, claims, claim, parameters } = readCompared(error);
  const isIssuer = claim === "iss" && claims !== undefined;
  const stated = body?.issuer ?? (isIssuer ? claims.iss : undefined) ?? parameters?.get("iss");
  if (typeof stated !== "string" || stated === issuer) return undefined;
  return `OIDC_ISSUER is ${issuer}, but the login environment names itself ${stated.slice(0, MAX_LENGTH)}. Set OIDC_ISSUER to that address, character by character, or correct the address in the login environment.`;
}

function explainSignature(error: unknown): string | undefined {
  const { header, reason } = readCompared(error);
  const algorithm = reason ? header?.alg : undefined;
  if (typeof algorithm === "string")
    return `The login environment signs ID tokens with ${algorithm.slice(0, 20)}, which its metadata does not list. Choose RS256 or ES256 for this client.`;
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed)
    return "The signature of the ID token does not match the keys that the login environment publishes (jwks_uri of its metadata). Check that OIDC_ISSUER and its keys belong to the same environment.";
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return "The ID token does not name its key (kid), and the login environment publishes several. Configure it to name the key.";
  if (error instanceof errors.JOSENotSupported)
    return "The login environment signs ID tokens with an algorithm that its published keys cannot verify, such as HS256. Choose RS256 or ES256 for this client.";
  return undefined;
}

function explainRefusal(error: unknown): string | undefined {
  if (error instanceof client.ResponseBodyError && CLIENT_REFUSED.includes(error.error))
    return `The login environment refuses the portal (${error.error}). Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`;
  if (error instanceof client.ResponseBodyError && error.error !== "invalid_grant" && error.status < 500)
    return `The login environment refuses to give tokens (${error.error.slice(0, MAX_LENGTH)}). Check that the client may use the authorization code flow.`;
  if (error instanceof client.AuthorizationResponseError && REQUEST_REFUSED.includes(error.error))
    return `The login environment refuses the login request (${error.error}). Check OIDC_SCOPE, and that the client may use the authorization code flow with PKCE.`;
  return undefined;
}

/** The answer of the address of the metadata is something else, such as a page. */
function explainMetadata(error: unknown, { issuer }: Asked): string | undefined {
  if (isAway(error) || !UNREADABLE.includes(String(Object(error).code))) return undefined;
  const status = findResponse(error)?.status;
  return `The login environment does not answer as OpenID Connect${status ? ` (status ${status})` : ""}. Its metadata must be at ${issuer.replace(/\/$/, "")}/.well-known/openid-configuration. Check OIDC_ISSUER.`;
}

function findResponse(error: unknown): Response | undefined {
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof Response) return cause;
  return cause instanceof Error ? findResponse(cause) : undefined;
}

/** The innermost cause with compared values. The library openid-client wraps the errors of its library. */
function readCompared(error: unknown): Compared {
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof Error) return readCompared(cause);
  return cause instanceof Response ? {} : (Object(cause) as Compared);
}
