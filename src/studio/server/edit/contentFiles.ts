// The files that the studio may read and write: JSON and tables below `schemas` and `fixtures`, by their path from the project's
// root, and the pictures and papers that a new product takes along. It never follows a link.
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";

const CONTENT = /^(?:schemas|fixtures)(?:\/[\w][\w.-]*)+\.(?:json|csv|svg|png|jpg|webp|pdf)$/;
export const isContent = (file: string): boolean => CONTENT.test(file);
export const isText = (file: string): boolean => /\.(?:json|csv)$/.test(file);

export class NoContentFile extends Error {}

/** Returns the path of a content file that exists, or may be made. Throws for any other one. */
export function resolveContent(base: string, file: string, isNew = false): string {
  if (!isContent(file) || file.includes("..")) throw new NoContentFile(file);
  let path = base;
  for (const segment of file.split("/")) {
    path = join(path, segment);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (!entry && isNew) return join(base, file);
    if (!entry || entry.isSymbolicLink()) throw new NoContentFile(file);
  }
  if (!lstatSync(path).isFile()) throw new NoContentFile(file);
  return path;
}

/** Undefined for a file that does not exist and may be made. A picture or paper has a character for each byte. */
export function readIfThere(base: string, file: string): string | undefined {
  const path = resolveContent(base, file, true);
  if (!existsSync(path)) return undefined;
  return isText(file) ? readContent(base, file) : readFileSync(path, "latin1");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Throws also for a file of another encoding, which would lose its accents. */
export function readContent(base: string, file: string): string {
  if (!isText(file)) throw new NoContentFile(file);
  const bytes = readFileSync(resolveContent(base, file));
  try {
    return utf8.decode(bytes);
  } catch {
    throw new NoContentFile(file);
  }
}
