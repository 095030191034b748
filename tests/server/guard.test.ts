// Every route of the server without a session, without consent and without proof that the change comes from our own
// page. Also bodies that are refused before a handler reads them.
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { securityHeaders } from "#server/http/securityHeaders.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let vera: Client;
let newcomer: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  newcomer = await loginAs(server, "f.fictief", { consent: false });
});
afterAll(() => server?.stop());

const filled = (url: string) =>
  url
    .replace(":product", "cyber")
    .replace(":intermediary", "100245")
    .replace(":relation", "300101")
    .replace(/:\w+/g, "1");
const apiRoutes = () =>
  server.routes.filter(({ url, method }) => url.startsWith("/api/") && method !== "HEAD" && method !== "OPTIONS");
type Method = "GET" | "POST" | "DELETE";

describe("every route", () => {
  test("answers 401 without a session", async () => {
    for (const { method, url, open } of apiRoutes()) {
      if (open) continue;
      const response = await server.app.inject({ method: method as Method, url: filled(url) });
      expect([response.statusCode, response.json().code], `${method} ${url}`).toEqual([401, "not_logged_in"]);
      expectShape("error", response.json());
    }
  });

  test("answers 403 before the prerequisites", async () => {
    for (const { method, url, open, beforeConsent } of apiRoutes()) {
      if (open || beforeConsent) continue;
      const response = await newcomer.call(method as Method, filled(url));
      expect([response.statusCode, response.json().code], `${method} ${url}`).toEqual([403, "consent_required"]);
    }
  });

  test.each([
    ["no token", { "x-csrf-token": undefined }],
    ["another token", { "x-csrf-token": "x".repeat(43) }],
    ["no marker", { "x-requested-with": undefined }],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["another origin", { origin: "https://evil.example" }],
    ["no origin at all", { origin: "null" }],
  ])("refuses a change with %s", async (_name, headers) => {
    const changes = apiRoutes().filter(({ method }) => method !== "GET");
    expect(changes.length).toBeGreaterThan(8);
    for (const { method, url } of changes) {
      const response = await vera.call(method as Method, filled(url), { headers });
      expect([response.statusCode, response.json().code], `${method} ${url}`).toEqual([403, "csrf"]);
    }
  });

  test.each(["\\", "a/../b", "/etc/passwd", "..", "a//b", "%"])(
    "a reload of a search for %j shows the page",
    async (term) => {
      const url = `/relaties/zoeken/${encodeURIComponent(term).replaceAll(".", "%2E")}`;
      const answer = await server.app.inject({ url, headers: { accept: "text/html" } });
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('name="csrf-token"')]);
      expect((await server.app.inject({ url: url.replace("/relaties", "/assets"), headers: {} })).statusCode).not.toBe(
        200,
      );
    },
  );

  test("carries the security headers, whatever the answer", async () => {
    for (const url of [
      "/",
      "/healthz",
      "/readyz",
      "/api/profile/me",
      "/api/unknown",
      "/auth/login",
      "/auth/logout",
      "/products/index.json",
      "/products/none.js",
    ]) {
      const { headers, body } = await server.app.inject({ url, headers: { accept: "text/html" } });
      const data = /json/.test(String(headers["content-type"]));
      const policy = data ? "default-src 'none'; frame-ancestors 'none'" : "script-src 'self'; style-src 'self'";
      expect(headers["content-security-policy"], url).toContain(policy);
      expect(headers["x-frame-options"] === "DENY", url).toBe(!data);
      expect(headers["x-content-type-options"], url).toBe("nosniff");
      expect(headers["referrer-policy"], url).toBe("same-origin");
      if (body !== "") expect(headers["content-type"], url).toMatch(/; charset=utf-8$/);
      expect(headers["x-powered-by"] ?? headers.server, url).toBeUndefined();
      expect(
        Object.keys(headers).filter((name) => name.startsWith("access-control")),
        url,
      ).toEqual([]);
      if (/^.(api|auth)/.test(url)) expect(headers["cache-control"], url).toBe("no-store");
    }
    const led = await vera.call("GET", "/auth/logout", { headers: { "sec-fetch-site": "cross-site" } });
    expect([led.statusCode, led.headers["cache-control"]], "led elsewhere").toEqual([303, "no-store"]);
    const { headers } = await vera.call("GET", "/api/relations/export");
    expect(headers).toMatchObject({
      "content-security-policy": "sandbox; default-src 'none'",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
    });
  });
});

