// The trail: who logged in, changed, sent or received a file, and who was refused. Its entries never change, and a
// program can read it line by line.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findActionName } from "#portal/audit/actions.ts";
import { readAudit } from "#server/db/audit.ts";
import { type PageOptions, readPage } from "#server/portfolio/trail.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, PRODUCT, save, send } from "../support/wizard.ts";

let server: TestServer;
let vera: Client;
beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
});
afterAll(() => server?.stop());

/** Calls by POST that change nothing, and counts without a person. */
const NO_CHANGE = /\/wizard\/steps\/forms$|\/premium$|^\/api\/analytics\/events$|^\/csp-report$|^\/auth\/login$/;

test("every change, and every file that is handed out, is written down", () => {
  const changes = server.routes.filter(({ method, url }) => !/GET|HEAD|OPTIONS/.test(method) && !NO_CHANGE.test(url));
  const files = server.routes.filter(({ method, url }) => method === "GET" && /\/(export|download)$/.test(url));
  expect(changes.length + files.length).toBeGreaterThan(12);
  expect([...changes, ...files].filter(({ audited }) => !audited)).toEqual([]);
});

test("every call that opens what belongs to one customer or person is written down", () => {
  const opened = server.routes.filter(
    ({ method, url }) => method === "GET" && /^\/api\/.*:(id|login|draft|file)\b/.test(url),
  );
  const wizard = server.routes.filter(({ url }) => /prerequisites\/exists\/$|steps\/forms$/.test(url));
  expect(opened.map(({ url }) => url)).toContain("/api/referrals/:id");
  expect([...opened, ...wizard].length).toBeGreaterThan(13);
  expect([...opened, ...wizard].filter(({ audited }) => !audited)).toEqual([]);
});

async function entriesOf(work: () => Promise<unknown>) {
  const last = server.db.selectFrom("audit").select(({ fn }) => fn.max("audit_id").as("id"));
  const { id } = await last.executeTakeFirstOrThrow();
  await work();
  const rows = server.db
    .selectFrom("audit")
    .selectAll()
    .where("audit_id", ">", id ?? 0)
    .orderBy("audit_id");
  return (await rows.execute()).map(({ login_name, action, object, detail }) =>
    [login_name, action.replace(/\/api\/\S*:relation/, "…"), object, detail?.status ?? detail?.accepted].filter(
      (part) => part != null,
    ),
  );
}

test("one line for each, with who, what and how it ended", async () => {
  const opened = await open(vera, 100245, 300101);
  const path = `${PRODUCT}/100245/300101`;
  const foreign = { base: opened.base.replace("300101", "300999") };
  expect(
    await entriesOf(async () => {
      await save(vera, opened, "general-data", ANSWERS["general-data"]);
      await save(vera, opened, "general-data", { revenue: 1e12 });
      await save(vera, foreign, "general-data", ANSWERS["general-data"]);
      await vera.call("GET", "/api/relations/export");
      await vera.call("GET", "/api/documents/1/download");
      await vera.call("POST", "/api/relations/edit/1", { body: {} });
      await vera.call("POST", "/api/prerequisites", { body: {}, headers: { "x-csrf-token": "another" } });
      await vera.call("GET", "/api/relations");
    }),
  ).toEqual([
    ["v.voorbeeld", "POST …/wizard/step/:step/save", `${path}/general-data`, 200],
    ["v.voorbeeld", "POST …/wizard/step/:step/save", `${path}/general-data`, 422],
    ["v.voorbeeld", "POST …/wizard/step/:step/save", `${PRODUCT}/100245/300999/general-data`, 404],
    ["v.voorbeeld", "GET /api/relations/export", "", 200],
    ["v.voorbeeld", "GET /api/documents/:id/download", "1", 404],
    ["v.voorbeeld", "POST /api/relations/edit/:id", "1", 404],
    ["v.voorbeeld", "POST /api/prerequisites", "", 403],
  ]);
  await fill(vera, opened);
  expect(await entriesOf(() => send(vera, opened))).toEqual([
    ["v.voorbeeld", "submit quotation", expect.stringMatching(/^\d{8}$/), "accepted"],
  ]);
});

