// Bytes that no browser sends, over a real socket: paths that leave their folder, unreadable addresses and headers, wrong
// lengths, senders that never finish. No file or internals leak, no call waits for ever, and every answer has the security
// headers.
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendRaw } from "../support/rawSocket.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { open, saveWith } from "../support/wizard.ts";

let server: TestServer;
let vera: Client;
let base: string;
let port: number;
beforeAll(async () => {
  // A body may take 3 s, an answer 6 s: the ordinary calls below need a fortieth of that on a machine that is not busy.
  server = await startServer({ env: { REQUEST_TIMEOUT_MS: "3000" } });
  vera = await loginAs(server, "v.voorbeeld");
  base = (await open(vera, 100245)).base;
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server?.stop());

const INSIDE = /"dependencies"|\btariff|at .+\.ts:\d|\/src\/|node_modules|root:/;
const request = (method: string, path: string, lines: string[] = [], body = "") =>
  [`${method} ${path} HTTP/1.1`, "host: portal", "connection: close", ...lines, "", body].join("\r\n");
const ours = () => [
  `cookie: ${vera.cookie}`,
  `x-csrf-token: ${vera.csrf}`,
  "x-requested-with: XMLHttpRequest",
  "accept: application/json",
];

function expectGuarded(text: string, what: string): void {
  expect(text, what).toMatch(
    /content-security-policy: default-src '(self'; script-src 'self|none'; frame-ancestors 'none)'/i,
  );
  expect(text, what).toMatch(/x-content-type-options: nosniff/i);
  expect(text, what).not.toMatch(/^(server|x-powered-by):/im);
}

test.each(["products", "storage", "images", "images/icons", "assets"])("no path leads out of /%s", async (folder) => {
  const up = [
    "../../../package.json",
    "..%2f..%2f..%2fpackage.json",
    "..%2f..%2fback/",
    "%2e%2e/%2e%2e/%2e%2e/package.json",
  ];
  const odd = [
    "..%5c..%5cpackage.json",
    "....//package.json",
    "/etc/passwd",
    ".%00./package.json",
    "%c0%ae%c0%ae/package.json",
  ];
  for (const path of [...up, ...odd, "", ".", "../index.html%00.js", "a".repeat(5_000)]) {
    const { status, text } = await sendRaw(port, request("GET", `/${folder}/${path}`, ["accept: application/json"]));
    expect([400, 404], `${folder}/${path.slice(0, 50)}`).toContain(status);
    expect(text).not.toMatch(INSIDE);
    expectGuarded(text, path.slice(0, 50));
  }
});

test.each([
  ["an address that cannot be decoded", "/api/relations/%zz", 400],
  ["half a UTF-8 character", "/api/relations/search/%ff", 400],
  ["a lone surrogate", "/api/relations/search/%ED%A0%80", 400],
  ["a zero character", "/api/relations/search/a%00b", 400],
  ["a term too long", `/api/relations/search/${"a".repeat(300)}`, 404],
  ["a number of 20 digits", "/api/relations/99999999999999999999", 404],
  ["a page of 20 digits", "/api/relations?page=99999999999999999999", 400],
  ["a relation of 20 digits", "/api/quotations?relation_id=99999999999999999999", 400],
  ["the same question twice", "/api/relations?page=1&page=2", 400],
])("%s is refused in the shape of errors", async (_what, path, status) => {
  const answer = await sendRaw(port, request("GET", path, ours()));
  expect(answer.status, answer.text).toBe(status);
  expect(answer.text).toMatch(/"success":false,"code":"(bad_request|bad_value|not_found)"/);
  expect(answer.text).not.toMatch(INSIDE);
  expectGuarded(answer.text, path);
});

test.each([
  ["no HTTP", "hello\r\n\r\n", 400],
  ["headers beyond measure", request("GET", "/", [`x-much: ${"a".repeat(20_000)}`]), 431],
  ["two lengths", request("POST", "/csp-report", ["content-length: 2", "content-length: 3"], "{}"), 400],
  [
    "length and chunks at once",
    request("POST", "/csp-report", ["content-length: 2", "transfer-encoding: chunked"], "0\r\n\r\n"),
    400,
  ],
  ["two hosts", "GET / HTTP/1.1\r\nhost: portal\r\nHost: other\r\nconnection: close\r\n\r\n", 400],
  ["the same host twice", "GET / HTTP/1.0\r\nhost: portal\r\nhost: portal\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 400],
  ["no host, of a call without a session", "GET /api/relations HTTP/1.1\r\nconnection: close\r\n\r\n", 401],
  ["a call with an unknown expectation", request("GET", "/api/relations", ["expect: tea"]), 401],
  ["a header with a line break in it", request("GET", "/api/relations", ["cookie: a\n x: b"]), 400],
])("%s is refused", async (_what, bytes, status) => {
  const answer = await sendRaw(port, bytes);
  expect(answer.status, answer.text).toBe(status);
  expectGuarded(answer.text, bytes.slice(0, 40));
});

test("a length that promises more than comes is hung up on, and stores nothing", async () => {
  const lines = [...ours(), "content-type: application/json", "content-length: 500"];
  const answer = await sendRaw(
    port,
    request("POST", `${base}/wizard/step/general-data/save?action=save`, lines, '{"revenue":5}'),
  );
  expect(answer.status).toBe(408);
  const forms = await vera.ok<{ data: Record<string, { data: object }> }>("POST", `${base}/wizard/steps/forms`, {
    body: {},
  });
  expect(forms.data["general-data"]?.data).toEqual({});
});

test("a file that is longer than its declared length is not stored", async () => {
  const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n%%EOF\r\n--x--\r\n`;
  const lines = [...ours(), "content-type: multipart/form-data; boundary=x", "content-length: 60"];
  const { status } = await sendRaw(port, request("POST", `${base}/uploads`, lines, part));
  expect([0, 400]).toContain(status);
  expect((await server.db.selectFrom("uploads").select("upload_id").execute()).length).toBe(0);
});

describe.concurrent("a body that arrives slowly", () => {
  const file = Buffer.concat([
    Buffer.from("%PDF-1.4\n"),
    Buffer.alloc(200_000, "%".repeat(99).concat("\n")),
    Buffer.from("%%EOF\n"),
  ]);
  const before = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(before), file, Buffer.from("\r\n--x--\r\n")]);
  const lines = () => [...ours(), "content-type: multipart/form-data; boundary=x", `content-length: ${body.length}`];
  /** In parts of `size`, with a pause of 300 ms before each. The first part is longer by `atOnce`. */
  const sendIn = (path: string, size: number, atOnce = 0) => {
    const count = Math.ceil((body.length - atOnce) / size);
    const parts = Array.from({ length: count }, (_, index) => {
      const end = atOnce + (index + 1) * size;
      return body.subarray(index === 0 ? 0 : end - size, end);
    });
    return sendRaw(port, request("POST", path, lines()), parts, 300);
  };

  test("is stored where it is a file that comes faster than the least speed", async () => {
    await saveWith(vera, { base }, "general-data", { body: { revenue: 5 }, action: "save" });
    // Longer than a body may take, and three times as fast as the least speed, for a machine that is busy.
    const { status, text } = await sendIn(`${base}/uploads`, 4_000, 150_000);
    expect(status, text).toBe(200);
  });

  test.each([
    ["a file below the least speed", () => `${base}/uploads`, 500, 408],
    ["a call that takes no file", () => `${base}/premium`, 25_000, 415],
    ["an address that does not exist", () => "/api/nothing", 500, 404],
  ])("is cut off where it is %s", async (_what, path, size, status) => {
    const began = performance.now();
    const answer = await sendIn(path(), size);
    expect(answer.status, answer.text).toBe(status);
    expectGuarded(answer.text, path());
    expect(performance.now() - began, "sending all would take two minutes").toBeLessThan(60_000);
  });
});

test("who is slow with headers is hung up on, and others are served meanwhile", async () => {
  const slow = Array.from({ length: 100 }, () => sendRaw(port, "GET / HTTP/1.1\r\nhost: portal\r\nx-slow: "));
  let ended = 0;
  for (const closing of slow) closing.then(() => (ended += 1));
  expect((await sendRaw(port, request("GET", "/healthz"))).status).toBe(200);
  expect(ended, "before all of them were hung up on").toBeLessThan(slow.length);
  for (const { status } of await Promise.all(slow)) expect(status).toBe(408);
});

test("a call that takes too long is asked to retry later", async () => {
  let answered: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (answered = resolve));
  const holding = server.db.transaction().execute(async (all) => {
    await sql`lock table sessions`.execute(all);
    await until;
  });
  const { status, text } = await sendRaw(port, request("GET", "/api/relations", ours()));
  answered();
  await holding;
  expect(status).toBe(503);
  expect(text).toContain("Het duurt te lang");
});

test("every limit of time is set", () => {
  const { server: http } = server.app;
  expect(http.requestTimeout).toBe(605_000);
  expect(http.headersTimeout).toBeLessThanOrEqual(http.requestTimeout);
  expect(http.headersTimeout).toBeGreaterThan(0);
  expect(http.keepAliveTimeout).toBe(65_000);
});

test("methods that are not offered are refused; looking at an address never logs out", async () => {
  for (const method of ["PUT", "PATCH", "TRACE", "PROPFIND", "OPTIONS", "DELETE"])
    for (const path of ["/api/relations", "/products/index.json", "/auth/logout", "/"]) {
      const { status, text } = await sendRaw(port, request(method, path, ours()));
      expect([400, 404], `${method} ${path}`).toContain(status);
      expectGuarded(text, `${method} ${path}`);
    }
  expect((await sendRaw(port, request("HEAD", "/auth/logout", ours()))).status).toBe(404);
  expect((await vera.ok<{ loggedIn: boolean }>("GET", "/api/profile/me")).loggedIn).toBe(true);
});
