// Sessions: a new one at every login, ended by inactivity, age, logout, by hand and with a disabled account. Also the
// prerequisites.
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import profile from "#schemas/api/profile-me.schema.json" with { type: "json" };
import { buildApp } from "#server/app.ts";
import { type EndReason, endSessions } from "#server/auth/sessions/sessionList.ts";
import { nameBrowser } from "#server/auth/sessions/sessions.ts";
import { runInOffice } from "#server/db/office.ts";
import * as commands from "#server/operations/commands/sessions.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

/** From the schema of the answer. */
const REASONS: EndReason[] = profile.properties.ended.enum as EndReason[];
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

test("no user without a cookie, and that is an answer", async () => {
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

test("over https the session cookie is readable by no script and bound to the host", async () => {
  const secure = await startServer({ env: { APP_BASE_URL: "https://portal.example.com" } });
  onTestFinished(secure.stop);
  const form = await secure.app.inject({ url: "/auth/login" });
  const cookie = form.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const token = /name="token" value="([^"]+)"/.exec(form.body)?.[1] ?? "";
  const answer = await secure.app.inject({
    method: "POST",
    url: "/auth/login",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie },
    payload: new URLSearchParams({ login: "v.voorbeeld", token }).toString(),
  });
  const session = answer.cookies.find(({ name }) => name.includes("session"));
  expect(session).toMatchObject({ name: "__Host-session", path: "/", httpOnly: true, secure: true, sameSite: "Lax" });
  expect(session).not.toHaveProperty("domain");
  expect(session?.value).toMatch(/^[\w-]{43}$/);
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

test("every answer contains when the session ends, and when it ends whatever is done", async () => {
  const client = await loginAs(server, "d.demo");
  const readTimes = async (path = "/api/relations") => {
    const { headers } = await client.call("GET", path);
    return [Number(headers["x-session-ends-in"]), Number(headers["x-session-final-in"])];
  };
  expect(await readTimes()).toEqual([1800, 28_800]);
  later(20);
  expect(await readTimes("/api/relations/1")).toEqual([1800, 27_600]);
  for (let minutes = 20; minutes < 460; minutes += 20) {
    await me(client.cookie);
    later(20);
  }
  expect(await readTimes()).toEqual([1200, 1200]);
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

describe("sessions are listed and ended", () => {
  const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  interface Row {
    session_id: string;
    login_name: string;
    browser: string;
    current: boolean;
  }
  const listed = async (client: Client, path = "/api/sessions") => (await client.ok<{ data: Row[] }>("GET", path)).data;
  const end = async (client: Client, session: string, path = "/api/sessions") =>
    (await client.call("DELETE", `${path}/${session}`)).statusCode;
  beforeEach(() => server.db.deleteFrom("sessions").execute());

  test("one's own, on whichever device, the last used first; what has run out is not there", async () => {
    const old = await loginAs(server, "p.proef");
    later(31);
    const [first, second] = [await loginAs(server, "p.proef"), await loginAs(server, "p.proef")];
    later(1);
    await me(second.cookie);
    const answer = await first.ok<{ data: Row[] }>("GET", "/api/sessions");
    expectShape("sessions-list", answer);
    expect(answer.data.map(({ login_name, current }) => [login_name, current])).toHaveLength(2);
    expect(answer.data.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = answer.data.find(({ current }) => !current)?.session_id ?? "";
    expect(await end(first, other)).toBe(204);
    expect([(await me(second.cookie)).loggedIn, (await me(first.cookie)).loggedIn]).toEqual([false, true]);
    expect(await end(first, other), "again").toBe(404);
    expect((await me(old.cookie)).loggedIn).toBe(false);
    const lines = await server.db.selectFrom("audit").selectAll().where("object", "=", other).execute();
    expect(lines.filter(({ action }) => action === "session ended")).toMatchObject([
      { login_name: "p.proef", intermediary_number: 100245, detail: { by: "p.proef", why: "ended by hand" } },
    ]);
  });

  test("an administrator ends those of the office, and no user those of another office or of a colleague", async () => {
    const [vera, petra, daan] = await Promise.all(
      ["v.voorbeeld", "p.proef", "d.demo"].map((login) => loginAs(server, login)),
    );
    const [guest] = [await loginAs(server, "g.gast")];
    if (!vera || !petra || !daan) throw new Error("nobody");
    const office = "/api/office/sessions";
    const names = (await listed(vera, office)).map(({ login_name }) => login_name);
    expect(names, "without one's own").toEqual(["p.proef"]);
    const findOwn = async (client: Client) => (await listed(client)).find(({ current }) => current)?.session_id ?? "";
    const [ofPetra, ofDaan, ofGuest] = [await findOwn(petra), await findOwn(daan), await findOwn(guest)];
    expect(await end(vera, ofPetra), "as one's own").toBe(404);
    expect(await end(vera, ofDaan, office)).toBe(404);
    expect(await end(vera, ofGuest, office)).toBe(404);
    expect(await end(vera, "1", office)).toBe(404);
    expect(await end(petra, ofDaan, office)).toBe(403);
    expect((await guest.call("GET", office)).statusCode).toBe(403);
    expect(await end(vera, ofPetra, office)).toBe(204);
    expect([(await me(petra.cookie)).loggedIn, (await me(daan.cookie)).loggedIn]).toEqual([false, true]);
    const seen = (number: number) =>
      runInOffice(number, () => server.database.officeDb.selectFrom("sessions").select("login_name").execute());
    expect(await seen(100871), "by the database itself").toEqual([{ login_name: "d.demo" }]);
  });

  test("five at once: the oldest ends, and the trail records why", async () => {
    const clients: Client[] = [];
    for (let index = 0; index < 6; index += 1) {
      clients.push(await loginAs(server, "p.proef"));
      later(1);
    }
    const held = await Promise.all(clients.map(async ({ cookie }) => (await me(cookie)).loggedIn));
    expect(held).toEqual([false, true, true, true, true, true]);
    const lines = await server.db.selectFrom("audit").selectAll().where("action", "=", "session ended").execute();
    expect(lines.at(-1)).toMatchObject({ login_name: "p.proef", detail: { why: "one too many" } });
  });

  test.each(REASONS)("who comes back after a session that ended early (%s) reads why", async (why) => {
    const { cookie } = await loginAs(server, "p.proef");
    await endSessions(server.db, { login_name: "p.proef" }, { why });
    const answer = await me(cookie);
    expectShape("profile-me", answer);
    expect(answer).toMatchObject({ loggedIn: false, ended: why });
  });

  test("a session that ran out, was logged out or never existed has no such reason", async () => {
    const client = await loginAs(server, "p.proef");
    later(31);
    expect(await me(client.cookie)).not.toHaveProperty("ended");
    const again = await loginAs(server, "p.proef");
    await server.app.inject({
      url: "/auth/logout",
      headers: { cookie: again.cookie, "sec-fetch-site": "same-origin" },
    });
    expect(await me(again.cookie)).not.toHaveProperty("ended");
    expect(await me(`session=${"a".repeat(43)}`)).not.toHaveProperty("ended");
  });

  test("an administrator without an office ends nothing", async () => {
    const guest = await loginAs(server, "g.gast");
    const setRole = (role: "administrator" | "broker") =>
      server.db.updateTable("users").set({ role }).where("login_name", "=", "g.gast").execute();
    await setRole("administrator");
    expect((await guest.call("GET", "/api/office/sessions")).statusCode).toBe(404);
    await setRole("broker");
  });

  test("an operator lists them and ends those of a user", async () => {
    const [petra, vera] = [await loginAs(server, "p.proef"), await loginAs(server, "v.voorbeeld")];
    expect(await commands.list(server, { user: "p.proef" }, now)).toMatch(
      /^[0-9a-f-]{36} {2}p\.proef {2}began .*\n1 sessions\.$/,
    );
    expect(await commands.list(server, { user: undefined }, now)).toContain("2 sessions.");
    expect(await commands.end(server, { user: "p.proef" })).toBe("1 sessions of p.proef were ended.");
    expect([(await me(petra.cookie)).loggedIn, (await me(vera.cookie)).loggedIn]).toEqual([false, true]);
    await expect(endSessions(server.db, {}, { why: "removed" })).rejects.toThrow("needs a condition");
  });

  test.each([
    [FIREFOX, "Firefox, Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari, iPhone",
    ],
    ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0", "Edge, Android"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0.0.0 Safari/537.36", "Chrome, macOS"],
    ["curl/8.0 <script>", ""],
    [undefined, ""],
  ])("%s is %s", (agent, name) => expect(nameBrowser(agent)).toBe(name));
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

test("a session that one process ended is gone at once in another", async () => {
  const clock = { now: () => now, today: () => "2026-11-20" };
  const other = await buildApp({ config: server.config, database: server.database, clock });
  const { cookie } = await loginAs(server, "v.voorbeeld");
  const ask = async () => (await other.app.inject({ url: "/api/relations", headers: { cookie } })).statusCode;
  expect(await ask()).toBe(200);
  await server.app.inject({ url: "/auth/logout", headers: { cookie } });
  expect(await ask()).toBe(401);
  await other.close();
});
