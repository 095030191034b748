// Login at an identity provider: which accounts may log in, and which callbacks are refused.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../support/identityProvider.ts";
import { startServer, type TestServer } from "../support/server.ts";

let provider: IdentityProvider;
let server: TestServer;
/** Where the provider says what somebody may do. */
let byClaim: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "portal", OIDC_CLIENT_SECRET: "secret" };
  server = await startServer({ env });
  const names = { OIDC_ROLE_CLAIM: "groups", OIDC_ROLES: "UW-NL=underwriter,Controle=auditor" };
  byClaim = await startServer({ env: { ...env, ...names } });
});
afterAll(async () => {
  await server?.stop();
  await byClaim?.stop();
  await provider?.stop();
});

const VERA = { sub: "42", email: "v.voorbeeld@example.nl", email_verified: true };

async function begin({ app } = server): Promise<{ address: string; cookie: string }> {
  const answer = await app.inject({ url: "/auth/login" });
  const address = String(answer.headers.location);
  return { address, cookie: answer.cookies.map((one) => `${one.name}=${one.value}`).join("; ") };
}
const callback = (url: string, cookie: string, { app } = server) => app.inject({ url, headers: { cookie } });

test("sends the browser away with PKCE, state, nonce and our own callback", async () => {
  const asked = new URL((await begin()).address).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("redirect_uri")).toBe(`${server.config.baseUrl}/auth/callback`);
  for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(20);
});

test("a known account gets in, is known by its subject from then on, and logs out at the provider too", async () => {
  for (const claims of [VERA, { sub: "42" }]) {
    const { address, cookie } = await begin();
    const answer = await callback(provider.authorize(address, claims), cookie);
    expect([answer.statusCode, answer.headers.location], answer.body).toEqual([303, "/"]);
    const session = answer.cookies.find((one) => one.name === "session")?.value ?? "";
    const me = (await server.app.inject({ url: "/api/profile/me", headers: { cookie: `session=${session}` } })).json();
    expect(me).toMatchObject({ loggedIn: true, loginName: "v.voorbeeld" });
    expect(JSON.stringify(me), "a token").not.toMatch(/eyJ[\w-]+\.eyJ/);
    const logout = await server.app.inject({ url: "/auth/logout", headers: { cookie: `session=${session}` } });
    expect(logout.headers.location).toContain(`${provider.issuer}/logout`);
  }
});

test.each([
  [["Makelaars", "UW-NL"], "underwriter"],
  ["Controle UW-NL", "auditor"],
  [["Makelaars"], "broker"],
  [undefined, "broker"],
  [{ UW: true }, "broker"],
])("the claim %j makes somebody %s, until it says otherwise", async (groups, role) => {
  const begun = await begin(byClaim);
  const answer = await callback(provider.authorize(begun.address, { ...VERA, groups }), begun.cookie, byClaim);
  const session = answer.cookies.find((one) => one.name === "session")?.value ?? "";
  const me = await byClaim.app.inject({ url: "/api/profile/me", headers: { cookie: `session=${session}` } });
  expect(me.json()).toMatchObject({ loginName: "v.voorbeeld", role });
});

test.each([
  ["another nonce", { ...VERA, nonce: "guessed" }],
  ["another audience", { ...VERA, aud: "somebody" }],
  ["another issuer", { ...VERA, iss: "https://evil.example" }],
  ["a token of yesterday", { ...VERA, iat: 1_600_000_000, exp: 1_600_000_060 }],
  ["an address nobody verified", { sub: "43", email: "d.demo@example.com", email_verified: false }],
  ["an unknown person", { sub: "44", email: "x@example.com", email_verified: true }],
])("%s does not get in", async (_what, claims) => {
  const { address, cookie } = await begin();
  const answer = await callback(provider.authorize(address, claims), cookie);
  expect(answer.statusCode).toBe(403);
  expect(answer.cookies.some((one) => one.name === "session" && one.value !== "")).toBe(false);
});

test("a callback belongs to the browser that began", async () => {
  const [mine, other] = [await begin(), await begin()];
  const back = provider.authorize(mine.address, VERA);
  expect((await callback(back, other.cookie)).statusCode).toBe(403);
  expect((await callback(back, "")).statusCode).toBe(403);
  expect((await callback("/auth/callback", mine.cookie)).statusCode).toBe(403);
  expect((await callback("/auth/callback?error=access_denied", mine.cookie)).statusCode).toBe(403);
});

test("who is refused reads a page in his own language, and the way back", async () => {
  const headers = { accept: "text/html", cookie: "language=fr" };
  const { body, statusCode } = await server.app.inject({ url: "/auth/callback?error=access_denied", headers });
  expect(statusCode).toBe(403);
  expect(body).toContain('<html lang="fr">');
  expect(body).toContain("La connexion n’a pas abouti. Veuillez réessayer.");
  expect(body).toContain('href="/"');
});

test("a provider that is away is said in a sentence, when one begins and when one comes back", async () => {
  const away = await startIdentityProvider();
  const env = { OIDC_ISSUER: away.issuer, OIDC_CLIENT_ID: "portal", OIDC_CLIENT_SECRET: "secret" };
  const other = await startServer({ env });
  onTestFinished(() => other.stop());
  const begun = await other.app.inject({ url: "/auth/login" });
  const cookie = begun.cookies.map((one) => `${one.name}=${one.value}`).join("; ");
  const back = away.authorize(String(begun.headers.location), VERA);
  await away.stop();
  const returned = await other.app.inject({ url: back, headers: { cookie, accept: "text/html" } });
  const late = await startServer({ env });
  onTestFinished(() => late.stop());
  const started = await late.app.inject({ url: "/auth/login", headers: { accept: "text/html" } });
  for (const { statusCode, headers, body } of [returned, started]) {
    expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
    expect(body).toContain("De inlogomgeving is even niet bereikbaar. Probeer het zo meteen opnieuw.");
  }
});
