// The login environment of development, over the whole way of a login: chosen at its page, known by its tokens, asked again, left.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildApp, type Portal } from "#server/app.ts";
import { createSampleProvider } from "#server/samples/sampleProvider.ts";
import { dataDirectory } from "../support/model.ts";
import { startServer, type TestServer } from "../support/server.ts";

const baseUrl = "http://127.0.0.1:3000";
const dataDir = dataDirectory();
const create = () => createSampleProvider({ env: "test", baseUrl, dataDir });
let server: TestServer;
let now = new Date();
const clock = { now: () => now, today: () => "2026-11-20" };
beforeAll(async () => {
  server = await startServer({ sampleProvider: create(), dataDir, clock, env: { REQUEST_TIMEOUT_MS: "120000" } });
});
afterAll(() => server?.stop());
beforeEach(() => server.db.deleteFrom("sessions").execute());

/** A browser: keeps cookies, and goes where it is sent to until it is shown something. */
class Browser {
  readonly #cookies = new Map<string, string>();
  /** The addresses visited since the last `go`, without generated names. */
  been: string[] = [];
  #app: Portal["app"];

  constructor({ app }: Portal = server) {
    this.#app = app;
  }

  moveTo({ app }: Portal): void {
    this.#app = app;
  }

  get #headers() {
    return { accept: "text/html", cookie: [...this.#cookies].map((pair) => pair.join("=")).join("; ") };
  }

  async go(address: string, form?: Record<string, string>): Promise<{ body: string; url: string }> {
    this.been = [];
    let [next, sent] = [new URL(address, baseUrl), form];
    for (;;) {
      const answer = await this.#app.inject({
        method: sent ? "POST" : "GET",
        url: next.pathname + next.search,
        headers: {
          ...this.#headers,
          host: next.host,
          ...(sent ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        },
        ...(sent ? { payload: new URLSearchParams(sent).toString() } : {}),
      });
      this.been.push(next.pathname.replace(/\/[\w-]{43}$/, "/…"));
      for (const { name, value } of answer.cookies) {
        if (value) this.#cookies.set(name, value);
        else this.#cookies.delete(name);
      }
      const { location } = answer.headers;
      if (!location) return { body: answer.body, url: next.pathname };
      [next, sent] = [new URL(String(location), next), undefined];
      if (!next.pathname.startsWith("/auth/")) return { body: "", url: next.href };
    }
  }

