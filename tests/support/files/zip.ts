// Writes zip archives.
import { type Zippable, zipSync } from "fflate";

export type Members = Record<string, string | Uint8Array>;

export function zip(members: Members, { isStored = false } = {}): Buffer {
  const contents: Zippable = {};
  for (const [path, content] of Object.entries(members)) contents[path] = Buffer.from(content);
  return Buffer.from(zipSync(contents, { level: isStored ? 0 : 6 }));
}
