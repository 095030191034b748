// A test on a PostgreSQL of its own. Skipped, with the reason, where PostgreSQL is not installed.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPostgres, makePostgres, type PostgresServer } from "./postgres.ts";

export function testWithPostgres(name: string, body: (server: PostgresServer) => Promise<void>): void {
  const programs = findPostgres();
  const title = programs ? name : `${name}: not tried, because initdb, pg_ctl and postgres are not on this machine`;
  const run = async () => {
    const server = await makePostgres(programs ?? "", { template: join(tmpdir(), "cluster") });
    onTestFinished(server.remove);
    await body(server);
    // Of two calls that wait for each other PostgreSQL ends one, also if the test does not check its answer.
    expect(server.readLog()).not.toContain("deadlock detected");
  };
  test.skipIf(!programs)(title, run);
}
