// Login at an identity provider: which accounts may log in, and which callbacks are refused.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { type Role, roleOfClaim } from "#server/config/roles.ts";
import { eraseAccount } from "#server/privacy/eraseAccount.ts";
import { fillText, serverTexts } from "#server/texts/serverTexts.ts";
import { type IdentityProvider, startIdentityProvider } from "../support/identityProvider.ts";
import { startServer, type TestServer } from "../support/server.ts";

let provider: IdentityProvider;
let server: TestServer;
/** A provider whose claims contain the roles of the user. */
let byClaim: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "portal",
    OIDC_CLIENT_SECRET: "secret",
    REQUEST_TIMEOUT_MS: "120000",
  };
  server = await startServer({ env });
  const names = { OIDC_ROLE_CLAIM: "groups", OIDC_ROLES: "Makelaars=broker,UW-NL=underwriter,Controle=auditor" };
  byClaim = await startServer({ env: { ...env, ...names } });
});
afterAll(async () => {
  await server?.stop();
  await byClaim?.stop();
  await provider?.stop();
});

const VERA = { sub: "42", email: "v.voorbeeld@example.nl", email_verified: true };

interface Begun {
  address: string;
  cookie: string;
}

/** With the cookies of the browser, its new one among them. */
async function begin({ app } = server, cookies = ""): Promise<Begun> {
  const answer = await app.inject({ url: "/auth/login", headers: { cookie: cookies } });
  const address = String(answer.headers.location);
  const jar = new Map(cookies.split("; ").flatMap((pair) => (pair ? [pair.split("=", 2) as [string, string]] : [])));
  for (const { name, value } of answer.cookies) value ? jar.set(name, value) : jar.delete(name);
  return { address, cookie: [...jar].map((pair) => pair.join("=")).join("; ") };
}
const callback = (url: string, cookie: string, { app } = server) => app.inject({ url, headers: { cookie } });

test("sends the browser away with PKCE, state, nonce and our own callback", async () => {
  const parameters = new URL((await begin()).address).searchParams;
  expect(parameters.get("code_challenge_method")).toBe("S256");
  expect(parameters.get("redirect_uri")).toBe(`${server.config.baseUrl}/auth/callback`);
  const { cookies } = await server.app.inject({ url: "/auth/login" });
  expect(cookies).toMatchObject([{ path: "/auth", httpOnly: true, sameSite: "Lax", maxAge: 600 }]);
  for (const name of ["state", "nonce", "code_challenge"]) expect(parameters.get(name)?.length).toBeGreaterThan(20);
});

