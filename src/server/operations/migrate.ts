// `migrate`: the step of an upgrade that changes the database, apart from the start, since production starts do not migrate.
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { runCommand } from "./runCommand.ts";

await runCommand(async () => {
  const { databaseUrl: url, databaseMigrateUrl: migrateUrl, dataDir } = readConfig(process.env);
  const database = await openDatabase({ url, migrateUrl, directory: join(dataDir, "database"), migrate: true });
  await database.close();
  return "The database has the shape of this program.";
});
