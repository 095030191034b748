// A small identity provider for tests: discovery, keys, tokens that are used once. It signs any claims, so that tests can send
// wrong ones.
import { createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface IdentityProvider {
  issuer: string;
  /** Takes a browser's authorization request. Returns the callback address. `header` of the claims goes into the token's header. */
  authorize(address: string, claims: Record<string, unknown>): string;
  /** A token of its own, such as that of a logout. */
  sign(claims: Record<string, unknown>, head?: Record<string, unknown>): string;
  /** Changes what the issued tokens answer: other claims, or nothing for a removed user. */
  change(change: (claims: Record<string, unknown>) => Record<string, unknown> | undefined): void;
  /** How often it was asked again. */
  refreshed(): number;
  stop(): Promise<void>;
}

/** How the provider can be asked again about a user. */
export type AskedBy = "refresh token" | "userinfo" | "introspection" | "nothing";
const LIFETIME_S = 600;

export async function startIdentityProvider(askedBy: AskedBy = "refresh token"): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const granted = new Map<string, Record<string, unknown>>();
  let issuer = "";
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  let change = (claims: Record<string, unknown>): Record<string, unknown> | undefined => claims;
  let refreshed = 0;
  const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) => {
    const head = `${encoded({ alg: "RS256", kid: "1", typ: "JWT", ...header })}.${encoded(claims)}`;
    return `${head}.${createSign("RSA-SHA256").update(head).sign(privateKey, "base64url")}`;
  };
  function grant(sent: URLSearchParams): Record<string, unknown> | undefined {
    const repeated = sent.has("refresh_token");
    const used = sent.get(repeated ? "refresh_token" : "code") ?? "";
    const grantedClaims = granted.get(used);
    granted.delete(used);
    if (repeated) refreshed += 1;
    const claims = grantedClaims && repeated ? change(grantedClaims) : grantedClaims;
    if (!claims) return undefined;
    const refresh_token = randomUUID();
    granted.set(refresh_token, claims);
    const { header, ...signed } = claims as { header?: Record<string, unknown> };
    const id_token = sign(repeated ? { ...signed, nonce: undefined } : signed, header);
    const given_tokens = { access_token: refresh_token, token_type: "Bearer", id_token, expires_in: LIFETIME_S };
    return askedBy === "refresh token" ? { ...given_tokens, refresh_token } : given_tokens;
  }
  function tellOf(token: string): Record<string, unknown> | undefined {
    refreshed += 1;
    const claims = granted.get(token);
    return claims && change(claims);
  }
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const answers: Record<string, unknown> = {
      "/.well-known/openid-configuration": {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(askedBy === "userinfo" && { userinfo_endpoint: `${issuer}/userinfo` }),
        ...(askedBy === "introspection" && { introspection_endpoint: `${issuer}/introspection` }),
        end_session_endpoint: `${issuer}/logout`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      },
      "/keys": { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] },
      "/token": grant(new URLSearchParams(body)),
    };
    const about = new URLSearchParams(body).get("token") ?? request.headers.authorization?.split(" ")[1];
    const claims = about && tellOf(about);
    if (about) Object.assign(answers, { "/userinfo": claims, "/introspection": { active: Boolean(claims) } });
    const answer = answers[request.url ?? ""];
    response.writeHead(answer ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    sign,
    change: (next) => {
      change = next;
    },
    refreshed: () => refreshed,
    authorize(address, claims) {
      const parameters = new URL(address).searchParams;
      const code = randomUUID();
      const issuedAt = Math.floor(Date.now() / 1000);
      granted.set(code, {
        iss: issuer,
        aud: parameters.get("client_id"),
        iat: issuedAt,
        exp: issuedAt + 60,
        nonce: parameters.get("nonce"),
        ...claims,
      });
      return `${new URL(parameters.get("redirect_uri") ?? "").pathname}?${new URLSearchParams({ code, state: parameters.get("state") ?? "", iss: issuer })}`;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
