// The database and the folder of products that the settings name, for a command about a file.
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { type Db, openDatabase } from "../db/open.ts";
import { runCommand } from "./runCommand.ts";

type Work = (path: string, db: Db, productsDir: string) => Promise<string>;

/** A statement may take its time here: nobody waits for it. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

export function withData(migrate: false | "by hand", work: Work): Promise<void> {
  return runCommand(async () => {
    const path = process.argv[2];
    if (!path) throw new Error("Name a file.");
    const { databaseUrl: url, dataDir } = readConfig(process.env);
    const directory = join(dataDir, "database");
    const database = await openDatabase({ url, directory, migrate, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    try {
      return await work(path, database.db, join(dataDir, "products"));
    } finally {
      await database.close();
    }
  });
}
