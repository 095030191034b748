// The log of a failure: kind and place in one short line, without answers of a broker or anything that was sent.
import { Writable } from "node:stream";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeError } from "#server/http/logging.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { open, saveWith } from "../support/wizard.ts";

const CANARY = "Kanarie & Zonen";
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

function formatErrorLine(error: Error): string {
  let line = "";
  const stream = new Writable({
    write(part, _encoding, done) {
      line += part;
      done();
    },
  });
  const { log } = Fastify({ logger: { level: "warn", stream, serializers: { err: describeError } } });
  log.error({ err: error }, "request failed");
  return line;
}

test("a row that the database refuses is logged without its values", async () => {
  const vera = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, 100245, 300101);
  await saveWith(vera, opened, "general-data", { body: { revenue: 1 }, action: "save" });
  const row = {
    request_id: opened.exists.draft_id ?? "",
    data: JSON.stringify({ company: CANARY }),
    finished: true,
    revision: 1,
  };
  const refused = await server.db
    .insertInto("request_steps")
    .values({ ...row, step: "general-data" })
    .execute()
    .catch((error: Error) => error);
  const withDetail = Object.assign(new Error(`Failing row contains (${CANARY})`), {
    code: "23502",
    detail: `Failing row contains (${CANARY})`,
    table: "request_steps",
    column: "step",
  });
  for (const error of [refused as Error, withDetail]) {
    const line = formatErrorLine(error);
    expect(line).not.toContain("Kanarie");
    expect(line).toContain("request_steps");
    expect(line).toMatch(/"code":"23\d{3}"/);
  }
});

test("a failure of ours is one short line with its place, whatever source is around it", () => {
  const broken = new SyntaxError(
    `Unexpected token 'K', "${CANARY}" is not valid JSON\n${"export const x = 1;".repeat(1_000)}`,
  );
  const line = formatErrorLine(broken);
  expect(line).toContain("SyntaxError");
  expect(line).toContain("logs.test.ts:");
  expect(line).not.toContain("Kanarie");
  expect(line.length).toBeLessThan(700);
});

test("a call to another system that fails is logged with a code or a status as its cause, and no more of it", () => {
  const below = Object.assign(new Error(`connect to ${CANARY}`), { code: "ECONNREFUSED" });
  const failed = new TypeError("fetch failed", { cause: new Error(CANARY, { cause: below }) });
  const answered = new Error("unexpected answer", { cause: new Response(CANARY, { status: 404 }) });
  const refused = new Error("refused", { cause: { code: CANARY, name: CANARY } });
  const lines = [failed, answered, refused].map(formatErrorLine);
  expect(lines.map((line) => JSON.parse(line).err.cause)).toEqual(["ECONNREFUSED", "status 404", undefined]);
  expect(lines.join()).not.toContain("Kanarie");
});

test.each([
  ["nothing of it", "secret words of anybody"],
  ["a rule that is none", { "csp-report": { "violated-directive": `<b>${CANARY}</b>`, "blocked-uri": CANARY } }],
  [
    "a list",
    [{ type: "csp-violation", body: { effectiveDirective: CANARY, blockedURL: `https://x.example/${CANARY}` } }],
  ],
])("of a report against the policy is kept what an operator needs: %s", async (_what, body) => {
  const headers = { "content-type": "application/reports+json" };
  const answer = await server.app.inject({
    method: "POST",
    url: "/csp-report",
    headers,
    payload: JSON.stringify(body),
  });
  expect(answer.statusCode).toBe(204);
  expect(JSON.stringify(server.cspReports())).not.toMatch(/Kanarie|secret/);
});
