// A PostgreSQL that became read-only: writes are refused, reading goes on, connections are replaced.
import { Writable } from "node:stream";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, vi } from "vitest";
import { serverTexts } from "#server/texts/serverTexts.ts";
import { loginAs, startServer } from "../../support/server.ts";
import { testWithPostgres } from "../../support/withPostgres.ts";
import { ANSWERS, open, save } from "../../support/wizard.ts";
import { calls } from "../portfolio/calls.ts";

const CANARY = "qxzkanarie";

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