test("who comes and goes, and who is not let in", async () => {
  const entries = await entriesOf(async () => {
    const { cookie } = await loginAs(server, "p.proef", { consent: false });
    await server.app.inject({ url: "/auth/logout", headers: { cookie } });
    await server.app.inject({ url: "/auth/logout", headers: { cookie } });
    await expect(loginAs(server, "nobody")).rejects.toThrow("403");
    await server.app.inject({ url: "/api/relations" });
  });
  expect(entries).toEqual([
    ["p.proef", "login"],
    ["p.proef", "logout"],
    ["POST /auth/login", "", 403],
  ]);
});

test("nothing of it changes", async () => {
  for (const change of ["update audit set login_name = null", "delete from audit", "truncate audit"])
    await expect(sql.raw(change).execute(server.db), change).rejects.toThrow("the trail is only added to");
});

test("it is read as lines of JSON, from where the reader was", async () => {
  const read = async (after: number) => {
    const entries: { audit_id: number; action: string; at: string }[] = [];
    for await (const line of readAudit(server.db, after)) entries.push(JSON.parse(line));
    return entries.filter(({ action }) => /^(old|young)/.test(action));
  };
  const { rows } = await sql<{ last: number }>`select coalesce(max(audit_id), 0)::int as last from audit`.execute(
    server.db,
  );
  await sql`insert into audit (at, action) select now() - interval '1 hour', 'old ' || n from generate_series(1, 1500) n`.execute(
    server.db,
  );
  // An entry younger than a minute may have uncommitted predecessors. The entries after it wait for it, because
  // otherwise a reader would skip those for ever.
  await sql`insert into audit (at, action) values (now(), 'young')`.execute(server.db);
  await sql`insert into audit (at, action) values (now() - interval '1 hour', 'old, of a call that took long')`.execute(
    server.db,
  );
  const all = await read(rows[0]?.last ?? 0);
  expect(all.map(({ action }) => action)).toEqual(Array.from({ length: 1500 }, (_, index) => `old ${index + 1}`));
  expect((await read(all[1497]?.audit_id ?? 0)).map(({ action }) => action)).toEqual(["old 1499", "old 1500"]);
});

