// Where the contents of files stand: by default in tables of their own in the database; with FILES_URL in a folder that all
// processes see, or in a bucket of an S3 service. The row of a file says where its content is, so that a portal that changes
// its place finds the files of before. Names are never used twice: what no row names may be removed at any time.
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";
import { createBucket } from "./bucket.ts";
import { createFolder, type Place } from "./folder.ts";

/** One of the two: the name of a content outside the database, or the content, for the table beside that of its row. */
export type Kept = { location: string; content: null } | { location: null; content: Uint8Array };

export interface FileStore {
  /** In the transaction that stores the row: the content is there before the row is. */
  keep(content: Uint8Array): Promise<Kept>;
  /** As a row and the table beside it have it. @throws when the content is gone. */
  read(kept: { location: string | null; content: Uint8Array | null }): Promise<Buffer>;
  /** Removes from outside the database what no row names any more; answers how many. */
  sweep(db: Db, now: Date): Promise<number>;
  /** @throws when its place cannot be written and read. */
  check(): Promise<void>;
}

/** A transaction that writes a row does not last as long. */
const UNFINISHED_MS = 3_600_000;
const BATCH = 200;

export function createFileStore({ files }: Pick<Config, "files">): FileStore {
  const place = files && openPlace(files);

  return {
    async keep(content) {
      if (!place) return { location: null, content };
      const location = crypto.randomUUID();
      await place.write(location, Buffer.from(content));
      return { location, content: null };
    },
    async read({ location, content }) {
      if (location === null && content) return Buffer.from(content);
      if (location === null) throw new Error("a file without a content");
      return needPlace(place).read(location);
    },
    sweep: async (db, now) => (place ? sweep(place, db, now) : 0),
    async check() {
      if (!place) return;
      const name = crypto.randomUUID();
      await place.write(name, Buffer.from(name));
      const read = await place.read(name);
      await place.remove(name);
      if (read.toString() !== name) throw new Error("it answers something else than was written");
    },
  };
}

function needPlace(place: Place | undefined): Place {
  if (!place) throw new Error("FILES_URL is not set, and files were stored where it led");
  return place;
}

const openPlace = (files: NonNullable<Config["files"]>): Place =>
  files.url.startsWith("file:") ? createFolder(fileURLToPath(files.url)) : createBucket(files);

async function sweep(place: Place, db: Db, now: Date): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeUnnamed = async () => {
    const rows = await db
      .selectFrom("uploads")
      .select("location")
      .where("location", "in", batch)
      .union(db.selectFrom("documents").select("location").where("location", "in", batch))
      .execute();
    const named = new Set(rows.map(({ location }) => location));
    for (const name of batch.filter((one) => !named.has(one))) {
      await place.remove(name);
      removed += 1;
    }
    batch = [];
  };
  for await (const { name, at } of place.list()) {
    if (now.getTime() - at.getTime() < UNFINISHED_MS) continue;
    batch.push(name);
    if (batch.length >= BATCH) await removeUnnamed();
  }
  if (batch.length > 0) await removeUnnamed();
  return removed;
}
