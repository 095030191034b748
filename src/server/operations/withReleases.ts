// Gives a command the releases that the settings name. With PostgreSQL they are written into a temporary folder, and additions are
// stored afterwards, so that releases in this machine's data folder are not published by accident. The embedded database may be in
// use: the command works in the data folder, from which a running portal takes additions at once, and another at its start.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../config/config.ts";
import { openDatabase } from "../db/open.ts";
import { takeIn, writeReleases } from "../products/releaseStore.ts";

export async function withReleases<T>(
  work: (directory: string, config: Config) => Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const config = readConfig(env);
  if (!config.databaseUrl) return work(join(config.dataDir, "products"), config);
  const database = await openDatabase({ url: config.databaseUrl, poolMax: 2, migrate: false });
  const folder = mkdtempSync(join(tmpdir(), "releases-"));
  try {
    await writeReleases(database.db, folder);
    const done = await work(folder, config);
    await takeIn(database.db, folder);
    return done;
  } finally {
    rmSync(folder, { recursive: true });
    await database.close();
  }
}

export const namesDatabase = ({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): boolean =>
  Boolean(DATABASE_URL || DATABASE_URL_FILE);
