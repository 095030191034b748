// The model data directory that setup.ts made before the tests, as `npm start` makes one. Read-only: tests work in copies.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const modelFolder = join(tmpdir(), "model");
export const modelProducts = join(modelFolder, "products");

const made: string[] = [];

/** A private data directory until the test file ends, or all do: published products, and a database with the sample data. */
export function dataDirectory(lasts = false): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-"));
  if (!lasts) made.push(folder);
  for (const part of ["database", "products"]) cpSync(join(modelFolder, part), join(folder, part), { recursive: true });
  return folder;
}

/** A directory that a killed process still uses is removed when all tests have ended. */
export function removeDataDirectories(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
