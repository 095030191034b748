// One copy of the content for all tests of a file. What a test changes is put back after it, so that the check of the next test repeats
// only what differs.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach } from "vitest";
import type { ContentCopy } from "./content.ts";

const listEntries = (copy: ContentCopy) =>
  [copy.schemas, copy.fixtures].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
      path: join(entry.parentPath, entry.name),
      isFile: entry.isFile(),
    })),
  );

export function oneCopy(copy: ContentCopy): ContentCopy {
  const entries = listEntries(copy);
  const folders = new Set(entries.filter(({ isFile }) => !isFile).map(({ path }) => path));
  const files = new Map(entries.filter(({ isFile }) => isFile).map(({ path }) => [path, readFileSync(path)]));
  afterEach(() => {
    const unchanged = new Set<string>();
    for (const { path, isFile } of listEntries(copy))
      if (isFile && files.get(path)?.equals(readFileSync(path))) unchanged.add(path);
      else if (isFile || !folders.has(path)) rmSync(path, { recursive: true, force: true });
    for (const [path, bytes] of files) {
      if (unchanged.has(path)) continue;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
    }
  });
  afterAll(() => copy.remove());
  return copy;
}
