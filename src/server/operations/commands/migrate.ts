// `migrate`: migrates the database, as a separate step of an upgrade, because in production a start does not migrate by default.
import { join } from "node:path";
import { readConfig } from "../../config/config.ts";
import { openDatabase, refuseNoDatabase } from "../../db/open.ts";
import { namePlace } from "../withData.ts";

export async function migrateDatabase(): Promise<string> {
  const config = readConfig(process.env);
  const { databaseUrl: url, databaseMigrateUrl: migrateUrl } = config;
  const directory = join(config.dataDir, "database");
  if (!url) refuseNoDatabase(directory);
  const database = await openDatabase({ url, migrateUrl, directory, migrate: true });
  await database.close();
  return `The database of ${namePlace(config)} has the tables of this version.`;
}
