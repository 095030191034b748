// The folder of published products that the settings name, as all portals on the database see it, for a command that reads or
// adds releases. Without DATABASE_URL the folder is all there is.
import { join } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { createSharedReleases } from "../products/sharedReleases.ts";

export async function withReleases<T>(work: (directory: string, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const directory = join(config.dataDir, "products");
  if (!config.databaseUrl) return work(directory, config);
  const database = await openDatabase({ url: config.databaseUrl, poolMax: 2, migrate: false });
  try {
    const { sync } = createSharedReleases(database.db, directory);
    await sync();
    const done = await work(directory, config);
    await sync();
    return done;
  } finally {
    await database.close();
  }
}
