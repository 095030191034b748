// Reads the settings for a start, and the part of the table of unsafe starts that only the database can answer. Production
// refuses to start with any of them, all reported at once. `doctor` reports them, in development those that concern it too.
import { type Kysely, sql } from "kysely";
import { type Config, ConfigError, readConfig } from "../config/config.ts";
import { openDatabase } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";
import { hasSampleAccounts } from "../samples/accounts.ts";

export async function readSafeConfig(env: NodeJS.ProcessEnv): Promise<Config> {
  const { config, problems } = readSettings(env);
  const isUsable = config?.databaseUrl && !problems.some((problem) => problem.startsWith("DATABASE_URL"));
  if (isUsable && config.env === "production") problems.push(...(await lookAtDatabase(config)));
  if (!config || problems.length > 0) throw new ConfigError(problems, config);
  return config;
}

export function readSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; problems: string[] } {
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

export interface DatabaseFacts {
  superuser: boolean;
  bypass: boolean;
  owner: boolean;
  fsync: boolean;
  samples: boolean;
}

interface UnsafeDatabase {
  is(facts: DatabaseFacts): boolean;
  says: string;
  /** Normal while developing, so only production reports it. */
  productionOnly?: true;
}

export const UNSAFE_DATABASE: Record<string, UnsafeDatabase> = {
  samples: {
    is: ({ samples }) => samples,
    says: "DATABASE_URL leads to a database with the demo accounts: give production a database of its own.",
    productionOnly: true,
  },
  fsync: {
    is: ({ fsync }) => !fsync,
    says: "PostgreSQL runs with fsync off and loses data in a power failure: set fsync = on.",
  },
  superuser: {
    is: ({ superuser }) => superuser,
    says: "The portal connects to PostgreSQL as a superuser, whom row-level security does not bind: give DATABASE_URL a plain role of its own.",
  },
  bypass: {
    is: ({ superuser, bypass }) => bypass && !superuser,
    says: "The portal's role may bypass row-level security and sees every office's rows: as a superuser, run alter role … nobypassrls.",
  },
  owner: {
    is: ({ superuser, owner }) => owner && !superuser,
    says: "The portal connects to PostgreSQL as the owner of its tables or database: give DATABASE_URL a plain role, and DATABASE_MIGRATE_URL the owner.",
    productionOnly: true,
  },
};

export async function readDatabaseFacts(db: Kysely<Database>): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, "samples">>`select
    current_setting('is_superuser') = 'on' as superuser, current_setting('fsync') = 'on' as fsync,
    (select rolbypassrls from pg_roles where rolname = current_user) as bypass,
    exists (select from pg_class where oid = to_regclass('audit') and pg_has_role(relowner, 'usage'))
      or exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'usage')) as owner`.execute(
    db,
  );
  const facts = rows[0] ?? { superuser: true, bypass: true, owner: true, fsync: false };
  // A role that may not even read the accounts is reported for its other faults.
  return { ...facts, samples: await hasSampleAccounts(db).catch(() => false) };
}

export const findUnsafeDatabase = (facts: DatabaseFacts, env: string): string[] =>
  Object.values(UNSAFE_DATABASE)
    .filter(({ is, productionOnly }) => (env === "production" || !productionOnly) && is(facts))
    .map(({ says }) => says);
