// Login returns to the requested page and to no other site. Logout marks this browser's storage for deletion.
import { afterAll, beforeAll, expect, test } from "vitest";
import { returnPath } from "#server/auth/login/returnPath.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

test.each([
  ["/relaties/relatie_1/aanvraag/p/2?request=3", "/relaties/relatie_1/aanvraag/p/2?request=3"],
  ["/offertes/zoeken/a%20b", "/offertes/zoeken/a%20b"],
  ["/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/a\\..\\b", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["/a\r\nset-cookie: x", "/"],
  ["/api/profile/me", "/"],
  ["/auth/logout", "/"],
  ["/%61uth/logout", "/"],
  ["/./auth/logout", "/"],
  ["/x/../auth/logout", "/"],
  ["/x/%2e%2e/auth/logout", "/"],
  ["/.//auth/logout", "/"],
  ["/relaties?from=/auth/logout", "/relaties?from=/auth/logout"],
  ["/%zz", "/"],
  [`/${"a".repeat(1000)}`, "/"],
  [undefined, "/"],
  [["/a", "/b"], "/"],
])("%j leads to %s", (path, expected) => {
  expect(returnPath(path)).toBe(expected);
});

test("the form carries the way back through login", async () => {
  const path = "/offertes/offerte_50010414?a=1&b=2";
  const form = await server.app.inject({ url: `/auth/login?return=${encodeURIComponent(path)}` });
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form.body)?.[1] ?? "";
  expect(field("return")).toBe(path.replace("&", "&amp;"));
  const cookie = form.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const login = (back: string) =>
    server.app.inject({
      method: "POST",
      url: "/auth/login",
      headers: { "content-type": "application/x-www-form-urlencoded", cookie },
      payload: new URLSearchParams({ login: "v.voorbeeld", token: field("token"), return: back }).toString(),
    });
  expect((await login(path)).headers.location).toBe(path);
  expect((await login("//evil.example")).headers.location).toBe("/");
});

test("the page of the login shows what is in its address as text", async () => {
  const path = `/relaties?a="><script>alert('1')</script>`;
  const { body } = await server.app.inject({ url: `/auth/login?return=${encodeURIComponent(path)}` });
  expect(body).not.toMatch(/"><script>|<script>alert/);
  expect(/name="return" value="([^"]*)"/.exec(body)?.[1]).toMatch(
    /^\/relaties\?a=(&quot;&gt;&lt;script&gt;|%22%3E%3Cscript%3E)/,
  );
});

test("a logout by address marks the browser", async () => {
  const client = await loginAs(server, "v.voorbeeld");
  const answer = await server.app.inject({ url: "/auth/logout", headers: { cookie: client.cookie } });
  expect(answer.cookies).toContainEqual(expect.objectContaining({ name: "logged_out", value: "1", path: "/" }));
});
