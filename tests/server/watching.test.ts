// What operators see of the portal: metrics on an address of their own, a log that follows a call into its jobs and holds nothing
// about a person, readiness, and the delay before the end.
import { Writable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { serveMetrics } from "#server/pages/metricsServer.ts";
import { type MailServer, startMailServer } from "../support/mailServer.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, findFreeRelations, open, send } from "../support/wizard.ts";

const OFFICE = 100245;
const MARK = "Kanarie-31415926";
const lines: string[] = [];
const log = new Writable({
  write(part, _encoding, done) {
    lines.push(...String(part).trim().split("\n"));
    done();
  },
});
const readLog = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
let server: TestServer;
let mails: MailServer;
let vera: Client;
beforeAll(async () => {
  mails = await startMailServer();
  server = await startServer({ log, env: { LOG_LEVEL: "trace", SMTP_URL: mails.url } });
  vera = await loginAs(server, "v.voorbeeld");
});
afterAll(async () => {
  mails?.stop();
  await server?.stop();
});

test("a request that is sent is counted, and its mail is followed by the id of its call", async () => {
  const { email } = await server.db
    .selectFrom("users")
    .select("email")
    .where("login_name", "=", "v.voorbeeld")
    .executeTakeFirstOrThrow();
  mails.manners.set(email, "later");
  const opened = await open(vera, OFFICE, 300101);
  await fill(vera, opened);
  const sent = await send(vera, opened);
  expect(sent.statusCode, sent.body).toBe(200);
  await server.outbox.sendWaiting();
  await sql`update jobs.job set start_after = now() - interval '700 seconds' where state = 'retry'`.execute(server.db);
  const text = await server.metrics.read();
  const route = "/api/aanvraag/:product/:intermediary/:relation/wizard/submit/:action";
  for (const line of [
    `http_requests_total{method="POST",route="${route}",status="200"} 1`,
    `http_request_seconds_count{method="POST",route="${route}"} 1`,
    'portal_outcomes_total{action="quotation",accepted="accepted"} 1',
    'portal_mail_total{result="later"} 1',
    'portal_mail_backlog{state="waiting"} 1',
    'portal_mail_backlog{state="given_up"} 0',
    "portal_database_up 1",
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^portal_mail_oldest_seconds \d/m);
  expect(text).toMatch(/^portal_jobs_late_seconds\{job="mail"\} 70\d/m);
  await sql`update jobs.job set state = 'failed', retry_count = retry_limit where state = 'retry'`.execute(server.db);
  expect(await server.metrics.read()).toMatch(/^portal_jobs_given_up\{job="mail"\} 1$/m);
  const left = text.split("\n").find((line) => line.startsWith('portal_numbers_left{kind="quotation"}'));
  expect(Number(left?.split(" ")[1]), "one was given").toBe(50_099_999 - Number(sent.json().number));
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  const id = sent.headers["x-request-id"];
  expect(
    readLog()
      .filter(({ reqId }) => reqId === id)
      .map(({ msg }) => msg),
  ).toEqual(["incoming request", "request completed", "job failed, tried again later"]);
});

test("what knows no call writes the id of the call that it serves: the register, and the hand-over of each event", async () => {
  lines.length = 0;
  const nobody = "http://127.0.0.1:9";
  const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
  const env = { LOG_LEVEL: "info", REGISTER_URL: nobody, HANDOVER_URL: nobody, HANDOVER_SECRET: secret };
  const other = await startServer({ log, env });
  onTestFinished(() => other.stop());
  const broker = await loginAs(other, "v.voorbeeld");
  const idsOf = (start: string) =>
    readLog().flatMap(({ msg, reqId }) => (String(msg).startsWith(start) ? [reqId] : []));

  const relations = await findFreeRelations(other, OFFICE);
  const ids: unknown[] = [];
  for (const relation of relations.slice(0, 2)) {
    const opened = await open(broker, OFFICE, relation);
    await fill(broker, opened);
    ids.push((await send(broker, opened)).headers["x-request-id"]);
  }
  await other.jobs.runDue("handover");
  expect(idsOf("event not delivered").toSorted(), "by one job").toEqual(ids.toSorted());
  const calls = new Set(readLog().flatMap(({ msg, reqId }) => (msg === "incoming request" ? [reqId] : [])));
  expect(idsOf("register failed 5 times").filter((id) => calls.has(id)).length).toBe(1);
});

/** Every text in a value that could identify a person or reveal an answer. */
const findTexts = (value: unknown): string[] => {
  if (typeof value === "string") return value.length > 5 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findTexts) : [];
};

/** Sends the mark in every part of a request that a caller can set. */
async function sayMark({ method, url }: TestServer["routes"][number], mark: string): Promise<void> {
  const address = `${url.replace(/:\w+|\*/g, encodeURIComponent(mark))}?q=${mark}&search=${mark}&return=/${mark}&code=${mark}`;
  const headers = { cookie: vera.cookie, "x-requested-with": "XMLHttpRequest", "x-csrf-token": vera.csrf };
  const marked = {
    "x-draft": mark,
    "x-flow": mark,
    "idempotency-key": mark,
    referer: `http://${mark}/`,
    "user-agent": mark,
  };
  const bodies = [JSON.stringify({ name: mark, kvk: mark, email: mark }), `{"name": "${mark}`];
  for (const payload of method === "GET" || method === "HEAD" ? [undefined] : bodies)
    await server.app.inject({
      method: method as "GET",
      url: address,
      headers: { ...headers, ...marked, ...(payload ? { "content-type": "application/json" } : {}) },
      ...(payload ? { payload } : {}),
    });
}

test("the log of every call, also of those that fail, holds nothing about a person", async () => {
  const opened = await open(vera, OFFICE, 300101);
  await vera.call("GET", `/api/relations/search/${MARK}`);
  await vera.call("GET", `/api/quotations/?search=${MARK}&page=1&limit=8`);
  await vera.upload(`${opened.base}/uploads`, `${MARK}.pdf`, `%PDF-1.4 ${MARK}`);
  await vera.call("POST", "/api/relations/edit/300101", { body: { company: MARK, email: `${MARK}@example.org` } });
  // Logout ends the session: last.
  const routes = server.routes.toSorted(
    (route, other) => Number(route.url === "/auth/logout") - Number(other.url === "/auth/logout"),
  );
  for (const route of routes) await sayMark(route, MARK);
  const again = await loginAs(server, "v.voorbeeld");
  await sql`alter table relations rename to relations_before`.execute(server.db);
  expect((await again.call("GET", `/api/relations/search/${MARK}`)).statusCode).toBe(500);
  await sql`alter table relations_before rename to relations`.execute(server.db);

  const users = await server.db.selectFrom("users").select(["login_name", "full_name", "email"]).execute();
  const relations = await server.db
    .selectFrom("relations")
    .select(["company", "kvk_number", "email", "email_financial", "address", "zipcode", "city"])
    .where("intermediary_number", "=", OFFICE)
    .execute();
  const words = new Set([MARK, ...findTexts([users, relations, ANSWERS, BLOCK])]);
  const entries = readLog();
  expect(words.size).toBeGreaterThan(50);
  expect(entries.length).toBeGreaterThan(2 * server.routes.length);
  expect(entries.filter(({ level }) => level === 50).length, "the failure was logged").toBeGreaterThan(0);
  expect(entries.filter(({ reqId }) => !reqId)).toEqual([]);
  const telling = lines.flatMap((line) =>
    [...words].filter((word) => line.includes(word)).map((word) => `${word}: ${line}`),
  );
  expect(telling).toEqual([]);
});

test("metrics are answered at their own address and nowhere else", async () => {
  const served = await serveMetrics("127.0.0.1:0", server.metrics);
  onTestFinished(() => served.close());
  const answer = await fetch(served.address);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("version=0.0.4")]);
  expect(await answer.text()).toContain("# TYPE http_requests_total counter");
  expect((await fetch(served.address.replace("/metrics", "/"))).status).toBe(404);
  expect((await server.app.inject({ url: "/metrics" })).body).not.toContain("http_requests_total");
});

