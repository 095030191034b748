// Reads the settings for a start. In production the database is looked at as well, so that everything unsafe is reported at once.

import { type Config, ConfigError, readConfig } from "../config/config.ts";
import { openDatabase } from "../db/open.ts";
import { findUnsafeDatabase, readDatabaseFacts } from "./doctor/unsafeDatabase.ts";

export async function readSafeConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const { config, problems } = readSettings(env);
  const isUsable = config?.databaseUrl && !problems.some((problem) => problem.startsWith("DATABASE_URL"));
  if (isUsable && config.env === "production") problems.push(...(await lookAtDatabase(config)));
  if (!config || problems.length > 0) throw new ConfigError(problems, config);
  return config;
}

function readSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; problems: string[] } {
  try {
    return { config: readConfig(env), problems: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { config: error.config, problems: error.problems };
    throw error;
  }
}

/** A database that cannot be opened is reported by the start itself, when nothing else is wrong. */
async function lookAtDatabase({ databaseUrl: url, env }: Config): Promise<string[]> {
  const database = await openDatabase({ url, poolMax: 1, migrate: "by hand" });
  try {
    return findUnsafeDatabase(await readDatabaseFacts(database.db), env);
  } catch {
    return [];
  } finally {
    await database.close();
  }
}