test("a known account gets in, is known by its subject from then on, and logs out at the provider too", async () => {
  for (const claims of [VERA, { sub: "42" }]) {
    const { address, cookie } = await begin();
    const answer = await callback(provider.authorize(address, claims), cookie);
    expect([answer.statusCode, answer.headers.location], answer.body).toEqual([303, "/"]);
    const session = answer.cookies.find((cookie) => cookie.name === "session")?.value ?? "";
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
])("the claim %j makes somebody %s, until it says otherwise", async (groups, role) => {
  const begun = await begin(byClaim);
  const answer = await callback(provider.authorize(begun.address, { ...VERA, groups }), begun.cookie, byClaim);
  const session = answer.cookies.find((cookie) => cookie.name === "session")?.value ?? "";
  const me = await byClaim.app.inject({ url: "/api/profile/me", headers: { cookie: `session=${session}` } });
  expect(me.json()).toMatchObject({ loginName: "v.voorbeeld", role });
  const trail = await byClaim.db.selectFrom("audit").selectAll().where("action", "=", "role changed").execute();
  expect(trail.at(-1), "who may do more, or less, stands in the trail").toMatchObject({
    login_name: "v.voorbeeld",
    object: role,
  });
});

test("the trail has that an account was linked, once", async () => {
  const linked = await server.db.selectFrom("audit").selectAll().where("action", "=", "account linked").execute();
  expect(linked.map(({ login_name }) => login_name)).toEqual(["v.voorbeeld"]);
});

test("a user with none of the roles is a broker, unless the settings have a name for brokers", () => {
  const names = new Map<string, Role>([["UW-NL", "underwriter"]]);
  const withBrokers = new Map<string, Role>([...names, ["Makelaars", "broker"]]);
  for (const claim of [["Klanten"], undefined, { "UW-NL": true }, 7])
    expect([roleOfClaim(claim, names), roleOfClaim(claim, withBrokers)], String(claim)).toEqual(["broker", undefined]);
});

test.each([
  ["another nonce", { ...VERA, nonce: "guessed" }],
  ["another audience", { ...VERA, aud: "somebody" }],
  ["another issuer", { ...VERA, iss: "https://evil.example" }],
  ["a logout token", { ...VERA, header: { typ: "logout+jwt" } }],
  ["an access token", { ...VERA, header: { typ: "at+jwt" } }],
  ["a token of yesterday", { ...VERA, iat: 1_600_000_000, exp: 1_600_000_060 }],
  ["an address nobody verified", { sub: "43", email: "d.demo@example.com", email_verified: false }],
  ["an unknown person", { sub: "44", email: "x@example.com", email_verified: true }],
])("%s does not get in", async (_what, claims) => {
  const { address, cookie } = await begin();
  const answer = await callback(provider.authorize(address, claims), cookie);
  expect(answer.statusCode).toBe(403);
  expect(answer.cookies.some((cookie) => cookie.name === "session" && cookie.value !== "")).toBe(false);
});

test("an account that was erased is unknown to who logs in with it, and a new one is not linked to what was", async () => {
  const claims = { sub: "45", email: "d.demo@example.com", email_verified: true };
  const enter = async () => {
    const { address, cookie } = await begin();
    return callback(provider.authorize(address, claims), cookie);
  };
  const demo = await server.db
    .selectFrom("users")
    .selectAll()
    .where("login_name", "=", "d.demo")
    .executeTakeFirstOrThrow();
  await server.db.updateTable("users").set({ email: claims.email }).where("login_name", "=", "d.demo").execute();
  expect((await enter()).statusCode).toBe(303);
  await eraseAccount({ db: server.db, config: server.config }, "d.demo", false);
  const refused = await enter();
  expect([refused.statusCode, refused.json().code]).toEqual([403, "unknown_account"]);
  const { draft_key: before, subject: _, ...entered } = demo;
  const row = { ...entered, email: claims.email, login_name: "d.demo-2", profiles: "[]", insurance_types: "[]" };
  await server.db.insertInto("users").values(row).execute();
  expect((await enter()).statusCode).toBe(303);
  const anew = await server.db.selectFrom("users").selectAll().where("login_name", "=", "d.demo-2").executeTakeFirst();
  expect([anew?.subject?.endsWith(" 45"), anew?.draft_key === before]).toEqual([true, false]);
});

test("a callback belongs to the browser that began", async () => {
  const [mine, other] = [await begin(), await begin()];
  const back = provider.authorize(mine.address, VERA);
  expect((await callback(back, other.cookie)).statusCode).toBe(403);
  expect((await callback(back, "")).statusCode).toBe(403);
  expect((await callback("/auth/callback", mine.cookie)).statusCode).toBe(403);
  expect((await callback("/auth/callback?error=access_denied", mine.cookie)).statusCode).toBe(403);
});

test("an old callback of a user who is logged in leads into the portal, as that user", async () => {
  const begun = await begin();
  const back = provider.authorize(begun.address, VERA);
  const session = (await callback(back, begun.cookie)).cookies.find(({ name }) => name === "session");
  const again = await callback(back, `session=${session?.value}`);
  expect([again.statusCode, again.headers.location]).toEqual([303, "/"]);
  expect(again.cookies.map(({ name }) => name)).not.toContain("session");
});

test("tabs that begin at the same moment all get in; of many the oldest is forgotten", async () => {
  const first = await begin();
  const second = await begin(server, first.cookie);
  for (const { address } of [first, second]) {
    const answer = await callback(provider.authorize(address, VERA), second.cookie);
    expect([answer.statusCode, answer.headers.location], answer.body).toEqual([303, "/"]);
  }
  let last = second;
  for (let tab = 3; tab <= 6; tab += 1) last = await begin(server, last.cookie);
  expect(last.cookie.split("; ")).toHaveLength(5);
  expect((await callback(provider.authorize(first.address, VERA), last.cookie)).statusCode).toBe(403);
  expect((await callback(provider.authorize(second.address, VERA), last.cookie)).statusCode).toBe(303);
});

const NOW = Math.floor(Date.now() / 1000);
type Told = keyof typeof serverTexts.nl.login_refused.now;
interface Return {
  url: string;
  cookie: string;
}
const returnWith =
  (claims: object) =>
  ({ address, cookie }: Begun): Return => ({ url: provider.authorize(address, { ...VERA, ...claims }), cookie });
const returnError =
  (error: string) =>
  ({ address, cookie }: Begun): Return => ({
    url: `/auth/callback?error=${error}&state=${new URL(address).searchParams.get("state")}`,
    cookie,
  });

/** How the browser comes back, and the key of the message that its user reads. */
const REFUSALS: [string, Told, (begun: Begun) => Return | Promise<Return>][] = [
  [
    "another browser began",
    "login_refused.lost",
    async (begun) => ({ ...returnWith({})(begun), cookie: (await begin()).cookie }),
  ],
  ["no consent was given", "login_refused.denied", returnError("access_denied")],
  ["the environment failed", "unavailable.login", returnError("server_error")],
  ["the environment asks for something else", "login_refused", returnError("login_required")],
  ["its clock is slow", "login_refused.clock", returnWith({ iat: NOW - 7_200, exp: NOW - 3_600 })],
  ["its clock is fast", "login_refused.clock", returnWith({ nbf: NOW + 7_200 })],
  ["nobody knows the account", "unknown_account", returnWith({ sub: "9", email: "x@example.com" })],
  ["the account was removed", "unknown_account.removed", returnWith({ sub: "8", email: "n.niemand@example.com" })],
  ["the claim has no role", "unknown_account.role", returnWith({ groups: ["Klanten"] })],
  [
    "the code was used before",
    "login_refused.used",
    async (begun) => {
      const again = returnWith({ groups: "Makelaars" })(begun);
      await callback(again.url, again.cookie, byClaim);
      return again;
    },
  ],
];

const PROVEN: Partial<Record<Told, string>> = {
  "unknown_account.removed": "n.niemand",
  "unknown_account.role": "v.voorbeeld",
};

describe.each(LANGUAGES)("who is refused reads in %s", (language) => {
  const words = serverTexts[language];
  test.each(REFUSALS)("%s: what happened, what now, and a reference", async (_what, name, comeBack) => {
    const inactive = { active: false };
    await byClaim.db.updateTable("users").set(inactive).where("login_name", "=", "n.niemand").execute();
    const { url, cookie } = await comeBack(await begin(byClaim));
    const headers = { accept: "text/html", cookie: `${cookie}; language=${language}` };
    const answer = await byClaim.app.inject({ url, headers });
    expect(answer.statusCode).toBe(name === "unavailable.login" ? 503 : 403);
    expect(answer.cookies.some((cookie) => cookie.name === "session" && cookie.value !== "")).toBe(false);
    const page = answer.body.replaceAll("&#39;", "'");
    expect(page).toContain(`<html lang="${language}">`);
    const { phone, email } = byClaim.config.support[language];
    const reference = String(answer.headers["x-request-id"]);
    for (const text of [
      words.login_refused.title,
      words.refusals[name],
      fillText(words.login_refused.now[name], { phone: phone.replaceAll(" ", "\u00a0"), email }),
      fillText(words.error_page.reference, { reference }),
    ])
      expect(page).toContain(text);
    const ways = [...page.matchAll(/<a class="button[^>]* href="([^"]*)"/g)].map(([, to]) => to);
    expect(ways).toEqual(["/auth/login", "/"]);
    const trail = await byClaim.db.selectFrom("audit").selectAll().orderBy("audit_id", "desc").execute();
    const line = trail.find(({ detail }) => (detail as { call?: string } | null)?.call === reference);
    expect(line?.login_name ?? null, "whose account it is, where the environment proved that").toBe(
      PROVEN[name] ?? null,
    );
  });
});

test("a provider that is away is reported in a sentence, at the start of a login and at the return", async () => {
  const away = await startIdentityProvider();
  const env = {
    OIDC_ISSUER: away.issuer,
    OIDC_CLIENT_ID: "portal",
    OIDC_CLIENT_SECRET: "secret",
    REQUEST_TIMEOUT_MS: "120000",
  };
  const other = await startServer({ env });
  onTestFinished(() => other.stop());
  const begun = await other.app.inject({ url: "/auth/login" });
  const cookie = begun.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
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
