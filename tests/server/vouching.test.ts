// Sessions that the login environment no longer confirms: checked again behind the calls, ended through its back
// channel.
import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { buildApp, type Portal } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { type AskedBy, type IdentityProvider, startIdentityProvider } from "../support/identityProvider.ts";
import { startServer, type TestServer } from "../support/server.ts";

let provider: IdentityProvider;
let server: TestServer;
/** Another process on the same database. */
let second: Portal;
let now = new Date();
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const clock = { now: () => now, today: () => "2026-11-20" };
const envOf = ({ issuer }: IdentityProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: "portal",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_ROLE_CLAIM: "groups",
  // The environment is away after a part of it, which a slow machine must not need.
  REQUEST_TIMEOUT_MS: "120000",
});
beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startServer({ env: envOf(provider), clock });
  second = await buildApp({ config: server.config, database: server.database, clock });
});
afterAll(async () => {
  await second?.app.close();
  await server?.stop();
  await provider?.stop();
});
beforeEach(async () => {
  provider.change((claims) => claims);
  await server.db.deleteFrom("sessions").execute();
});

const VERA = { sub: "42", email: "v.voorbeeld@example.nl", email_verified: true, groups: "broker", sid: "s1" };

async function logIn(claims: object = VERA, { app }: Portal = server, environment = provider): Promise<string> {
  const begun = await app.inject({ url: "/auth/login" });
  const cookie = begun.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; ");
  const url = environment.authorize(String(begun.headers.location), { ...claims });
  const answer = await app.inject({ url, headers: { cookie } });
  const session = answer.cookies.find((cookie) => cookie.name === "session")?.value;
  if (!session) throw new Error(answer.body);
  return `session=${session}`;
}
const isIn = async (cookie: string, { app }: Portal = server): Promise<boolean> =>
  (await app.inject({ url: "/api/profile/me", headers: { cookie } })).json().loggedIn;
const readEnds = async () => {
  const rows = await server.db.selectFrom("audit").selectAll().where("action", "=", "session ended").execute();
  return rows.map(({ login_name, detail }) => [login_name, (detail as { why: string }).why]);
};

describe("asked again", () => {
  test("behind a call after half a minute, with what it gave the last time; nothing of it can be read", async () => {
    const before = provider.refreshed();
    const cookie = await logIn();
    for (const turn of [1, 2, 3]) {
      later(29);
      expect(await isIn(cookie)).toBe(true);
      expect(provider.refreshed()).toBe(before + turn - 1);
      later(2);
      expect(await isIn(cookie)).toBe(true);
      await expect.poll(async () => (await readSession()).confirmed_at).toEqual(now);
      expect(provider.refreshed()).toBe(before + turn);
    }
    const { tokens } = await readSession();
    expect(Buffer.from(tokens ?? "", "base64url").toString("latin1")).not.toMatch(/eyJ|refresh/);
  });
  const readSession = () =>
    server.db.selectFrom("sessions").selectAll().orderBy("created_at", "desc").limit(1).executeTakeFirstOrThrow();

  test("who was removed is out at once after a silent minute, and at the latest then while he calls", async () => {
    const [silent, busy] = [await logIn(), await logIn()];
    provider.change(() => undefined);
    later(31);
    expect(await isIn(busy), "asked behind this call").toBe(true);
    await expect.poll(() => isIn(busy)).toBe(false);
    later(30);
    expect(await isIn(silent)).toBe(false);
    expect((await readEnds()).slice(-2)).toEqual([
      ["v.voorbeeld", "removed"],
      ["v.voorbeeld", "removed"],
    ]);
  });

  test("once, however many calls come to however many processes", async () => {
    const cookie = await logIn();
    const before = provider.refreshed();
    later(16 * 60);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => isIn(cookie, turn % 2 ? second : server)),
    );
    expect(answers).not.toContain(false);
    expect(provider.refreshed()).toBe(before + 1);
  });

  test("not one call comes through after a silent minute, whichever process it came to", async () => {
    const cookie = await logIn();
    provider.change(() => undefined);
    later(61);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => isIn(cookie, turn % 2 ? second : server)),
    );
    expect(answers).not.toContain(true);
  });

  test("a role that changed there is the role of the next call; none, or another person, ends it", async () => {
    const cookie = await logIn();
    provider.change((claims) => ({ ...claims, groups: "auditor" }));
    later(61);
    const me = await server.app.inject({ url: "/api/profile/me", headers: { cookie } });
    expect(me.json().loggedIn).toBe(true);
    expect((await server.app.inject({ url: "/api/profile/me", headers: { cookie } })).json().role).toBe("auditor");
    for (const change of [{ groups: "nobody" }, { sub: "43" }]) {
      provider.change((claims) => ({ ...claims, groups: "broker" }));
      const other = await logIn();
      provider.change((claims) => ({ ...claims, ...change }));
      later(61);
      expect(await isIn(other), JSON.stringify(change)).toBe(false);
    }
  });

  test("while it is away a session lives on for a quarter of an hour", async () => {
    const away = await startIdentityProvider();
    const lines: string[] = [];
    const log = new PassThrough().on("data", (part) => lines.push(String(part)));
    const alone = await startServer({ env: { ...envOf(away), LOG_LEVEL: "warn" }, clock, log });
    onTestFinished(() => alone.stop());
    const cookie = await logIn(VERA, alone, away);
    await away.stop();
    for (let minutes = 0; minutes < 14; minutes += 2) {
      later(120);
      expect(await isIn(cookie, alone), `${minutes}`).toBe(true);
    }
    const logs = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "a session could not be confirmed");
    expect(new Set(logs.map(({ reqId }) => reqId)).size, "each with the id of the call that asked").toBe(7);
    expect(logs.every(({ reqId }) => reqId)).toBe(true);
    later(120);
    expect(await isIn(cookie, alone)).toBe(false);
  });
});