test("not ready: a login environment that is away, a migration that is missing, a database that does not answer", async () => {
  const away = { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "portal" };
  const other = await startServer({ env: away });
  onTestFinished(() => other.stop());
  const ask = async () => {
    const answer = await other.app.inject({ url: "/readyz" });
    return { code: answer.statusCode, ...answer.json() };
  };
  await sql`update kysely_migration set name = 'x' || name where name like '0001%'`
    .execute(other.db)
    .catch(() => undefined);
  expect(await ask()).toMatchObject({ code: 503, database: true, products: true, login: false, migrations: false });
  await sql`update kysely_migration set name = substr(name, 2) where name like 'x%'`.execute(other.db);
  expect(await ask()).toMatchObject({ code: 503, login: false, migrations: true });
  await other.db.transaction().execute(async () => {
    expect(await ask(), "while another holds the only connection").toMatchObject({ code: 503, database: false });
  });
  expect(await ask()).toMatchObject({ database: true });
});

test("before it ends it reports that it is not ready, and still takes calls for a while", async () => {
  const leaving = await startServer({ env: { SHUTDOWN_DRAIN_MS: "60000" } });
  onTestFinished(() => leaving.stop());
  const daan = await loginAs(leaving, "d.demo");
  expect((await leaving.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  void leaving.close();
  expect((await leaving.app.inject({ url: "/readyz" })).statusCode).toBe(503);
  const answer = await daan.call("GET", "/api/profile/me");
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
});
