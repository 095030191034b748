// Stores the contents of files: by default in separate tables of the database. With FILES_URL in a folder shared by all
// processes, or in an S3 bucket. The row of a file records where its content is, so that older files are still found
// after the setting changed. Names are never reused, so content without a row can be removed at any time.

import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AwsClient } from "aws4fetch";
import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import { giveToOwner } from "../db/giveToOwner.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";

/** Either the name of a content stored outside the database, or the content itself, for the contents table. */
export type Kept = { location: string; content: null } | { location: null; content: Uint8Array };

export interface FileStore {
  /** To be called before the row is committed, so that a row never points to missing content. */
  keep(content: Uint8Array): Promise<Kept>;
  /** `stored`: the columns of the row and its contents table. @throws when the content is missing. */
  read(stored: { location: string | null; content: Uint8Array | null }): Promise<Buffer>;
  /** Removes contents outside the database that no row points to. Returns how many. */
  sweep(db: Db, now: Date): Promise<number>;
  /** @throws when the place outside the database cannot be written or read. */
  check(): Promise<void>;
  /** Whether the place outside the database holds any contents, of any portal. */
  isUsed(): Promise<boolean>;
}

/** Newer contents are not swept: their row may not be committed yet. No such transaction takes an hour. */
const UNFINISHED_MS = 3_600_000;
const BATCH = 200;

/** The place outside the database fails. Has the code of its cause. */
export class PlaceFails extends Error {
  readonly code: string | undefined;
  constructor(cause: unknown) {
    super((cause as Error).message, { cause });
    this.code = (cause as NodeJS.ErrnoException).code;
  }
}

const failPlace = (cause: unknown): never => {
  throw new PlaceFails(cause);
};
/** Missing content is a bug of the portal, not a failure of the place. */
const failReading = (cause: unknown): never => {
  if ((cause as NodeJS.ErrnoException).code === "ENOENT") throw cause;
  return failPlace(cause);
};

export function createFileStore({ files }: Pick<Config, "files">): FileStore {
  const storage = files && openPlace(files);

  return {
    async keep(content) {
      if (!storage) return { location: null, content };
      const location = crypto.randomUUID();
      await storage.write(location, Buffer.from(content)).catch(failPlace);
      return { location, content: null };
    },
    async read({ location, content }) {
      if (location === null && content) return Buffer.from(content);
      if (location === null) throw new Error("the row of a file has neither content nor location");
      return needPlace(storage).read(location).catch(failReading);
    },
    sweep: async (db, now) => (storage ? sweep(storage, db, now) : 0),
    async check() {
      if (!storage) return;
      const name = crypto.randomUUID();
      await storage.write(name, Buffer.from(name));
      const read = await storage.read(name);
      await storage.remove(name);
      if (read.toString() !== name) throw new Error("it returns something other than what was written");
    },
    async isUsed() {
      for await (const _ of storage?.list() ?? []) return true;
      return false;
    },
  };
}

function needPlace(storage: Place | undefined): Place {
  if (!storage) throw new Error("FILES_URL is not set, but files were stored outside the database");
  return storage;
}

// A bucket of any service with the S3 API, whose address is in the setting: `s3://bucket?endpoint=https://…`.
const LIMIT_MS = 10_000;

const FOLDER = "uploads/";

