// Writes a file atomically: a concurrent reader gets the previous one.
import { renameSync, statSync, writeFileSync } from "node:fs";

export function writeInOneMove(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Differs when the file was rewritten, also within the same tick of the clock. */
export function readFileStamp(path: string): string {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${size} ${mtimeMs}`;
}