  async readMe(): Promise<{ loggedIn: boolean; loginName?: string; role?: string }> {
    return (await this.#app.inject({ url: "/api/profile/me", headers: this.#headers })).json();
  }
}

async function logIn(login: string, browser = new Browser()): Promise<Browser> {
  const { url } = await browser.go("/auth/login");
  await browser.go(url, { login });
  return browser;
}

test("one begins at the portal, chooses at the environment's page and comes back to the page that was asked for", async () => {
  const browser = new Browser();
  const page = await browser.go("/auth/login?return=/relaties");
  expect(browser.been).toEqual(["/auth/login", "/auth/sample/auth", "/auth/sample-accounts/…"]);
  expect(page.body).toContain('value="o.oordeel"');
  expect((await browser.go(page.url, { login: "nobody" })).body).toContain('role="alert"');
  expect((await browser.go(page.url, { login: "o.oordeel" })).url).toBe(`${baseUrl}/relaties`);
  expect(browser.been).toEqual(["/auth/sample-accounts/…", "/auth/sample/auth/…", "/auth/callback"]);
  expect(await browser.readMe()).toMatchObject({ loginName: "o.oordeel", role: "underwriter" });
  expect((await browser.go(page.url)).url, "Back leads into the portal").toBe(`${baseUrl}/`);
  expect((await browser.go(page.url, { login: "o.oordeel" })).body, "its form was answered").toContain('role="alert"');
  await browser.go("/auth/login");
  expect(browser.been, "the environment knows him").toEqual(["/auth/login", "/auth/sample/auth", "/auth/callback"]);
});

test("a session is confirmed there, also after a restart of the portal, and a removed user is out", async () => {
  const browser = await logIn("p.proef");
  const again = await buildApp({ config: server.config, database: server.database, clock, sampleProvider: create() });
  onTestFinished(() => again.app.close());
  for (const portal of [server, again]) {
    browser.moveTo(portal);
    now = new Date(now.getTime() + 61_000);
    expect((await browser.readMe()).loggedIn).toBe(true);
    const { confirmed_at } = await server.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
    expect(confirmed_at).toEqual(now);
  }
  const setEmail = (subject: string) =>
    server.db.updateTable("users").set({ subject }).where("login_name", "=", "p.proef").execute();
  await setEmail("somebody else");
  now = new Date(now.getTime() + 61_000);
  expect((await browser.readMe()).loggedIn).toBe(false);
  await setEmail("http://localhost/auth/sample p.proef");
});

test("without refresh tokens its UserInfo is asked, and when the access token has ended the browser, who shows nothing", async () => {
  const portal = await buildApp({
    config: server.config,
    database: server.database,
    clock,
    sampleProvider: createSampleProvider({ env: "test", baseUrl, dataDir }, { refreshTokens: false }),
  });
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(async () => {
    vi.useRealTimers();
    now = new Date();
    await portal.app.close();
  });
  const wait = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
    vi.setSystemTime(now);
  };
  const browser = await logIn("f.fictief", new Browser(portal));
  wait(2);
  expect((await browser.readMe()).loggedIn).toBe(true);
  const { confirmed_at } = await server.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
  expect(confirmed_at).toEqual(now);
  for (const part of [25, 25, 11]) {
    wait(part);
    expect((await browser.readMe()).loggedIn, String(part)).toBe(part > 11);
  }
  expect((await browser.go("/relaties?a=1")).url).toBe(`${baseUrl}/relaties?a=1`);
  expect(browser.been).toEqual(["/relaties", "/auth/login", "/auth/sample/auth", "/auth/callback"]);
  expect(await browser.readMe()).toMatchObject({ loggedIn: true, loginName: "f.fictief" });
  const setSubject = (subject: string) =>
    server.db.updateTable("users").set({ subject }).where("login_name", "=", "f.fictief").execute();
  await setSubject("somebody else");
  wait(2);
  expect((await browser.readMe()).loggedIn).toBe(false);
  await setSubject("http://localhost/auth/sample f.fictief");
});

test("a logout ends both; one at the environment ends the portal's by its back channel", async () => {
  const browser = await logIn("d.demo");
  const confirm = async (address: string) => {
    const { body } = await browser.go(address);
    const [action, xsrf] = [
      /action="([^"]+)"/.exec(body)?.[1] ?? "",
      /name="xsrf" value="(\w+)"/.exec(body)?.[1] ?? "",
    ];
    return browser.go(action, { xsrf, logout: "yes" });
  };
  expect((await confirm("/auth/logout")).url).toBe(`${baseUrl}/`);
  expect((await browser.readMe()).loggedIn).toBe(false);
  await logIn("v.voorbeeld", browser);
  expect((await browser.readMe()).loginName, "he is asked who he is").toBe("v.voorbeeld");
  await confirm("/auth/sample/session/end");
  expect((await browser.readMe()).loggedIn).toBe(false);
  const lines = await server.db.selectFrom("audit").selectAll().where("action", "=", "session ended").execute();
  expect(lines.at(-1)).toMatchObject({ login_name: "v.voorbeeld", detail: { why: "login environment" } });
});

test("a browser that calls this machine by another name begins at the portal's own address", async () => {
  const answer = await server.app.inject({ url: "/auth/login?return=/a", headers: { host: "localhost:3000" } });
  expect(answer.headers.location).toBe(`${baseUrl}/auth/login?return=/a`);
});

test("production has none", () => {
  expect(() => createSampleProvider({ env: "production", baseUrl, dataDir })).toThrow("its own");
});