test("production asks for TLS for a year, with subdomains, and development does not", () => {
  const name = "strict-transport-security";
  expect(securityHeaders({ production: true })[name]).toBe("max-age=31536000; includeSubDomains");
  expect(securityHeaders({ production: false })).not.toHaveProperty(name);
});

test("the description of the calls is not served", () => {
  expect(server.routes.map(({ url }) => url).filter((url) => /openapi|swagger|docs|schema/i.test(url))).toEqual([]);
});

test("an address written with escapes passes the same guard", async () => {
  const response = await server.app.inject({ url: "/%61pi/relations" });
  expect(response.statusCode).toBe(401);
});

test("an own origin is accepted", async () => {
  const response = await vera.call("POST", "/api/prerequisites", {
    body: { personal_data: true, cookies: true },
    headers: { origin: server.config.baseUrl, "sec-fetch-site": "same-origin" },
  });
  expect(response.statusCode).toBe(200);
});

test("unknown calls are 404 in the shape of errors, unknown screens the page", async () => {
  const call = await vera.call("GET", "/api/nothing");
  expect(call.statusCode).toBe(404);
  expectShape("error", call.json());
  expect((await server.app.inject({ url: "/relaties", headers: { accept: "application/json" } })).statusCode).toBe(404);
  expect(
    (await server.app.inject({ method: "POST", url: "/relaties", headers: { accept: "text/html" } })).statusCode,
  ).toBe(404);
});

describe("bodies", () => {
  const path = "/api/aanvraag/cyber/100245/300101/wizard/steps/forms";
  const post = (body: string, headers: Record<string, string> = {}) => vera.call("POST", path, { body, headers });

  test.each([
    ["no JSON", "{", 400],
    ["a zero character in a name", JSON.stringify({ "a\u0000b": 1 }), 400],
    ["half a character in a name", '{"\\ud800":1}', 400],
    ["a number beyond numbers", '{"kvk":1e400}', 400],
    ["__proto__", '{"__proto__":{"polluted":true}}', 400],
    ["constructor.prototype", '{"constructor":{"prototype":{"polluted":true}}}', 400],
    ["escaped __proto__", '{"\\u005f_proto__":{"polluted":true}}', 400],
    ["nesting that eats the stack", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, 400],
    ["more than 256 kB", JSON.stringify({ kvk: "1".repeat(262_144) }), 413],
  ])("with %s are refused", async (_name, body, status) => {
    const response = await post(body);
    expect(response.statusCode, response.body).toBe(status);
    expectShape("error", response.json());
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "of %s are refused",
    async (type) => {
      const response = await post("{}", { "content-type": type });
      expect([400, 415]).toContain(response.statusCode);
    },
  );
});

test("a list of a product comes compressed to who takes it, and as it is to who does not", async () => {
  const url = "/api/aanvraag/cyber/100245/300101/acceptance";
  const plain = await vera.call("GET", url);
  const compressed = await vera.call("GET", url, { headers: { "accept-encoding": "gzip, br" } });
  expect([plain.headers["content-encoding"], compressed.headers["content-encoding"]]).toEqual([undefined, "br"]);
  expect(compressed.headers.vary).toContain("accept-encoding");
  expect(JSON.parse(brotliDecompressSync(compressed.rawPayload).toString())).toEqual(plain.json());
  const index = { url: "/products/index.json", headers: { "accept-encoding": "br" } };
  const answer = await server.app.inject(index);
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).products.length).toBeGreaterThan(3);
  const etag = String(answer.headers.etag);
  const again = await server.app.inject({ ...index, headers: { ...index.headers, "if-none-match": etag } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("an answer about the session is never compressed", async () => {
  const answer = await vera.call("GET", "/api/profile/me", { headers: { "accept-encoding": "br" } });
  expect(answer.headers["content-encoding"]).toBeUndefined();
});

test("reports against the policy are kept and counted", async () => {
  const before = server.cspReports().length;
  const report = { "csp-report": { "violated-directive": "script-src", "blocked-uri": "inline" } };
  const response = await server.app.inject({
    method: "POST",
    url: "/csp-report",
    headers: { "content-type": "application/csp-report" },
    payload: JSON.stringify(report),
  });
  expect(response.statusCode).toBe(204);
  expect(server.cspReports().slice(before)).toEqual([{ rule: "script-src", blocked: "inline" }]);
});
