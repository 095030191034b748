// The sample data, read from fixtures/portfolio: only to fill a new database.
import { readFileSync } from "node:fs";

const folder = new URL("../../../fixtures/portfolio/", import.meta.url);

export function readSample<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T;
}
