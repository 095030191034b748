// The releases of products are stored in the database: the log of releases, which decides what is on offer, each version of a product
// with its files, and the sources. A folder of published products is taken into it, and written from it where the folder lacks
// something. Files are named by their content, so none is ever overwritten.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { sql } from "kysely";
import type { PublishedIndex, ReleaseEntry } from "#content/publish/published.ts";
import {
  freeName,
  isOnOffer,
  LOG,
  offeredOn,
  type ReleaseAction,
  readLog,
  sourcesPath,
  withId,
  writeLog,
} from "#content/publish/releases.ts";
import { writeInOneMove, writeWithCompressed } from "#content/read/files/writeInOneMove.ts";
import type { Clock } from "../config/clock.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";

export const INDEX = join("public", "index.json");
const publicPath = (folder: string, name: string) => join(folder, "public", name);
const backPath = (folder: string, release: string) => join(folder, "back", `${basename(release)}.json`);
/** Name of the sources in the table `published_files`. */
const sourcesName = (sources: string) => `sources.${sources}.json.br`;

/** Empty when the folder has no index yet. */
function readIndex(folder: string): PublishedIndex {
  const path = join(folder, INDEX);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { products: [], releases: {}, portal: null };
}

const listFiles = ({ bundle, texts, documents = {} }: ReleaseEntry): string[] =>
  [bundle, ...Object.values(texts), ...Object.values(documents)].map((address) => basename(address));

const listSources = (log: readonly ReleaseAction[]): string[] => [
  ...new Set(log.flatMap(({ sources }) => (typeof sources === "string" ? [sources] : []))),
];

const unknownTo = (log: readonly ReleaseAction[], actions: readonly ReleaseAction[]): ReleaseAction[] =>
  actions.filter(({ id }) => !log.some((recorded) => recorded.id === id));

async function readStored(db: Db): Promise<ReleaseAction[]> {
  const rows = await db.selectFrom("release_actions").select("action").orderBy("number").execute();
  return rows.map(({ action }) => JSON.parse(action) as ReleaseAction);
}

