// Writes a file atomically: a concurrent reader gets the previous one.
import { renameSync, statSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

export function writeInOneMove(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** The server sends the compressed file where a browser takes it. It compresses nothing itself. */
export function writeWithCompressed(path: string, code: string | Uint8Array): void {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeInOneMove(`${path}.br`, brotliCompressSync(code, { params: quality }));
  writeInOneMove(path, code);
}

/** Differs when the file was rewritten, also within the same tick of the clock. */
export function readFileStamp(path: string): string {
  const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${ino} ${size} ${mtimeMs}`;
}
