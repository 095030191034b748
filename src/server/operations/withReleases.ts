// The releases that the settings name, for a command that reads or adds some. With a database they are its own, in a folder for
// the time of the command: what somebody tried in the folder of this machine comes on offer nowhere. Else that folder is all there is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ContentFolders, type Earlier, findContent, type OpenContent, openContent } from "#content/revision.ts";
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

interface Compared extends ContentFolders {
  /** Names of releases, of the database where the settings name one, or of git revisions; `to` absent: the files as they are. */
  since: string;
  to?: string | undefined;
}

/** An old content and a new one, for the time of the work; the files as they are have no name. */
export async function withContents<T>(
  { since, to, schemas, fixtures }: Compared,
  env: NodeJS.ProcessEnv,
  work: (before: OpenContent, after: OpenContent) => Promise<T>,
): Promise<T> {
  const now = { ...findContent(), schemas, fixtures };
  const compare = async (earlier: Earlier) => {
    const open: OpenContent[] = [];
    try {
      const before = openContent(since, earlier);
      open.push(before);
      const after = to === undefined ? { ...earlier, name: "", close: () => {} } : openContent(to, earlier);
      open.push(after);
      return await work(before, after);
    } finally {
      for (const one of open) one.close();
    }
  };
  return namesDatabase(env) ? withReleases((published) => compare({ ...now, published }), env) : compare(now);
}
