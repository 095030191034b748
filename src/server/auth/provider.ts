// The login environment, an OpenID Connect provider: found at the first use, asked with a time limit. Tokens stay on the server.
import type { FastifyBaseLogger } from "fastify";
import * as client from "openid-client";
import type { Config, OidcConfig } from "../config.ts";
import type { Counts } from "../counts.ts";
import { guardService } from "../external/guardService.ts";
import { unavailable } from "../portalError.ts";

/** What a session keeps of a login, sealed. */
export interface Tokens {
  idToken: string;
  /** Absent where the environment gives none: then nothing can be asked again. */
  refreshToken?: string | undefined;
}

/** What the environment says of somebody who logged in before: `refused` when it no longer vouches for him. */
export type Confirmation = { tokens: Tokens; claims: client.IDToken | undefined } | "refused" | "away";

export interface Provider {
  oidc: OidcConfig;
  find(): Promise<client.Configuration>;
  confirm(tokens: Tokens): Promise<Confirmation>;
  /** For so long at most a call waits for it: short of its own time limit. */
  limitMs: number;
  /** For what asks the environment besides openid-client. */
  fetch: typeof fetch;
}

interface ProviderParts {
  log: FastifyBaseLogger;
  counts: Pick<Counts, "service">;
  /** One in this process (sampleProvider.ts), which no network leads to. */
  fetch?: typeof fetch | undefined;
}

type Limits = Pick<Config, "env" | "requestTimeoutMs">;

export function createProvider(oidc: OidcConfig, config: Limits, parts: ProviderParts): Provider {
  const find = discover(oidc, config, parts);
  const limitMs = config.requestTimeoutMs / 5;
  const ask = guardService("login", { ...parts, limitMs });
  return {
    oidc,
    limitMs,
    find,
    confirm: (tokens) =>
      ask(async () => refresh(await find(), tokens)).catch((error: unknown) => {
        parts.log.warn({ err: error }, "a session could not be confirmed");
        return "away" as const;
      }),
    fetch: parts.fetch ?? fetch,
  };
}

/** Again after a failure, because the environment may start later than the portal. */
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
    found ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    return found.catch((error: unknown) => {
      found = undefined;
      log.warn({ err: error }, "login environment not reachable");
      throw unavailable("unavailable.login");
    });
  };
}

/** A refusal is an answer; whatever else goes wrong says nothing about the person. */
async function refresh(configuration: client.Configuration, { idToken, refreshToken }: Tokens): Promise<Confirmation> {
  if (!refreshToken) return "refused";
  try {
    const answer = await client.refreshTokenGrant(configuration, refreshToken);
    const tokens = { idToken: answer.id_token ?? idToken, refreshToken: answer.refresh_token ?? refreshToken };
    return { tokens, claims: answer.claims() };
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return "refused";
    throw error;
  }
}

/** The provider did not answer, or answered with an error of its own. */
export const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error &&
    (error.name === "TimeoutError" || /^OAUTH_(TIMEOUT|ABORT)$/.test(String(Object(error).code)))) ||
  (error instanceof client.AuthorizationResponseError &&
    /^(server_error|temporarily_unavailable)$/.test(error.error)) ||
  (error instanceof Error && error.cause instanceof Response && error.cause.status >= 500);
