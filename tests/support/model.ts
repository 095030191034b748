// What setup.ts made before the tests: a data directory as `npm start` makes one. Nobody writes in it, everybody works in
// a copy.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const modelFolder = join(tmpdir(), "model");
export const modelProducts = join(modelFolder, "products");

const made: string[] = [];

/** A data directory of one's own until the test file ends: the published products, and a database with the sample data. */
export function dataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-"));
  made.push(folder);
  cpSync(modelFolder, folder, { recursive: true });
  return folder;
}

/** What a process that was just killed still holds goes when all tests have ended. */
export function removeDataDirectories(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
