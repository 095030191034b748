// What setup.ts made before the tests: a data directory as `npm start` makes one. Nobody writes in it, everybody works in
// a copy.
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const modelFolder = join(tmpdir(), "model");
export const modelProducts = join(modelFolder, "products");

/** A data directory of one's own: the published products, and a database of the newest shape with the sample data. */
export function dataDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-"));
  cpSync(modelFolder, folder, { recursive: true });
  return folder;
}