/** Stores what the folder has and the database lacks, in one transaction. `log` is the folder's. */
export async function takeIn(db: Db, folder: string, log = readLog(folder)): Promise<void> {
  const stored = await readStored(db);
  const rows = await db.selectFrom("published_releases").select("release").execute();
  const releases = Object.entries(readIndex(folder).releases).filter(
    ([name]) => !rows.some(({ release }) => release === name),
  );
  if (releases.length === 0 && fitInto(stored, unknownTo(stored, log)).length === 0) return;
  await runTransaction(db, async (all) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('releases', 0))`.execute(all);
    for (const [release, entry] of releases) {
      for (const name of listFiles(entry)) await storeFile(all, name, publicPath(folder, name));
      const row = { release, entry: JSON.stringify(entry), back: readFileSync(backPath(folder, release), "utf8") };
      const insert = all.insertInto("published_releases").values(row);
      await insert.onConflict((conflict) => conflict.doNothing()).execute();
    }
    const before = await readStored(all);
    for (const action of fitInto(before, unknownTo(before, log))) await storeAction(all, action, folder);
  });
}

async function storeFile(db: Db, name: string, path: string): Promise<void> {
  const insert = db.insertInto("published_files").values({ name, content: readFileSync(path) });
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

async function storeAction(db: Db, action: ReleaseAction, folder: string): Promise<void> {
  const { id, author, note, from, release: object } = action;
  const sources = listSources([action]).filter((name) => existsSync(sourcesPath(folder, name)));
  for (const name of sources) await storeFile(db, sourcesName(name), sourcesPath(folder, name));
  await db
    .insertInto("release_actions")
    .values({ id, action: JSON.stringify(action) })
    .execute();
  const detail = { author, note, from };
  await writeAudit(db, { login: null, office: null, action: `release ${action.action}`, object, detail });
}

/** Drops actions that another process has done already, and numbers release names that are taken. */
export function fitInto(log: readonly ReleaseAction[], added: readonly ReleaseAction[]): ReleaseAction[] {
  const names = new Map<string, string>();
  const fitted: ReleaseAction[] = [];
  for (const action of added) {
    const all = [...log, ...fitted];
    if (action.archive && all.some(({ archive }) => archive === action.archive)) continue;
    if (isOnOffer(all, action)) {
      const release = offeredOn(all, action.from)?.name ?? action.release;
      names.set(action.release, release);
      // Recorded even so, as an archive comes on offer only once.
      const { offer: _offer, sources: _sources, ...rest } = action;
      if (action.archive) fitted.push({ ...rest, release });
      continue;
    }
    const isTaken = action.offer && all.some(({ release, offer }) => offer && release === action.release);
    if (isTaken) names.set(action.release, freeName(all, action.release));
    fitted.push({ ...action, release: names.get(action.release) ?? action.release });
  }
  return fitted;
}

/** Stores the products of a release archive and puts them on offer, once for each archive. A checkout has none. */
export async function takeBundled(db: Db, folder: string, clock: Clock): Promise<void> {
  const last = existsSync(join(folder, INDEX)) && readLog(folder).at(-1);
  if (!last) return;
  const archive = createHash("sha256")
    .update(readFileSync(join(folder, INDEX)))
    .digest("hex");
  const { id: _id, prepared: _prepared, ...made } = last;
  const action = withId({ ...made, at: clock.now().toISOString(), from: clock.today(), archive });
  await takeIn(db, folder, [action]);
}

/** Writes the log into the folder, with the sources of its releases. `known` is the folder's log that was taken in. */
export async function writeReleases(db: Db, folder: string, known: readonly ReleaseAction[] = []): Promise<void> {
  const stored = await readStored(db);
  mkdirSync(join(folder, "sources"), { recursive: true });
  for (const name of listSources(stored)) await writeFile(db, sourcesName(name), sourcesPath(folder, name));
  // The log may have grown since it was taken in.
  const present = readLog(folder);
  const log = [...stored, ...unknownTo([...known, ...stored], present)];
  const isSame = existsSync(join(folder, LOG)) && JSON.stringify(log) === JSON.stringify(present);
  if (log.length > 0 && !isSame) writeLog(folder, log);
}

/** Writes the versions of products that the folder lacks, of a version all files that are missing. */
export async function writeProducts(db: Db, folder: string): Promise<void> {
  for (const part of ["public", "back"]) mkdirSync(join(folder, part), { recursive: true });
  const module = join(folder, "package.json");
  if (!existsSync(module)) writeInOneMove(module, '{ "type": "module" }\n');
  const rows = await db.selectFrom("published_releases").select(["release", "entry"]).execute();
  for (const { release, entry } of rows) {
    for (const name of listFiles(entry)) await writeFile(db, name, publicPath(folder, name));
    if (!existsSync(backPath(folder, release))) await writeBack(db, folder, release);
  }
  const index = readIndex(folder);
  const added = rows.filter(({ release }) => !Object.hasOwn(index.releases, release));
  const releases = { ...Object.fromEntries(added.map(({ release, entry }) => [release, entry])), ...index.releases };
  if (added.length > 0) writeInOneMove(join(folder, INDEX), JSON.stringify({ ...index, releases }));
}

async function writeBack(db: Db, folder: string, release: string): Promise<void> {
  const row = db.selectFrom("published_releases").select("back").where("release", "=", release);
  writeInOneMove(backPath(folder, release), (await row.executeTakeFirstOrThrow()).back);
}

/** Bundles and texts also in the compressed form that browsers get. */
async function writeFile(db: Db, name: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  const row = db.selectFrom("published_files").select("content").where("name", "=", name);
  const content = (await row.executeTakeFirst())?.content;
  if (!content) return;
  if (/\.(js|json)$/.test(name)) writeWithCompressed(path, content);
  else writeInOneMove(path, content);
}