describe("an environment that gives no refresh token", () => {
  async function startWith(askedBy: AskedBy) {
    const environment = await startIdentityProvider(askedBy);
    const env = { ...envOf(environment), APP_ENV: "test", DATA_DIR: server.config.dataDir, LOG_LEVEL: "silent" };
    const build = async () => {
      const built = await buildApp({ config: readConfig(env), database: server.database, clock });
      onTestFinished(() => built.app.close());
      return built;
    };
    onTestFinished(environment.stop);
    const portal = await build();
    const linked = (subject: string | null) =>
      server.db.updateTable("users").set({ subject }).where("login_name", "=", "v.voorbeeld").execute();
    await linked(null);
    onTestFinished(() => void linked(null));
    return { environment, portal, build, cookie: await logIn(VERA, portal, environment) };
  }
  const visit = ({ app }: Portal, url: string, cookie: string) =>
    app.inject({ url, headers: { cookie, accept: "text/html" } });
  const readRole = async ({ app }: Portal, cookie: string) =>
    (await app.inject({ url: "/api/profile/me", headers: { cookie } })).json().role;

  test.each<AskedBy>(["userinfo", "introspection"])("is asked by %s at the same minute", async (askedBy) => {
    const { environment, portal, cookie } = await startWith(askedBy);
    later(61);
    expect(await isIn(cookie, portal)).toBe(true);
    expect(environment.refreshed()).toBe(1);
    environment.change(() => undefined);
    later(31);
    expect(await isIn(cookie, portal), "asked behind this call").toBe(true);
    await expect.poll(() => isIn(cookie, portal)).toBe(false);
    expect((await readEnds()).at(-1)).toEqual(["v.voorbeeld", "removed"]);
  });

  test.each([
    ["no role any more", {}],
    ["another person", { groups: "auditor", sub: "43" }],
  ])("a role is that of the login until UserInfo names one; %s then ends it", async (_what, last) => {
    const { environment, portal, cookie } = await startWith("userinfo");
    const says = async (changed: object) => {
      environment.change((claims) => ({ ...claims, groups: undefined, ...changed }));
      later(61);
      return (await isIn(cookie, portal)) && readRole(portal, cookie);
    };
    expect(await says({})).toBe("broker");
    expect(await says({ groups: "auditor" })).toBe("auditor");
    expect(await says(last)).toBe(false);
  });

  test.each<AskedBy>(["userinfo", "introspection", "nothing"])(
    "when the access token ends (%s), its browser asks without a page, and the session goes on",
    async (askedBy) => {
      const { environment, portal, build, cookie } = await startWith(askedBy);
      const other = askedBy === "userinfo" ? await build() : portal;
      const { created_at } = await server.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
      environment.change(() => undefined);
      later(601);
      const calls = await Promise.all(
        [portal, other, portal, other].map(({ app }) => app.inject({ url: "/api/relations", headers: { cookie } })),
      );
      expect(calls.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 401));
      const page = await visit(portal, "/relaties?x=1", cookie);
      expect([page.statusCode, page.headers.location]).toEqual([303, "/auth/login?return=%2Frelaties%3Fx%3D1"]);
      const begun = await visit(portal, String(page.headers.location), cookie);
      const address = String(begun.headers.location);
      expect(new URL(address).searchParams.get("prompt")).toBe("none");
      const both = [cookie, ...begun.cookies.map((added) => `${added.name}=${added.value}`)].join("; ");
      const back = await visit(portal, environment.authorize(address, VERA), both);
      expect(back.headers.location).toBe("/relaties?x=1");
      const session = `session=${back.cookies.find(({ name }) => name === "session")?.value}`;
      expect([await isIn(session, portal), await isIn(cookie, portal)]).toEqual([true, false]);
      const rows = await server.db.selectFrom("sessions").selectAll().execute();
      expect(rows.map((row) => row.created_at)).toEqual([created_at]);
    },
  );

  test("who is not known there any more without a page reads the portal's own login page, and no refusal", async () => {
    const { environment, portal, cookie } = await startWith("nothing");
    later(601);
    expect(await isIn(cookie, portal)).toBe(false);
    const begun = await visit(portal, "/auth/login?return=/relaties", cookie);
    const state = new URL(String(begun.headers.location)).searchParams.get("state") ?? "";
    const both = [cookie, ...begun.cookies.map((added) => `${added.name}=${added.value}`)].join("; ");
    const refused = new URLSearchParams({ error: "login_required", state, iss: environment.issuer });
    const back = await visit(portal, `/auth/callback?${refused}`, both);
    expect([back.statusCode, back.headers.location]).toEqual([303, "/relaties"]);
    expect(await server.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    const again = await visit(portal, "/auth/login", cookie);
    expect(new URL(String(again.headers.location)).searchParams.get("prompt"), "now with a page").toBe(null);
  });
});

