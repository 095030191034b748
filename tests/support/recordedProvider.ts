// Replays the recorded answers of a login provider (tests/server/login/providers) in place of `fetch`, at the
// provider's own addresses. Keys, times, nonce and tokens are new. Everything else is answered as it was recorded.
import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";

export interface Recording {
  name: string;
  settings: { OIDC_ISSUER: string } & Record<string, string>;
  metadata: { issuer: string; token_endpoint: string; userinfo_endpoint?: string; jwks_uri: string };
  /** Parameters of the callback besides code and state. */
  callback: Record<string, string>;
  header: { alg: string; kid: string };
  idToken: Record<string, unknown>;
  userInfo?: Record<string, unknown>;
  tokens: Record<string, unknown>;
  /** Whether a refresh gives a new refresh token, and whether the old one remains valid. */
  rotation: "strict" | "lenient" | "none";
  /** The answer to a refresh token that is not valid. */
  refused: { status: number; body: Record<string, unknown> };
  role: string;
  /** Another spelling of the issuer, and the issuer of the metadata found there (null: nothing is there). */
  misspelt?: { OIDC_ISSUER: string; issuer: string | null };
}

/** Makes a token of the claims, by default signed with the published key. */
export type Signer = (claims: Record<string, unknown>, key: ProviderKey) => string;
interface ProviderKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

export const makeKey = (kid: string): ProviderKey => ({ kid, ...generateKeyPairSync("rsa", { modulusLength: 2048 }) });
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
export function signToken(header: object, claims: object, key: KeyObject | string | undefined): string {
  const content = `${encode(header)}.${encode(claims)}`;
  if (key === undefined) return `${content}.`;
  if (typeof key === "string") return `${content}.${createHmac("sha256", key).update(content).digest("base64url")}`;
  return `${content}.${createSign("RSA-SHA256").update(content).sign(key, "base64url")}`;
}

export function replayProvider(recording: Recording, clientId = "portal") {
  const { metadata, settings, misspelt, tokens, rotation, refused } = recording;
  let key = makeKey(recording.header.kid);
  const signRight: Signer = (claims, key) => signToken({ ...recording.header, kid: key.kid }, claims, key.privateKey);
  let sign = signRight;
  let publishes = true;
  let claims = recording.idToken;
  const granted = new Map<string, { nonce?: string | null }>();
  const fetched: string[] = [];
  let onToken: (answer: Response) => Promise<Response> = async (answer) => answer;

  function describe(): Record<string, unknown> {
    const { nbf, ...others } = claims;
    const issuedAt = Math.floor(Date.now() / 1_000);
    return {
      iss: metadata.issuer,
      aud: clientId,
      iat: issuedAt,
      exp: issuedAt + 3_600,
      ...(nbf === undefined ? {} : { nbf: issuedAt }),
      ...others,
    };
  }

  function grant(body: URLSearchParams): Response {
    const isRefresh = body.has("refresh_token");
    const used = body.get(isRefresh ? "refresh_token" : "code") ?? "";
    const grantedClaims = granted.get(used);
    if (!grantedClaims) return Response.json(refused.body, { status: refused.status });
    if (!isRefresh || rotation === "strict") granted.delete(used);
    const refresh_token = isRefresh && rotation === "none" ? undefined : randomUUID();
    if (refresh_token) granted.set(refresh_token, {});
    const id_token = sign({ ...describe(), ...(isRefresh ? {} : grantedClaims) }, key);
    return Response.json({ ...tokens, access_token: randomUUID(), id_token, refresh_token });
  }

  async function answer(address: URL, init: RequestInit): Promise<Response> {
    const { href } = address;
    const [configurationUrl, other] = [settings.OIDC_ISSUER, misspelt?.OIDC_ISSUER].map(
      (issuer) => `${issuer?.replace(/\/$/, "")}/.well-known/openid-configuration`,
    );
    if (href === configurationUrl || href === `${metadata.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`)
      return Response.json(metadata);
    if (href === other && misspelt?.issuer) return Response.json({ ...metadata, issuer: misspelt.issuer });
    if (href === metadata.jwks_uri && publishes) {
      const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: recording.header.alg };
      return Response.json({ keys: [jwk] });
    }
    if (href === metadata.token_endpoint) return onToken(grant(new URLSearchParams(String(init.body))));
    if (href === metadata.userinfo_endpoint && recording.userInfo) return Response.json(recording.userInfo);
    return new Response("<html><body>Not found</body></html>", {
      status: 404,
      headers: { "content-type": "text/html" },
    });
  }

  return {
    fetch: (async (input: string | URL | Request, init: RequestInit = {}) => {
      const address = new URL(input instanceof Request ? input.url : input);
      fetched.push(address.href);
      return answer(address, init);
    }) as typeof fetch,
    /** How often an address was fetched. */
    countFetches: (address: string) => fetched.filter((href) => href === address).length,
    /** Answers the browser's request for a login with the address of the callback. */
    authorize(address: string): string {
      const parameters = new URL(address).searchParams;
      const code = randomUUID();
      granted.set(code, { nonce: parameters.get("nonce") });
      const query = new URLSearchParams({ code, state: parameters.get("state") ?? "", ...recording.callback });
      return `${new URL(parameters.get("redirect_uri") ?? "").pathname}?${query}`;
    },
    rotateKey(kid: string = randomUUID()): void {
      key = makeKey(kid);
    },
    /** Signs rightly without a signer. */
    signWith(signer: Signer | undefined): void {
      sign = signer ?? signRight;
    },
    claim(addedClaims: Record<string, unknown>): void {
      claims = { ...recording.idToken, ...addedClaims };
    },
    /** Revokes every token, as when the user is removed. */
    revoke: () => granted.clear(),
    stopPublishing(): void {
      publishes = false;
    },
    onToken(handler: typeof onToken): void {
      onToken = handler;
    },
  };
}
export type ReplayedProvider = ReturnType<typeof replayProvider>;
