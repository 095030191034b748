// The file of a backup: lines of JSON, compressed; the last one has their number and fingerprint, so that a file that was cut or
// changed is found before anything is restored from it.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

export const FORMAT = 1;

export interface Header {
  format: number;
  made: string;
  /** In their order; the database is restored with these and migrated afterwards. */
  migrations: string[];
  /** Last numbers given, never to be given again. */
  sequences: Record<string, number>;
}
/** Of uploads and documents whose rows name it. */
export interface OutsideContent {
  location: string;
  content: string;
}
export type Line =
  | { header: Header }
  | { table: string; row: string }
  | { file: string; content: string }
  | OutsideContent;

export interface Trailer {
  lines: number;
  sha256: string;
}

/** Readable by its owner alone; appears under its name when it is whole. */
export async function writeLines(path: string, lines: AsyncIterable<Line>): Promise<Trailer> {
  if (existsSync(path)) throw new Error(`${path} exists already: name another file.`);
  const hash = createHash("sha256");
  const trailer: Trailer = { lines: 0, sha256: "" };
  async function* texts() {
    for await (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      trailer.lines += 1;
      yield text;
    }
    trailer.sha256 = hash.digest("hex");
    yield `${JSON.stringify(trailer)}\n`;
  }
  const part = `${path}.part`;
  try {
    await pipeline(texts, createGzip(), createWriteStream(part, { mode: 0o600, flush: true }));
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  return trailer;
}

/** Refuses a file that is not as it was written. */
export async function verify(path: string): Promise<Trailer> {
  const hash = createHash("sha256");
  let count = 0;
  let last = "";
  try {
    await eachText(path, async (text) => {
      if (count > 0) hash.update(`${last}\n`);
      last = text;
      count += 1;
    });
    const trailer = JSON.parse(last) as Trailer;
    if (trailer.lines === count - 1 && trailer.sha256 === hash.digest("hex")) return trailer;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Error(`There is no file ${path}.`);
    if (syscall) throw new Error(`${path} cannot be read (${code}): give it to the user who restores.`);
  }
  throw new Error(`${path} is not a whole backup: it was cut, changed, or is another file. Nothing was restored.`);
}

/** In order, one at a time; call `verify` before. */
export async function readLines(path: string, take: (line: Line) => Promise<void>): Promise<void> {
  await eachText(path, async (text) => {
    const line = JSON.parse(text) as Line | Trailer;
    if (!("lines" in line)) await take(line);
  });
}

async function eachText(path: string, take: (text: string) => Promise<void>): Promise<void> {
  const unpacked = createGunzip();
  unpacked.setEncoding("utf8");
  await pipeline(createReadStream(path), unpacked, async (parts: AsyncIterable<string>) => {
    let rest = "";
    for await (const part of parts) {
      const texts = (rest + part).split("\n");
      rest = texts.pop() ?? "";
      for (const text of texts) await take(text);
    }
    if (rest !== "") await take(rest);
  });
}
