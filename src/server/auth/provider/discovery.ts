// Reads the metadata of the login environment, at first use. Its issuer must be that of the settings: openid-client makes exceptions for
// Entra ID and Azure B2C, with which users of every organization could log in.
import type { FastifyBaseLogger } from "fastify";
import * as client from "openid-client";
import type { Config, OidcConfig } from "../../config/config.ts";
import type { Counts } from "../../http/counts.ts";
import { PortalError, unavailable } from "../../http/errors/portalError.ts";
import { judgeFailure } from "./failures.ts";

export type Limits = Pick<Config, "env" | "requestTimeoutMs">;

export interface ProviderParts {
  log: FastifyBaseLogger;
  counts: Pick<Counts, "service">;
  now: () => Date;
}

/** @throws an error that `judgeFailure` explains when the metadata names another issuer. */
export async function discover(
  { issuer, clientId, clientSecret }: OidcConfig,
  options: client.DiscoveryRequestOptions,
): Promise<client.Configuration> {
  const configuration = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  const { issuer: stated } = configuration.serverMetadata();
  if (new URL(stated).href === new URL(issuer).href) return configuration;
  throw new Error("the metadata names another issuer", { cause: { body: { issuer: stated } } });
}

/** Retried after a failure, because the environment may start later than the portal. */
export function createDiscovery(oidc: OidcConfig, { env, requestTimeoutMs }: Limits, { log }: ProviderParts) {
  const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${oidc.issuer}/`);
  const options = {
    // Whole seconds: Node refuses a fraction of a millisecond.
    timeout: Math.max(1, Math.floor(requestTimeoutMs / 3_000)),
    ...(loopback && env !== "production" ? { execute: [client.allowInsecureRequests] } : {}),
  };
  let discovery: Promise<client.Configuration> | undefined;
  return () => {
    discovery ??= discover(oidc, options).then((configuration) => {
      log.info(describeConfirming(configuration.serverMetadata()));
      return configuration;
    });
    return discovery.catch((error: unknown) => {
      discovery = undefined;
      const { reason } = judgeFailure(error, oidc);
      log.warn({ err: error }, reason ?? "login environment not reachable");
      throw reason ? new PortalError("unavailable.login_setup") : unavailable("unavailable.login");
    });
  };
}

/** Describes for operators how sessions are confirmed: in the log at startup, and in `doctor`. */
export function describeConfirming({
  userinfo_endpoint,
  introspection_endpoint,
}: Partial<client.ServerMetadata>): string {
  const method = (userinfo_endpoint && "at its UserInfo endpoint") || (introspection_endpoint && "by introspection");
  const without = method
    ? `within a minute ${method}, and when the access token ends by a silent login of the browser`
    : "only when the access token ends, by a silent login of the browser, because the environment has no UserInfo endpoint";
  return `Sessions are confirmed within a minute by the refresh token; where the environment gives none (OIDC_SCOPE), ${without}.`;
}
