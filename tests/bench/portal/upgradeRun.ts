// An upgrade as operations/README describes it: two processes of an older release archive on one PostgreSQL, and
// brokers at work behind a proxy. The new archive migrates, then one process after the other is stopped gracefully and
// started with the new program.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection } from "./connection.ts";
import { type Counts, CrashBroker, noCounts } from "./crashBroker.ts";
import { leftHalf } from "./crashRun.ts";
import { buildBrokers, fillOffices } from "./offices.ts";
import { type PortalProcess, startPortal } from "./portalProcess.ts";
import { acknowledged } from "./processesRun.ts";
import { startSpreadingProxy } from "./spreadingProxy.ts";

export interface UpgradeOptions {
  /** Of the owner of the tables. */
  url: string;
  /** Of the role of the server. */
  portalUrl: string;
  /** Release archives. */
  before: string;
  after: string;
  brokers: number;
  /** Acknowledgements between two steps of the operator. */
  between: number;
}
export interface UpgradeReport extends Counts {
  /** Calls that each process was given: those of the program of before, then the new ones. */
  given: number[];
  /** What the previous program prints when it is started once more. */
  refused: string;
}

export async function upgradeRun(options: UpgradeOptions): Promise<UpgradeReport> {
  const { url, portalUrl, between } = options;
  const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
  const programs = {
    before: unpack(options.before, join(folder, "before")),
    after: unpack(options.after, join(folder, "after")),
  };
  const dataDirs = ["one", "two"].map((name) => join(folder, name));
  for (const dataDir of dataDirs) mkdirSync(dataDir);
  const start = (program: string, dataDir: string) =>
    startPortal(dataDir, { program, databaseUrl: portalUrl, migrateUrl: url, sampleData: false });
  const report: UpgradeReport = { ...noCounts(), given: [], refused: "" };
  const brokers = buildBrokers(options.brokers);
  const proxy = await startSpreadingProxy();
  const running: PortalProcess[] = [];
  try {
    for (const dataDir of dataDirs) running.push(await start(programs.before, dataDir));
    for (const { address } of running) proxy.add(address);
    await fillOffices({ url, migrate: "by hand" }, brokers, 10);
    let over = false;
    const working = Promise.all(
      brokers.map(async (broker) => {
        const connection = await new Connection(proxy.address).enter(broker.login);
        const crashBroker = new CrashBroker(connection, broker, report);
        await crashBroker.work(() => over);
        await crashBroker.compare();
        connection.close();
      }),
    );
    const more = () => Promise.race([acknowledged(report, between), working]);
    await more();
    run(programs.after, "migrate", {
      DATABASE_URL: portalUrl,
      DATABASE_MIGRATE_URL: url,
      DATA_DIR: join(folder, "operator"),
    });
    await more();
    for (const [index, dataDir] of dataDirs.entries()) {
      const old = running[index] as PortalProcess;
      proxy.remove(old.address);
      if ((await old.end("SIGTERM")) !== 0) report.lost.push("the program of before did not end well");
      const next = await start(programs.after, dataDir);
      running[index] = next;
      proxy.add(next.address);
      await more();
    }
    over = true;
    await working;
    report.lost.push(...(await leftHalf({ url }, report.uploads)));
    report.refused = run(programs.before, "start", { DATABASE_URL: portalUrl, DATA_DIR: dataDirs[0] as string });
  } finally {
    await Promise.all(running.map((portal) => portal.end("SIGTERM")));
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
  report.given = [...proxy.given.values()];
  return report;
}

function unpack(archive: string, folder: string): string {
  mkdirSync(folder);
  const { status } = spawnSync("tar", ["-x", "-f", archive, "-C", folder, "--strip-components=1"], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`${archive} is no release archive`);
  return folder;
}

/** Returns what a command of the archive prints. */
function run(program: string, command: string, env: Record<string, string>): string {
  const settings = { PATH: process.env.PATH, APP_ENV: "test", PORT: "0", ...env };
  const { status, stdout, stderr } = spawnSync(join(program, "bin/portal"), [command], {
    env: settings,
    encoding: "utf8",
  });
  const output = `${stdout}${stderr}`.trim();
  if (command !== "start" && status !== 0) throw new Error(`portal ${command} ended with ${status}: ${output}`);
  return `${status}: ${output}`;
}
