// Files that processes share through the database: the versions of each product, and the sources in the release log. Files are
// named by their content, so none is ever overwritten.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PublishedIndex, ReleaseEntry } from "#content/publish/published.ts";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";

/** The data folder of a process, and the database that it shares with others. */
export interface Shared {
  db: Db;
  directory: string;
}
type File = { name: string; content: Uint8Array };

export const indexPath = (directory: string): string => join(directory, "public", "index.json");
const publicPath = (directory: string, name: string) => join(directory, "public", basename(name));
const backPath = (directory: string, release: string) => join(directory, "back", `${basename(release)}.json`);

/** Empty when the folder has no index yet. */
function readIndex(directory: string): PublishedIndex {
  if (!existsSync(indexPath(directory))) return { products: [], releases: {}, portal: null };
  return JSON.parse(readFileSync(indexPath(directory), "utf8")) as PublishedIndex;
}

/** Uploads this folder's versions to the database. Returns those that it had already. */
export async function shareProducts({ db, directory }: Shared): Promise<Set<string>> {
  const rows = await db.selectFrom("published_releases").select("release").execute();
  const sharedReleases = new Set(rows.map(({ release }) => release));
  for (const [release, entry] of Object.entries(readIndex(directory).releases))
    if (!sharedReleases.has(release)) await shareProduct({ db, directory }, release, entry);
  return sharedReleases;
}

/** Uploads this folder's versions and downloads those of other processes. */
export async function exchangeProducts({ db, directory }: Shared): Promise<void> {
  for (const part of ["public", "back"]) mkdirSync(join(directory, part), { recursive: true });
  const localReleases = readIndex(directory).releases;
  const sharedReleases = await shareProducts({ db, directory });
  const wanted = [...sharedReleases].filter((release) => !Object.hasOwn(localReleases, release));
  if (wanted.length === 0) return;
  const taken = await Promise.all(wanted.map((release) => takeProduct({ db, directory }, release)));
  // The index is read again, as it may have changed meanwhile.
  const index = readIndex(directory);
  const releases = { ...Object.fromEntries(taken), ...index.releases };
  writeInOneMove(indexPath(directory), JSON.stringify({ ...index, releases }));
}

const listFiles = ({ bundle, texts, documents = {} }: ReleaseEntry): string[] =>
  [bundle, ...Object.values(texts), ...Object.values(documents)].map((address) => basename(address));

async function shareProduct({ db, directory }: Shared, release: string, entry: ReleaseEntry): Promise<void> {
  const files = listFiles(entry).map((name) => ({ name, content: readFileSync(publicPath(directory, name)) }));
  const back = readFileSync(backPath(directory, release), "utf8");
  await runTransaction(db, async (all) => {
    await addFiles(all, files);
    await all
      .insertInto("published_releases")
      .values({ release, entry: JSON.stringify(entry), back })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function takeProduct({ db, directory }: Shared, release: string): Promise<[string, ReleaseEntry]> {
  const { entry, back } = await db
    .selectFrom("published_releases")
    .select(["entry", "back"])
    .where("release", "=", release)
    .executeTakeFirstOrThrow();
  const missing = listFiles(entry).filter((name) => !existsSync(publicPath(directory, name)));
  for (const { name, content } of await readFiles(db, missing)) writeInOneMove(publicPath(directory, name), content);
  writeInOneMove(backPath(directory, release), back);
  return [release, entry];
}

export async function addFiles(db: Db, files: readonly File[]): Promise<void> {
  for (const file of files) {
    await db
      .insertInto("published_files")
      .values(file)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function readFiles(db: Db, names: readonly string[]): Promise<File[]> {
  if (names.length === 0) return [];
  const files = await db.selectFrom("published_files").selectAll().where("name", "in", names).execute();
  return files.map(({ name, content }) => ({ name, content: Buffer.from(content) }));
}
