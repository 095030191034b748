// Synchronises releases between processes through their database. The release log, which decides what is on offer, is kept in the
// database: each process uploads its own additions and downloads those of others, so that all folders become equal.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import {
  changesNothing,
  freeName,
  LOG,
  offeredOn,
  type ReleaseAction,
  readLog,
  sourcesPath,
  writeLog,
} from "#content/publish/releases.ts";
import { readFileStamp, writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import type { Counts } from "../http/counts.ts";
import { addFiles, exchangeProducts, indexPath, readFiles, type Shared, shareProducts } from "./sharedFiles.ts";

export interface SharedReleases {
  /** Uploads what was published in this process's folder, and downloads what others published. */
  sync(): Promise<void>;
  /** Synchronises every two seconds. */
  start(): void;
  stop(): void;
  /** Since when synchronising fails, or null when it last succeeded. */
  failing(): Date | null;
}

interface SharedOptions {
  /** False in development, where no release log decides what is on offer. */
  withLog?: boolean;
  log?: Pick<FastifyBaseLogger, "warn" | "info">;
  counts?: Pick<Counts, "job">;
}

const EVERY_MS = 2_000;

export function createSharedReleases(db: Db, directory: string, options: SharedOptions = {}): SharedReleases {
  const { withLog = true, log, counts } = options;
  const shared = { db, directory };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let synced = "";
  let failing: Date | null = null;

  async function syncOnce(): Promise<void> {
    if ((await readStamp(shared)) === synced) return;
    await exchangeProducts(shared);
    if (withLog) await exchangeLog(shared);
    synced = await readStamp(shared);
  }
  /** Logs the first failure and the recovery only, not every failed attempt between. */
  async function watched(): Promise<void> {
    try {
      await syncOnce();
    } catch (error) {
      counts?.job("releases", "failed");
      if (!failing) log?.warn({ err: error }, "releases are not shared with the other processes");
      failing ??= new Date();
      throw error;
    }
    counts?.job("releases", "done");
    if (failing) log?.info({ since: failing }, "releases are shared again");
    failing = null;
  }
  /** Runs one at a time. All callers during a run share the next one. */
  function sync(): Promise<void> {
    waiting ??= last
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return watched();
      });
    last = waiting;
    return waiting;
  }
  const turn = async () => {
    // Without a database the releases on offer stay as they are, and `watched` has logged it.
    await sync().catch(() => undefined);
    if (!stopped) timer = setTimeout(turn, EVERY_MS).unref();
  };
  return {
    sync,
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

/** For commands: downloads the release log and the sources of each release into an empty folder. */
export async function takeReleases(shared: Shared): Promise<void> {
  const log = await readShared(shared.db);
  await takeSources(shared, log);
  if (log.length > 0) writeLog(shared.directory, log);
}

/** For commands: uploads what was added to such a folder. Downloads nothing. */
export async function shareReleases(shared: Shared): Promise<void> {
  await shareProducts(shared);
  const added = unknownTo(await readShared(shared.db), readLog(shared.directory));
  if (added.length > 0) await shareLog(shared, added);
}

/** Changes whenever this or another process has published something. */
async function readStamp({ db, directory }: Shared): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`select concat((select max(number) from release_actions), ' ',
    (select count(*) from published_releases)) as stamp`.execute(db);
  const localFiles = [indexPath(directory), join(directory, LOG)];
  return [rows[0]?.stamp, ...localFiles.map(readFileStamp)].join();
}

async function exchangeLog(shared: Shared): Promise<void> {
  const { db, directory } = shared;
  const before = readLog(directory);
  const added = unknownTo(await readShared(db), before);
  if (added.length > 0) await shareLog(shared, added);
  const log = await readShared(db);
  await takeSources(shared, log);
  // The log is read again, as it may have changed meanwhile.
  const since = unknownTo([...before, ...log], readLog(directory));
  const newest = [...log, ...since];
  const same = existsSync(join(directory, LOG)) && JSON.stringify(newest) === JSON.stringify(before);
  if (newest.length > 0 && !same) writeLog(directory, newest);
}

async function shareLog({ db, directory }: Shared, added: readonly ReleaseAction[]): Promise<void> {
  const sources = listSources(added).map((name) => ({
    name: fileName(name),
    content: readFileSync(sourcesPath(directory, name)),
  }));
  await runTransaction(db, async (all) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('releases', 0))`.execute(all);
    const log = await readShared(all);
    await addFiles(all, sources);
    for (const action of fitInto(log, unknownTo(log, added))) {
      await all
        .insertInto("release_actions")
        .values({ id: action.id, action: JSON.stringify(action) })
        .execute();
      const { author, note, from, release: object } = action;
      const detail = { author, note, from };
      await writeAudit(all, { login: null, office: null, action: `release ${action.action}`, object, detail });
    }
  });
}

async function takeSources({ db, directory }: Shared, log: readonly ReleaseAction[]): Promise<void> {
  const missing = listSources(log).filter((name) => !existsSync(sourcesPath(directory, name)));
  const files = new Map((await readFiles(db, missing.map(fileName))).map(({ name, content }) => [name, content]));
  mkdirSync(join(directory, "sources"), { recursive: true });
  for (const name of missing) {
    const content = files.get(fileName(name));
    if (content) writeInOneMove(sourcesPath(directory, name), content);
  }
}

const listSources = (log: readonly ReleaseAction[]): string[] => [
  ...new Set(log.flatMap(({ sources }) => (typeof sources === "string" ? [sources] : []))),
];

/** Name of the sources in the table `published_files`. */
const fileName = (sources: string) => `sources.${sources}.json.br`;

/** Drops actions that another process has done already, and numbers release names that are taken. */
export function fitInto(log: readonly ReleaseAction[], added: readonly ReleaseAction[]): ReleaseAction[] {
  const names = new Map<string, string>();
  const fitted: ReleaseAction[] = [];
  for (const action of added) {
    const all = [...log, ...fitted];
    if (action.archive && all.some(({ archive }) => archive === action.archive)) continue;
    if (changesNothing(all, action)) {
      names.set(action.release, offeredOn(all, action.from)?.name ?? action.release);
      continue;
    }
    const isTaken = action.offer && all.some(({ release, offer }) => offer && release === action.release);
    if (isTaken) names.set(action.release, freeName(all, action.release));
    fitted.push({ ...action, release: names.get(action.release) ?? action.release });
  }
  return fitted;
}

const unknownTo = (log: readonly ReleaseAction[], actions: readonly ReleaseAction[]): ReleaseAction[] =>
  actions.filter(({ id }) => !log.some((recorded) => recorded.id === id));

async function readShared(db: Db): Promise<ReleaseAction[]> {
  const rows = await db.selectFrom("release_actions").select("action").orderBy("number").execute();
  return rows.map(({ action }) => JSON.parse(action) as ReleaseAction);
}