test("every action that a line may hold has a name", () => {
  const calls = server.routes.filter(({ method, url }) => /^\/(api|auth)\//.test(url) && method !== "HEAD");
  const stored = calls.map(({ method, url }) => `${method} ${url}`);
  expect(stored.length).toBeGreaterThan(30);
  expect(
    stored.filter((action) => findActionName(action) === undefined),
    "add a row to src/portal/audit/actions.ts and its words to src/app/messages",
  ).toEqual([]);
});

test("an auditor reads it page by page and by what is asked, and takes it along as JSON lines", async () => {
  const controle = await loginAs(server, "c.controle");
  const day = sql<Date>`timestamptz '2026-03-01 23:30+00'`;
  await sql`insert into audit (at, login_name, intermediary_number, action, object, detail)
    select ${day} + n * interval '1 second', case when n % 2 = 0 then 'x_lezer' else 'xylezer' end, 100871,
      case when n % 10 = 0 then 'GET /api/x/export' else 'change x' end, 'n/' || n, jsonb_build_object('status', 200 + n, 'call', 'c')
    from generate_series(1, 120) n`.execute(server.db);
  type Answer = { data: { object: string; status: number; detail: object }[]; meta: { next: number | null } };
  const read = (query: Record<string, string | number>) => controle.ok<Answer>("GET", "/api/audit", { query });
  const first = await read({ person: "X_LE", limit: 40 });
  expectShape("audit-list", first);
  expect(first.data.map(({ object }) => object)).toEqual(
    Array.from({ length: 40 }, (_, index) => `n/${120 - 2 * index}`),
  );
  await sql`insert into audit (login_name, action, detail)
    values ('y.lezer', 'referral asked', '{"status": "V"}')`.execute(server.db);
  expectShape("audit-list", await read({ person: "y.lezer" }));
  expect(first.data[0]).toMatchObject({ status: 320, login_name: "x_lezer", detail: { call: "c" } });
  const ofNumber = async (query: Record<string, string>) => (await read({ ...query, subject: "n/120" })).data.length;
  for (const [name, whole] of Object.entries({ person: "x_lezer", action: "GET /api/x/export", subject: "n/120" }))
    for (let start = 0; start < whole.length; start += 1)
      for (const part of [whole.slice(start), whole.slice(start).toUpperCase(), ` ${whole.slice(start, start + 3)} `])
        if (part.trim() !== "" && !part.startsWith("GET /"))
          expect(await ofNumber({ [name]: part }), `${name}: "${part}"`).toBe(1);
  const { full_name } = await server.db
    .selectFrom("users")
    .select("full_name")
    .where("login_name", "=", "v.voorbeeld")
    .executeTakeFirstOrThrow();
  const byName = await read({ person: full_name.slice(2, -2), limit: 3 });
  expect(byName.data).toMatchObject(Array(3).fill({ login_name: "v.voorbeeld" }));
  const second = await read({ person: "X_LE", limit: 40, before: first.meta.next ?? 0 });
  expect([second.data.length, second.data.at(-1)?.object, second.meta.next]).toEqual([20, "n/2", null]);
  expect((await read({ action: "export", subject: "n/1" })).data.map(({ object }) => object)).toEqual([
    "n/120",
    "n/110",
    "n/100",
    "n/10",
  ]);
  // A choice of the filter finds what has its name on the screen, and nothing else.
  const choices = [
    "GET /api/audit",
    "GET /api/audit/export",
    "login",
    "GET /auth/login",
    "POST /api/quotations/:id/referral",
  ];
  for (const action of [...choices, "POST /api/quotations/:id/referral/files"])
    await sql`insert into audit (login_name, action) values ('z.zoeker', ${action})`.execute(server.db);
  for (const action of choices)
    expect((await read({ person: "z.zoeker", action })).data, action).toMatchObject([{ action }]);
  expect((await read({ person: "z.zoeker", action: "referral" })).data).toHaveLength(2);
  // Half past eleven in the evening, in Greenwich: the next day in the Netherlands.
  expect((await read({ person: "x", from: "2026-03-02", until: "2026-03-02" })).data).toHaveLength(50);
  expect((await read({ person: "x", until: "2026-03-01" })).data).toEqual([]);
  expect((await controle.call("GET", "/api/audit", { query: { from: "yesterday" } })).statusCode).toBe(400);
  const file = await controle.call("GET", "/api/audit/export", { query: { person: "xy" } });
  expect(file.headers["content-disposition"]).toMatch(/attachment.*\.jsonl/);
  const lines = file.body.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).object)).toEqual(
    Array.from({ length: 60 }, (_, index) => `n/${2 * index + 1}`),
  );
  const { data } = await read({ person: "c.controle", action: "/api/audit/export" });
  expect(data, "who took it along").toHaveLength(1);
});

test("a page ends where the time does, and the next ones have the rest: each line once", async () => {
  const query = { person: "x_lezer", from: "2026-03-01", until: "2026-03-03", limit: 7 };
  const walk = async (looking: Partial<PageOptions>) => {
    const seen: (string | null)[] = [];
    let pages = 0;
    for (let before: number | undefined; ; pages += 1) {
      const { lines, next } = await readPage(
        server.db,
        { ...query, ...(before && { before }) },
        { limit: 7, ...looking },
      );
      seen.push(...lines.map(({ object }) => object));
      if (next === null) return { seen, pages };
      before = next;
    }
  };
  const whole = await walk({});
  expect(whole.seen).toEqual(Array.from({ length: 60 }, (_, index) => `n/${120 - 2 * index}`));
  const sliced = await walk({ slice: 20, lookMs: 0 });
  expect(sliced.seen).toEqual(whole.seen);
  expect(sliced.pages).toBeGreaterThan(whole.pages);
});
