// Every SQLSTATE class has one row in the table of failures: a real database raises each code during a call, and the broker reads
// what the row promises. On PostgreSQL a read-only database: writes are refused, reading goes on, connections are replaced.
import { Writable } from "node:stream";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { FAILURES, findKind, isAway, KINDS } from "#server/db/failures/failures.ts";
import refusals from "#server/http/errors/refusals.json" with { type: "json" };
import { serverTexts } from "#server/texts/serverTexts.ts";
import { loginAs, startServer } from "../../support/server.ts";
import { testWithPostgres } from "../../support/withPostgres.ts";
import { ANSWERS, open, save } from "../../support/wizard.ts";
import { calls } from "../portfolio/calls.ts";

const CANARY = "qxzkanarie";

/** Appendix A of PostgreSQL's manual. 00 is success. */
const CLASSES =
  "01 02 03 08 09 0A 0B 0F 0L 0P 0Z 10 20 21 22 23 24 25 26 27 28 2B 2D 2F 34 38 39 3B 3D 3F 40 42 44 53 54 55 57 58 72 F0 HV P0 XX".split(
    " ",
  );
const listed = FAILURES.flatMap(({ codes }) => codes);
const sqlStates = listed.filter((code) => /^[0-9A-Z]{2}([0-9A-Z]{3})?$/.test(code) && !code.startsWith("E"));

test("each class of the manual is listed once", () => {
  expect(new Set(listed).size).toBe(listed.length);
  expect(sqlStates.filter((code) => code.length === 2).sort()).toEqual(
    expect.arrayContaining(CLASSES.filter((prefix) => !["08", "53", "57", "58"].includes(prefix)).sort()),
  );
  for (const prefix of CLASSES) expect(findKind({ code: `${prefix}ZZZ`, message: "" }), prefix).toBeDefined();
});

test("the broker reads the row of each code, in both languages, with the time of a retry", async () => {
  const server = await startServer();
  onTestFinished(server.stop);
  const vera = await loginAs(server, "v.voorbeeld");
  const opened = await open(vera, 100245, 300290);
  await sql`create table raised (code text)`.execute(server.db);
  await sql`create function raise_code() returns trigger language plpgsql as
    $$ begin raise exception 'raised by the test' using errcode = (select code from raised); end $$`.execute(server.db);
  await sql`create trigger raises before insert on uploads execute function raise_code()`.execute(server.db);
  await sql`grant select on raised to public`.execute(server.db);
  const upload = () =>
    vera.upload(`${opened.base}/uploads`, "a.pdf", "%PDF-1.4\n%%EOF\n", { "x-draft": opened.exists.draft_id ?? "" });
  for (const [index, listedCode] of sqlStates.entries()) {
    const code =
      listedCode.length === 5
        ? listedCode
        : `${listedCode}${listedCode === "25" || listedCode === "22" ? "ZZZ" : "0ZZ"}`;
    await sql`truncate raised`.execute(server.db);
    await sql`insert into raised values (${code})`.execute(server.db);
    const language = index % 2 === 0 ? "nl" : "fr";
    vera.language(language);
    const kind: (typeof KINDS)[keyof typeof KINDS] = KINDS[findKind({ code, message: "" }) ?? "bug"];
    const answer = await upload();
    expect([code, answer.statusCode, answer.json().message]).toEqual([
      code,
      refusals[kind.refusal],
      serverTexts[language].refusals[kind.refusal],
    ]);
    expect(answer.headers["retry-after"], code).toBe("retryAfter" in kind ? String(kind.retryAfter) : undefined);
  }
});

test.each(["Connection terminated unexpectedly", "timeout exceeded when trying to connect", "Query read timeout"])(
  "a failure without a code is recognised by its message: %s",
  (message) => {
    expect(isAway({ message })).toBe(true);
    expect(isAway({ message: `Not ${message}` })).toBe(false);
  },
);

testWithPostgres(
  "a read-only database refuses writes only, is reported, and its connections are replaced",
  async ({ url }) => {
    vi.stubEnv("TEST_DATABASE_URL", url);
    onTestFinished(() => void vi.unstubAllEnvs());
    let log = "";
    const server = await startServer({
      env: { LOG_LEVEL: "info" },
      log: new Writable({
        write(part, _encoding, done) {
          log += part;
          done();
        },
      }),
    });
    onTestFinished(server.stop);
    const admin = new pg.Client(url);
    await admin.connect();
    onTestFinished(() => admin.end());
    const vera = await loginAs(server, "v.voorbeeld");
    const opened = await open(vera, 100245, 300290);
    await vera.ok("POST", `${opened.base}/wizard/restart`);
    const [step = "", answers] = Object.entries(ANSWERS)[0] ?? [];
    const first = await save(vera, opened, step, answers);
    await sql`update sessions set seen_at = now() - interval '2 minutes'`.execute(server.db);
    const setReadOnly = async (value: "on" | "off") => {
      await admin.query(`alter system set default_transaction_read_only = ${value}`);
      await admin.query("select pg_reload_conf()");
      // A backend reads its configuration between two statements, so each connection is asked until it has.
      await expect.poll(async () => (await ready()).json().readOnly).toBe(value === "on");
    };
    const ready = () => server.app.inject({ url: "/readyz" });
    const pids = async () =>
      (await admin.query("select array_agg(pid) as pids from pg_stat_activity where datname like 'test_%'")).rows[0]
        .pids;
    expect(first.statusCode).toBe(200);
    const before: number[] = await pids();
    await setReadOnly("on");
    expect((await ready()).json()).toMatchObject({ status: "ready", database: true });
    for (const [, path] of [...calls, ["", "/api/profile/me"]] as const) {
      const marked = `${path}${path.includes("?") ? "&" : "?"}search=${CANARY}`;
      for (const asked of [path, marked])
        expect([asked, (await vera.call("GET", asked)).statusCode]).toEqual([asked, 200]);
    }
    expect(log, "routes, never addresses").toContain("missing in the audit trail");
    for (const secret of [CANARY, "v.voorbeeld", "50010480"]) expect(log).not.toContain(secret);
    expect((await open(vera, 100245, 300290)).number).toBe(300290);
    expect((await vera.call("POST", `${opened.base}/wizard/steps/forms`, { body: {} })).statusCode).toBe(200);
    const refused = await save(vera, opened, step, answers);
    expect([refused.statusCode, refused.json().message, refused.headers["retry-after"]]).toEqual([
      503,
      serverTexts.nl.refusals["unavailable.read_only"],
      "30",
    ]);
    await expect(loginAs(server, "p.proef")).rejects.toThrow("503");
    await vera.ok("GET", "/api/relations/");
    const after: number[] = await pids();
    expect(after.filter((pid) => before.includes(pid)).length, "at most the one that asks stays").toBeLessThan(2);
    await setReadOnly("off");
    expect((await save(vera, opened, step, answers)).statusCode).toBe(200);
  },
);
