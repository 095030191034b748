// Releases in a database that several processes share: what one publishes in its own folder the others copy into theirs,
// named by content, so that nothing is ever replaced. Which release is on offer stays each process's own index.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { PublishedIndex, ReleaseEntry } from "#content/publish.ts";
import { writeInOneMove } from "#content/writeInOneMove.ts";
import type { Db } from "../db/open.ts";
import type { SharedReleases } from "./products.ts";

const listFiles = ({ bundle, texts, documents = {} }: ReleaseEntry): string[] =>
  [bundle, ...Object.values(texts), ...Object.values(documents)].map((address) => basename(address));

export function createSharedReleases(db: Db, directory: string): SharedReleases {
  const indexPath = join(directory, "public", "index.json");
  const publicPath = (name: string) => join(directory, "public", basename(name));
  const backPath = (release: string) => join(directory, "back", `${basename(release)}.json`);

  async function known(): Promise<Set<string>> {
    const rows = await db.selectFrom("published_releases").select("release").execute();
    return new Set(rows.map(({ release }) => release));
  }

  async function shareOne(release: string, entry: ReleaseEntry): Promise<void> {
    const files = listFiles(entry).map((name) => ({ name, content: readFileSync(publicPath(name)) }));
    const row = { release, entry: JSON.stringify(entry), back: readFileSync(backPath(release), "utf8") };
    await db.transaction().execute(async (all) => {
      for (const file of files) {
        await all
          .insertInto("published_files")
          .values(file)
          .onConflict((one) => one.doNothing())
          .execute();
      }
      await all
        .insertInto("published_releases")
        .values(row)
        .onConflict((one) => one.doNothing())
        .execute();
    });
  }

  async function takeOne(release: string): Promise<[string, ReleaseEntry]> {
    const { entry, back } = await db
      .selectFrom("published_releases")
      .select(["entry", "back"])
      .where("release", "=", release)
      .executeTakeFirstOrThrow();
    const missing = listFiles(entry).filter((name) => !existsSync(publicPath(name)));
    const files =
      missing.length > 0
        ? await db.selectFrom("published_files").selectAll().where("name", "in", missing).execute()
        : [];
    for (const { name, content } of files) writeInOneMove(publicPath(name), Buffer.from(content));
    writeInOneMove(backPath(release), back);
    return [release, entry];
  }

  return {
    async share(index) {
      const there = await known();
      for (const [release, entry] of Object.entries(index.releases)) {
        if (!there.has(release)) await shareOne(release, entry);
      }
    },
    async take() {
      const own = readIndex(indexPath).releases;
      const wanted = [...(await known())].filter((release) => !Object.hasOwn(own, release));
      if (wanted.length === 0) return;
      mkdirSync(join(directory, "back"), { recursive: true });
      const taken = await Promise.all(wanted.map(takeOne));
      // Read again: somebody may have published meanwhile.
      const index = readIndex(indexPath);
      const releases = { ...Object.fromEntries(taken), ...index.releases };
      writeInOneMove(indexPath, JSON.stringify({ ...index, releases }));
    },
  };
}

const readIndex = (path: string): PublishedIndex => JSON.parse(readFileSync(path, "utf8")) as PublishedIndex;
