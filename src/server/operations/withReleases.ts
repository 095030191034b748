// The releases that the settings name, for a command that reads or adds some. With a database they are its own, in a folder for
// the time of the command: what somebody tried in the folder of this machine comes on offer nowhere. Else that folder is all there is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Earlier } from "#content/revision.ts";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { shareReleases, takeReleases } from "../products/sharedReleases.ts";

export async function withReleases<T>(
  work: (directory: string, config: Config) => Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const config = readConfig(env);
  if (!config.databaseUrl) return work(join(config.dataDir, "products"), config);
  const database = await openDatabase({ url: config.databaseUrl, poolMax: 2, migrate: false });
  const shared = { db: database.db, directory: mkdtempSync(join(tmpdir(), "releases-")) };
  try {
    await takeReleases(shared);
    const done = await work(shared.directory, config);
    await shareReleases(shared);
    return done;
  } finally {
    rmSync(shared.directory, { recursive: true });
    await database.close();
  }
}

export const namesDatabase = ({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): boolean =>
  Boolean(DATABASE_URL || DATABASE_URL_FILE);

/** What one may compare with, of the database where the settings name one. */
export const withEarlier = <T>(now: Earlier, env: NodeJS.ProcessEnv, work: (now: Earlier) => Promise<T>): Promise<T> =>
  namesDatabase(env) ? withReleases((published) => work({ ...now, published }), env) : work(now);
