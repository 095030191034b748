// Keeps the releases of a portal up to date. The database contains them (releaseStore.ts). The folder of this process is the inbox in
// which they are published, and a cache from which they are loaded: what is deleted there is written again.
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { LOG, readLog } from "#content/publish/releases.ts";
import { readFileStamp } from "#content/read/files/writeInOneMove.ts";
import type { Clock } from "../config/clock.ts";
import type { Db } from "../db/open.ts";
import type { Counts } from "../http/counts.ts";
import { INDEX, takeBundled, takeIn, writeProducts, writeReleases } from "./releaseStore.ts";

export interface Releases {
  /** Takes in what was published into the folder since the last look. Never fails. */
  look(): Promise<void>;
  /** Takes in what was published into the folder, and gets what other processes published. */
  refresh(): Promise<void>;
  /** Changes when the folder contains something else that is in the database too. */
  version(): number;
  /** Refreshes every two seconds. */
  start(): void;
  stop(): void;
  /** Since when refreshing fails, or null when it last succeeded. */
  failing(): Date | null;
}

interface ReleasesOptions {
  /** The products of a release archive. */
  bundled?: { folder: string; clock: Clock } | undefined;
  log?: Pick<FastifyBaseLogger, "warn" | "info">;
  counts?: Pick<Counts, "job">;
}

const EVERY_MS = 2_000;

export function createReleases(db: Db, folder: string, { bundled, log, counts }: ReleasesOptions = {}): Releases {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let refreshed = "";
  let seen = "";
  let version = 0;
  let failing: Date | null = null;

  async function refreshOnce(): Promise<void> {
    // Read first: what is published during the refresh is taken in by the next one.
    const stamp = `${await readStamp(db)} ${readFolderStamp(folder)}`;
    if (stamp === refreshed) return;
    const known = readLog(folder);
    await takeIn(db, folder, known);
    if (bundled) await takeBundled(db, bundled.folder, bundled.clock);
    await writeProducts(db, folder);
    await writeReleases(db, folder, known);
    refreshed = stamp;
    version += 1;
  }
  /** Logs the first failure and the recovery only, not every failed attempt between. */
  async function watched(): Promise<void> {
    try {
      await refreshOnce();
    } catch (error) {
      counts?.job("releases", "failed");
      if (!failing) log?.warn({ err: error }, "releases cannot be exchanged with the database");
      failing ??= new Date();
      throw error;
    }
    counts?.job("releases", "done");
    if (failing) log?.info({ since: failing }, "releases are exchanged again");
    failing = null;
  }
  /** Runs one at a time. All callers during a run share the next one. */
  function refresh(): Promise<void> {
    waiting ??= last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return watched();
      });
    last = waiting;
    return waiting;
  }
  // After a failure the releases on offer stay as they are, and `watched` has logged it.
  const tryRefresh = () => refresh().catch(() => undefined);
  const turn = async () => {
    await tryRefresh();
    if (!stopped) timer = setTimeout(turn, EVERY_MS).unref();
  };
  return {
    async look() {
      const stamp = readLogStamp(folder);
      if (stamp === seen) return;
      seen = stamp;
      await tryRefresh();
    },
    refresh,
    version: () => version,
    start() {
      timer = setTimeout(turn, EVERY_MS).unref();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
    failing: () => failing,
  };
}

const readLogStamp = (folder: string): string => [INDEX, LOG].map((path) => readFileStamp(join(folder, path))).join();

/** Changes when anything is published into the folder or deleted from it. */
const readFolderStamp = (folder: string): string =>
  [
    readLogStamp(folder),
    ...["public", "back", "sources", "package.json"].map((part) => readFileStamp(join(folder, part))),
  ].join();

/** Changes whenever this or another process has stored a release. */
async function readStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat((select max(number) from release_actions), ' ',
    (select count(*) from published_releases)) as stamp`.execute(db);
  return rows[0]?.stamp ?? "";
}
