// Opens the database and the products folder of the settings for a command of operators.
import { join } from "node:path";
import { type Config, readConfig } from "../config/config.ts";
import { type Db, type OpenDatabase, openDatabase } from "../db/open.ts";

export interface Data {
  /** Connected as the owner of the tables. */
  db: Db;
  database: OpenDatabase;
  config: Config;
  productsDir: string;
}

/** Commands may run long statements, as no broker waits for them. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

export async function withDatabase<Answer>(
  migrate: false | "may be older" | "by hand",
  env: NodeJS.ProcessEnv,
  work: (data: Data) => Promise<Answer>,
): Promise<Answer> {
  const config = readConfig(env);
  const url = config.databaseMigrateUrl ?? config.databaseUrl;
  const directory = join(config.dataDir, "database");
  const database = await openDatabase({ url, directory, migrate, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  try {
    const productsDir = join(config.dataDir, "products");
    return await work({ db: database.db, database, config, productsDir });
  } finally {
    await database.close();
  }
}

/** Names the database for messages, so that an operator notices missing settings. */
export const namePlace = ({ databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">): string =>
  databaseUrl ? "DATABASE_URL" : `DATA_DIR ${dataDir}`;
