// The format of a backup: compressed lines of JSON. The last line has their count and hash, so that a truncated or changed file is
// detected before anything is restored.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

export const FORMAT = 1;

export interface Header {
  format: number;
  made: string;
  /** In order. A restore first migrates the database to these, and after loading to the newest. */
  migrations: string[];
  /** The last number of each sequence, so that none is given twice. */
  sequences: Record<string, number>;
}
/** Content from outside the database, with the name by which rows of uploads and documents refer to it. */
export interface OutsideContent {
  location: string;
  content: string;
}
export type Line =
  | { header: Header }
  | { table: string; row: string }
  /** Of the folder of products. Versions before 30 November 2026 wrote it. */
  | { file: string; content: string }
  | OutsideContent;

export interface Trailer {
  lines: number;
  sha256: string;
}

/** Writes a file that only its owner can read, and renames it to its final name when it is complete. */
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

/** @throws for a file that is truncated or changed. */
export async function verify(path: string): Promise<{ header: Header | undefined; trailer: Trailer }> {
  const hash = createHash("sha256");
  let count = 0;
  let first = "";
  let last = "";
  try {
    await eachText(path, async (text) => {
      if (count === 0) first = text;
      else hash.update(`${last}\n`);
      last = text;
      count += 1;
    });
    const trailer = JSON.parse(last) as Trailer;
    if (trailer.lines === count - 1 && trailer.sha256 === hash.digest("hex"))
      return { ...(JSON.parse(first) as { header: Header | undefined }), trailer };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new Error(`There is no file ${path}.`);
    if (syscall) throw new Error(`${path} cannot be read (${code}): give it to the user who restores.`);
  }
  throw new Error(`${path} is not a whole backup: it was cut, changed, or is another file. Nothing was restored.`);
}

/** Passes the lines to `take` in order, one at a time. Call `verify` first. */
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
      // A line can be megabytes long: what came before of it is not searched again.
      const [end = "", ...texts] = part.split("\n");
      rest += end;
      for (const text of texts) {
        await take(rest);
        rest = text;
      }
    }
    if (rest !== "") await take(rest);
  });
}