describe("a logout through the back channel", () => {
  const EVENT = "http://schemas.openid.net/event/backchannel-logout";
  const claimsOf = (changed: object = {}) => ({
    iss: provider.issuer,
    aud: "portal",
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 120,
    jti: randomUUID(),
    events: { [EVENT]: {} },
    sub: "42",
    sid: "s1",
    ...changed,
  });
  const tell = (token: string, { app }: Portal = server) =>
    app.inject({
      method: "POST",
      url: "/auth/backchannel-logout",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  test("that session ends, or all of that person; others stay, and the trail has it", async () => {
    const [ended, remaining] = [await logIn({ ...VERA, sid: "a" }), await logIn({ ...VERA, sid: "b" })];
    const petra = await logIn({ ...VERA, sub: "77", email: "p.proef@example.nl", sid: "c" });
    const answer = await tell(provider.sign(claimsOf({ sid: "a" }), { typ: "logout+jwt" }), second);
    expect([answer.statusCode, answer.headers["cache-control"]], answer.body).toEqual([200, "no-store"]);
    expect(await Promise.all([ended, remaining, petra].map((each) => isIn(each)))).toEqual([false, true, true]);
    const more = await logIn({ ...VERA, sid: "d" });
    expect((await tell(provider.sign(claimsOf({ sid: undefined })))).statusCode).toBe(200);
    expect(await Promise.all([remaining, more, petra].map((each) => isIn(each)))).toEqual([false, false, true]);
    expect((await tell(provider.sign(claimsOf({ sub: undefined, sid: "c" })))).statusCode).toBe(200);
    expect(await isIn(petra)).toBe(false);
    expect((await readEnds()).at(-1)).toEqual(["p.proef", "login environment"]);
  });

  const HOUR = 3_600;
  test.each<[string, () => string]>([
    ["no token", () => ""],
    ["an ID token", () => provider.sign({ ...claimsOf(), events: undefined })],
    ["a nonce", () => provider.sign(claimsOf({ nonce: "n" }))],
    ["another event", () => provider.sign(claimsOf({ events: { "http://schemas.openid.net/event/other": {} } }))],
    ["an event that is none", () => provider.sign(claimsOf({ events: { [EVENT]: true } }))],
    ["another issuer", () => provider.sign(claimsOf({ iss: "https://evil.example" }))],
    ["another audience", () => provider.sign(claimsOf({ aud: "somebody" }))],
    ["no time", () => provider.sign(claimsOf({ iat: undefined }))],
    ["an old time", () => provider.sign(claimsOf({ iat: Math.floor(Date.now() / 1_000) - HOUR, exp: undefined }))],
    ["a time that is over", () => provider.sign(claimsOf({ exp: Math.floor(Date.now() / 1_000) - HOUR }))],
    ["nobody", () => provider.sign(claimsOf({ sub: undefined, sid: undefined }))],
    ["a name that is none", () => provider.sign(claimsOf({ sub: { $ne: "" } }))],
    ["no number of its own", () => provider.sign(claimsOf({ jti: undefined }))],
    ...["at+jwt", "logout", "", "xlogout+jwt", "secevent+jwt"].map((typ): [string, () => string] => [
      `the kind "${typ}"`,
      () => provider.sign(claimsOf(), { typ }),
    ]),
    ["no signature", () => provider.sign(claimsOf(), { alg: "none" }).replace(/\.[^.]*$/, ".")],
    ["a signature with the secret", () => provider.sign(claimsOf(), { alg: "HS256" })],
    [
      "a signature of something else",
      () =>
        provider
          .sign(claimsOf())
          .replace(/\.[^.]*\./, `.${Buffer.from(JSON.stringify(claimsOf())).toString("base64url")}.`),
    ],
  ])("%s is refused, and nobody is out", async (_what, token) => {
    const cookie = await logIn();
    const answer = await tell(token());
    expect([answer.statusCode, answer.json().code]).toEqual([400, "bad_request"]);
    expect(await isIn(cookie)).toBe(true);
  });

  test.each([undefined, "JWT", "jwt", "logout+jwt", "application/logout+jwt"])(
    "the kind %s is accepted",
    async (typ) => {
      expect((await tell(provider.sign(claimsOf(), { typ }))).statusCode).toBe(200);
    },
  );

  test("the same token is taken once, by whichever process", async () => {
    const token = provider.sign(claimsOf());
    expect((await tell(token)).statusCode).toBe(200);
    const cookie = await logIn();
    expect((await tell(token, second)).statusCode).toBe(400);
    expect(await isIn(cookie)).toBe(true);
  });
});
