// The interface of a place for contents outside the database, and its implementation by a folder.
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { giveToOwner } from "../db/giveToOwner.ts";

export interface Place {
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
export function createFolder(folder: string): Place {
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
