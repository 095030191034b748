// A file appears whole or not at all: whoever reads meanwhile finds the one before.
import { renameSync, writeFileSync } from "node:fs";

export function writeInOneMove(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}
