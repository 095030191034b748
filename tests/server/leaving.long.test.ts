// Graceful shutdown under load: every call is answered, database and outbox are closed, exit code 0. Real processes.
// The test on PostgreSQL is skipped, and reported so, where it is not installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { Connection } from "../bench/portal/connection.ts";
import { type PortalProcess, startPortal } from "../bench/portal/portalProcess.ts";
import { dataDirectory } from "../support/model.ts";
import { ownTime } from "../support/ownTime.ts";
import { compiledSources, SHORT_LIVED } from "../support/portal.ts";
import { testWithPostgres } from "../support/withPostgres.ts";
import { PRODUCT } from "../support/wizard.ts";

const AT_ONCE = 100;
const PLACE = `/api/aanvraag/${PRODUCT}/100245`;

/** A broker with so many connections that stay open, as browsers keep them, and a request to save in. */
async function enter(portal: PortalProcess): Promise<Connection> {
  onTestFinished(() => void portal.end("SIGKILL"));
  const broker = await new Connection(portal.address, AT_ONCE).enter("v.voorbeeld");
  onTestFinished(() => broker.close());
  await broker.ok("GET", `${PLACE}/prerequisites/exists/?relation=300101`);
  return broker;
}

/** Less than an idle connection is kept (60 s), more than an overloaded machine needs for the grace of production (10 s). */
const LONGEST = 3 * readConfig({}).shutdownGraceMs;

function leave(portal: PortalProcess) {
  const code = portal.end("SIGTERM");
  return { code, took: ownTime(portal, code) };
}

/** Under way at the portal: what asks after them on connections of its own is answered after they have arrived. */
async function saveAtOnce(portal: PortalProcess, broker: Connection) {
  const saves = Array.from({ length: AT_ONCE }, (_, revenue) =>
    broker.call("POST", `${PLACE}/300101/wizard/step/general-data/save?action=save`, { body: { revenue } }),
  );
  for (let times = 0; times < 3; times += 1)
    await fetch(`${portal.address}/healthz`, { headers: { connection: "close" } });
  return { saves };
}

test("with the embedded database", async () => {
  const dataDir = dataDirectory();
  const portal = await startPortal(dataDir, { flags: SHORT_LIVED });
  const broker = await enter(portal);
  // A browser opens a connection in advance without a call: it must not delay the shutdown.
  const { hostname, port } = new URL(portal.address);
  const silent = connect(Number(port), hostname);
  await once(silent, "connect");
  const { saves } = await saveAtOnce(portal, broker);
  const { code, took } = leave(portal);
  for (const { status, headers } of await Promise.all(saves)) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(headers["retry-after"]).toBe("1");
  }
  expect(await code).toBe(0);
  expect(await took).toBeLessThan(LONGEST);
  expect(existsSync(join(dataDir, "database", "in-use.lock"))).toBe(false);
  silent.destroy();
});

test("as soon as it listens, while the rest of it still starts", async () => {
  const root = join(import.meta.dirname, "../..");
  const settings = { APP_ENV: "test", DATA_DIR: dataDirectory(), PORT: "0", LOG_LEVEL: "info" };
  const portal = spawn(
    join(root, "node_modules/.bin/node"),
    [...SHORT_LIVED, join(root, "src/server/cli.ts"), "start"],
    {
      env: { PATH: process.env.PATH, ...compiledSources(), ...settings },
    },
  );
  onTestFinished(() => void portal.kill("SIGKILL"));
  let output = "";
  for (const stream of [portal.stdout, portal.stderr])
    stream.on("data", (part: Buffer) => {
      output += part;
      if (output.includes("Server listening")) portal.kill("SIGTERM");
    });
  const [code] = (await once(portal, "close")) as [number | null];
  expect({ code, output }).toMatchObject({ code: 0, output: expect.not.stringMatching(/Error/) });
});

const waiting = "select count(*)::int as count from pg_locks where not granted";

testWithPostgres("with PostgreSQL, while a hundred saves wait for a lock", async (database) => {
  const portal = await startPortal(dataDirectory(), { databaseUrl: database.url });
  const broker = await enter(portal);
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query("begin; lock table request_steps in access exclusive mode");
  const { saves } = await saveAtOnce(portal, broker);
  while ((await other.query(waiting)).rows[0].count < 10) await sleep(5);
  const { code, took } = leave(portal);
  await other.query("commit");
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  const done = statuses.filter((status) => status === 200).length;
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(done).toBeGreaterThanOrEqual(10);
  expect(await code).toBe(0);
  expect(await took).toBeLessThan(LONGEST);
  const { rows } = await other.query("select revision::int from request_steps where step = 'general-data'");
  expect(rows).toEqual([{ revision: done }]);
  await other.end();
});
