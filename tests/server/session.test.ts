// Sessions: a new one at every login, ended by inactivity, age, logout and a disabled account; and the prerequisites.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expectShape } from "../support/apiShapes.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let now = new Date("2026-11-20T09:00:00Z");
beforeAll(async () => {
  const page = async () => '<html lang="nl"><meta name="csrf-token" content=""><meta name="consent" content="">';
  const development = { page, attach: async () => undefined };
  server = await startServer({ development, clock: { now: () => now, today: () => "2026-11-20" } });
});
afterAll(() => server?.stop());
beforeEach(() => {
  now = new Date("2026-11-20T09:00:00Z");
});
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const me = async (cookie: string) => (await server.app.inject({ url: "/api/profile/me", headers: { cookie } })).json();

const buildPage = async (cookie: string) => (await server.app.inject({ url: "/", headers: { cookie } })).body;

test("nobody is logged in without a cookie, and that is an answer", async () => {
  const profile = await me("");
  expect(profile).toEqual({ loggedIn: false, acceptedCookieStatement: false, language: null });
  expectShape("profile-me", profile);
  expectShape("profile-me", await me("session=guessed"));
});

test("a session is only stored as a hash, and new at every login", async () => {
  const [first, second] = [await loginAs(server, "v.voorbeeld"), await loginAs(server, "v.voorbeeld")];
  expect(first.cookie).not.toBe(second.cookie);
  const rows = await server.db.selectFrom("sessions").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(first.cookie.split("=")[1]);
  expectShape("profile-me", await me(first.cookie));
  expectShape("profile-details", await first.ok("GET", "/api/profile/details"));
});

test("thirty silent minutes end it, use keeps it alive up to eight hours", async () => {
  const client = await loginAs(server, "d.demo");
  for (let minutes = 0; minutes < 470; minutes += 25) {
    expect((await me(client.cookie)).loggedIn).toBe(true);
    later(25);
  }
  later(10);
  expect((await me(client.cookie)).loggedIn).toBe(false);
  const silent = await loginAs(server, "d.demo");
  later(31);
  expect((await me(silent.cookie)).loggedIn).toBe(false);
});

test("every answer says when the session ends, and when it ends whatever is done", async () => {
  const client = await loginAs(server, "d.demo");
  const told = async (path = "/api/relations") => {
    const { headers } = await client.call("GET", path);
    return [Number(headers["x-session-ends-in"]), Number(headers["x-session-final-in"])];
  };
  expect(await told()).toEqual([1800, 28_800]);
  later(20);
  expect(await told("/api/relations/1")).toEqual([1800, 27_600]);
  for (let minutes = 20; minutes < 460; minutes += 20) {
    await me(client.cookie);
    later(20);
  }
  expect(await told()).toEqual([1200, 1200]);
  const nobody = await server.app.inject({ url: "/api/profile/me" });
  expect(nobody.headers["x-session-ends-in"]).toBeUndefined();
});

test("logging out ends it for good; another site cannot log anybody out", async () => {
  const client = await loginAs(server, "v.voorbeeld");
  const logout = (site: string) =>
    server.app.inject({ url: "/auth/logout", headers: { cookie: client.cookie, "sec-fetch-site": site } });
  await logout("cross-site");
  expect((await me(client.cookie)).loggedIn).toBe(true);
  expect((await logout("same-origin")).headers.location).toBe("/");
  expect((await me(client.cookie)).loggedIn).toBe(false);
});

test("a disabled account is out at its next call", async () => {
  const client = await loginAs(server, "n.niemand");
  await server.db.updateTable("users").set({ active: false }).where("login_name", "=", "n.niemand").execute();
  expect((await client.call("GET", "/api/relations")).statusCode).toBe(401);
  await server.db.updateTable("users").set({ active: true }).where("login_name", "=", "n.niemand").execute();
});

test("the login form needs its own token and a known account", async () => {
  const form = await server.app.inject({ url: "/auth/login" });
  const cookie = `${form.cookies[0]?.name}=${form.cookies[0]?.value}`;
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1] ?? "";
  const post = (payload: string, withCookie = cookie) =>
    server.app.inject({
      method: "POST",
      url: "/auth/login",
      payload,
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: withCookie },
    });
  expect((await post("login=v.voorbeeld")).statusCode).toBe(403);
  expect((await post(`login=v.voorbeeld&token=${token}`, "")).statusCode).toBe(403);
  expect((await post(`login=root&token=${token}`)).statusCode).toBe(403);
  expect((await post(`login=v.voorbeeld&token=${token}`)).statusCode).toBe(303);
});

test("the prerequisites are both needed, stored with the document's hash, and asked again when it changes", async () => {
  const client = await loginAs(server, "f.fictief", { consent: false });
  const refused = await client.call("POST", "/api/prerequisites", { body: { personal_data: true } });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toMatchObject([{ pointer: "/cookies", keyword: "required" }]);
  expectShape("error", refused.json());
  expect(
    (await client.call("POST", "/api/prerequisites", { body: { personal_data: true, cookies: false } })).statusCode,
  ).toBe(422);
  expectShape(
    "prerequisites",
    await client.ok("POST", "/api/prerequisites", { body: { personal_data: true, cookies: true } }),
  );
  expect(await buildPage(client.cookie)).toContain('<meta name="consent" content="given">');
  const rows = await server.db.selectFrom("consents").selectAll().where("login_name", "=", "f.fictief").execute();
  expect(rows.map((row) => row.subject).sort()).toEqual(["cookies", "personal_data"]);
  expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.document_hash))).toBe(true);
  await server.db
    .updateTable("consents")
    .set({ document_hash: "an older document" })
    .where("login_name", "=", "f.fictief")
    .execute();
  expect((await client.call("GET", "/api/relations")).json().code).toBe("consent_required");
  expect(await buildPage(client.cookie)).toContain('<meta name="consent" content="">');
  expect(await buildPage("")).toContain('<meta name="consent" content="">');
});