function createBucket({ url, keyId = "", secret = "" }: NonNullable<Config["files"]>): Place {
  const { hostname, searchParams } = new URL(url);
  const base = `${searchParams.get("endpoint")?.replace(/\/$/, "")}/${hostname}`;
  const region = searchParams.get("region") ?? "us-east-1";
  // Retries temporary failures (429 and 5xx) three times with a growing pause.
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: "s3", region, retries: 3 });

  async function call(address: string, init: { method?: string; body?: Buffer } = {}): Promise<Response> {
    const { body, ...rest } = init;
    const answer = await client.fetch(`${base}${address}`, {
      ...rest,
      ...(body ? { body: new Uint8Array(body) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (!answer.ok)
      throw Object.assign(new Error(`the store of files answers ${answer.status} to ${rest.method ?? "GET"}`), {
        code: answer.status === 404 ? "ENOENT" : `status ${answer.status}`,
      });
    return answer;
  }
  return {
    async write(name, content) {
      await call(`/${FOLDER}${name}`, { method: "PUT", body: content });
    },
    read: async (name) => Buffer.from(await (await call(`/${FOLDER}${name}`)).arrayBuffer()),
    async remove(name) {
      await call(`/${FOLDER}${name}`, { method: "DELETE" });
    },
    async *list() {
      let more: string | undefined = "";
      while (more !== undefined) {
        const page = await (await call(`?list-type=2&prefix=${encodeURIComponent(FOLDER)}${more}`)).text();
        for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const [key, lastModified] = ["Key", "LastModified"].map((tag) => readTag(entry, tag));
          if (key && lastModified) yield { name: key.slice(FOLDER.length), at: new Date(lastModified) };
        }
        const token = readTag(page, "NextContinuationToken");
        more = token ? `&continuation-token=${encodeURIComponent(token)}` : undefined;
      }
    },
  };
}

const readTag = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const openPlace = (files: NonNullable<Config["files"]>): Place =>
  files.url.startsWith("file:") ? createFolder(fileURLToPath(files.url)) : createBucket(files);

const READERS = sql`hashtextextended('files of a moment', 0)`;

/**
 * Suspends the sweep while `work` runs, so that the contents of rows that it has read are still there, even if a row is deleted
 * meanwhile. `work` begins its own transaction.
 */
export const keepWhile = <T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock_shared(${READERS})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock_shared(${READERS})`.execute(connection);
    }
  });

/** Those of `names` that no row points to. Empty while a `keepWhile` is running. */
async function findUnnamed(db: Db, names: string[]): Promise<string[]> {
  return runTransaction(db, async (all) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${READERS}) as free`.execute(all);
    if (!rows[0]?.free) return [];
    const uploads = await all
      .selectFrom("uploads")
      .select("location")
      .where("location", "in", names)
      .union(all.selectFrom("documents").select("location").where("location", "in", names))
      .execute();
    const named = new Set(uploads.map(({ location }) => location));
    return names.filter((name) => !named.has(name));
  });
}

async function sweep(storage: Place, db: Db, now: Date): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const removeUnnamed = async () => {
    for (const name of await findUnnamed(db, batch)) {
      await storage.remove(name);
      removed += 1;
    }
    batch = [];
  };
  for await (const { name, at } of storage.list()) {
    if (now.getTime() - at.getTime() < UNFINISHED_MS) continue;
    batch.push(name);
    if (batch.length >= BATCH) await removeUnnamed();
  }
  if (batch.length > 0) await removeUnnamed();
  return removed;
}

// The interface of a place for contents outside the database, and its implementation by a folder.

interface Place {
  write(name: string, content: Buffer): Promise<void>;
  read(name: string): Promise<Buffer>;
  remove(name: string): Promise<void>;
  /** All contents, each with the time it was written. */
  list(): AsyncIterable<{ name: string; at: Date }>;
}

const NAME = /^[0-9a-f-]{36}$/;

const passOver = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/** Flushes the directory itself: without that a new file's name may be lost in a crash. */
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  await opened.sync().finally(() => opened.close());
}

/**
 * Files are in subfolders named by the first two characters, so that none gets too large. The folder itself is never created: if it
 * is missing, its disk may not be mounted.
 */
function createFolder(folder: string): Place {
  const buildPath = (name: string) => {
    if (!NAME.test(name)) throw new Error("not the name of a stored file");
    return join(folder, name.slice(0, 2), name);
  };
  return {
    async write(name, content) {
      const path = buildPath(name);
      await mkdir(dirname(path)).catch(passOver("EEXIST"));
      try {
        await writeFile(path, content, { mode: 0o600, flush: true, flag: "wx" });
        await giveToOwner(folder, [dirname(path), path]);
        await flushFolder(dirname(path));
      } catch (error) {
        // On a full disk a partial file may be left, which takes up space.
        await rm(path, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    read: (name) => readFile(buildPath(name)),
    remove: (name) => rm(buildPath(name), { force: true }),
    async *list() {
      for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
        const file = name.split("/").at(-1) ?? "";
        if (NAME.test(file)) yield { name: file, at: (await stat(join(folder, name))).mtime };
      }
    },
  };
}
