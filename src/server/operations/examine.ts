// The checks of `doctor`. Each returns a short sentence when all is well, or throws one with the problem and its solution.
import { constants, existsSync } from "node:fs";
import { access, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { DirectoryInUse } from "../db/directoryLock.ts";
import { isFull } from "../db/failures.ts";
import { OlderSchema, WrongSchema } from "../db/migrate.ts";
import { openDatabase } from "../db/open.ts";
import { hasSampleAccounts } from "../db/samples.ts";
import type { Database } from "../db/schema.ts";
import { FROM_ARCHIVE, nameCommand } from "../nameCommand.ts";
import { createProducts } from "../products/products.ts";
import { readBacklog, tellBacklog } from "./backlog.ts";
import { type Check, Problem, SERVICES, tell } from "./examineServices.ts";
import { explainFailure, MISSING_RIGHT, tellConnection } from "./explainFailure.ts";

export interface Findings {
  fine: string[];
  problems: string[];
}

/** Name of the first check, which may also hang: settings can be files on a disk. */
export const SETTINGS = "The settings";
const NEEDED_MB = 1_024;
const CLOCK_LIMIT_S = 30;
const OLDEST_POSTGRES = 140_000;

/** Is told when each check begins and what it finds, as it happens: a disk that hangs can stop the whole process during a check. */
interface Listener {
  begins(check: string): void;
  finds(check: string, kind: keyof Findings, sentences: string[]): void;
}

export async function examine(
  env: NodeJS.ProcessEnv,
  listener?: Listener,
  which = Object.keys(CHECKS),
): Promise<Findings> {
  listener?.begins(SETTINGS);
  const { config, problems } = readSettings(env);
  const findings: Findings = { fine: problems.length > 0 ? [] : ["The settings can be used."], problems };
  listener?.finds(SETTINGS, problems.length > 0 ? "problems" : "fine", problems.length > 0 ? problems : findings.fine);
  if (!config) return findings;
  // Skips the checks of settings that are wrong, which are reported already.
  const checks = Object.entries(CHECKS).filter(
    ([name]) => which.includes(name) && !problems.some((problem) => problem.startsWith(name)),
  );
  const results: Promise<readonly [keyof Findings, string]>[] = [];
  for (const [name, check] of checks) {
    listener?.begins(name);
    const result = check(config).then(
      (fine) => ["fine", fine] as const,
      (reason) => ["problems", describe(reason)] as const,
    );
    results.push(result);
    result.then(([kind, sentence]) => listener?.finds(name, kind, [sentence]));
    // Lets immediate results be reported before the next check may hang.
    await setImmediate();
  }
  for (const [kind, sentence] of await Promise.all(results)) findings[kind].push(sentence);
  return findings;
}

function readSettings(env: NodeJS.ProcessEnv): { config: Config | undefined; problems: string[] } {
  try {
    return { config: readConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { config: error.config, problems: [...error.problems] };
  }
}

/** Only the kind of an unexpected error: its message may contain an address with a password. */
const describe = (reason: unknown) =>
  reason instanceof Problem ? reason.message : `A check could not be made: ${tell(reason)}.`;

const checkDisk: Check = async ({ dataDir }) => {
  let there = dataDir;
  const isThere = () =>
    access(there).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) there = dirname(there);
  await access(`${there}/.`, constants.W_OK | constants.R_OK).catch((error) => {
    throw new Problem(`DATA_DIR ${dataDir} cannot be written (${tell(error)}): name a folder of the portal's user.`);
  });
  const { bavail, bsize } = await statfs(there);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free < NEEDED_MB)
    throw new Problem(`Only ${free} MB are free in ${dataDir}: make room, ${NEEDED_MB} MB at least.`);
  return `Disk: ${free} MB are free in ${dataDir}.`;
};

const checkDatabase: Check = async (config) => {
  const { databaseUrl: url, dataDir, statementTimeoutMs } = config;
  const directory = join(dataDir, "database");
  if (!url && !existsSync(join(directory, "pg"))) return "Database: the embedded one, which the first start will make.";
  const database = await openDatabase({ url, directory, poolMax: 1, statementTimeoutMs, migrate: false }).catch(
    (error) => {
      if (error instanceof DirectoryInUse) return undefined;
      if (error instanceof OlderSchema && config.migrateOnStart) return undefined;
      if (error instanceof WrongSchema) throw new Problem(error.message);
      if (error.code === MISSING_RIGHT)
        throw new Problem(
          `The role of DATABASE_URL has no rights on the tables: run "${nameCommand("migrate")}" with DATABASE_MIGRATE_URL set to their owner, which grants them.`,
        );
      const known = isFull(error) || !url ? explainFailure(error) : undefined;
      if (known) throw new Problem(known);
      throw new Problem(
        `The database cannot be opened (${tellConnection(error)}): is it running, is DATABASE_URL right, and may its role connect?`,
      );
    },
  );
  if (!database) return "Database: in use by a running portal, or older than this version: the next start updates it.";
  try {
    const wrong = [
      ...(database.embedded ? [] : await findServerFaults(database.db, config)),
      ...(url && config.databaseMigrateUrl ? await findOwnerFaults(database.db, config.databaseMigrateUrl) : []),
      ...tellBacklog(await readBacklog(database.db)),
    ];
    if (wrong.length > 0) throw new Problem(wrong.join(" "));
    return database.embedded
      ? "Database: the embedded one has the tables of this version."
      : "Database: PostgreSQL has the tables of this version, and the clocks agree.";
  } finally {
    await database.close();
  }
};

async function findServerFaults(db: Kysely<Database>, { env, databasePoolMax }: Config): Promise<string[]> {
  const before = Date.now();
  const { rows } = await sql<{
    version: number;
    fsync: string;
    super: string;
    owner: boolean;
    bypass: boolean;
    most: number;
    now: Date;
  }>`select
    current_setting('server_version_num')::int as version, current_setting('fsync') as fsync,
    current_setting('is_superuser') as super, clock_timestamp() as now,
    (select rolbypassrls from pg_roles where rolname = current_user) as bypass,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
    exists (select from pg_class where relname = 'audit' and relowner = current_user::regrole) as owner`.execute(db);
  const { version = 0, fsync, super: superuser, owner, bypass, most = 0, now } = rows[0] ?? {};
  // One more listens for what other processes tell.
  const opened = databasePoolMax + 1;
  const faults = [
    env === "production" &&
      (await hasSampleAccounts(db)) &&
      "The database has the demo accounts: give production a database of its own.",
    version < OLDEST_POSTGRES && "PostgreSQL is older than 14: upgrade it.",
    fsync !== "on" && "PostgreSQL runs with fsync off and loses data in a power failure: set fsync = on.",
    superuser === "on" &&
      "The portal connects to PostgreSQL as a superuser: give DATABASE_URL a plain role of its own.",
    superuser !== "on" &&
      bypass &&
      "The portal's role may bypass row-level security and sees every office's rows: as a superuser, run alter role … nobypassrls.",
    env === "production" &&
      owner &&
      "The portal connects to PostgreSQL as the owner of its tables: give DATABASE_URL a plain role, and DATABASE_MIGRATE_URL the owner.",
    opened > most &&
      `A process opens up to ${opened} connections (DB_POOL_MAX and one), and PostgreSQL allows ${most} for all processes: lower DB_POOL_MAX, or raise max_connections.`,
    Math.abs((now?.getTime() ?? 0) - before) > CLOCK_LIMIT_S * 1_000 &&
      `The clocks of this machine and of PostgreSQL differ by more than ${CLOCK_LIMIT_S} s: set both by NTP.`,
  ];
  return faults.filter((one) => typeof one === "string");
}

/** Commands use this role; a server that runs does not, and works on with a wrong one. */
async function findOwnerFaults(db: Kysely<Database>, url: string): Promise<string[]> {
  try {
    const owner = await openDatabase({ url, poolMax: 1, migrate: "by hand" });
    const told = await Promise.all([readPlace(db), readPlace(owner.db)]).finally(owner.close);
    const [portal, other] = told;
    if (portal?.place !== other?.place)
      return [
        "DATABASE_MIGRATE_URL leads to another database than DATABASE_URL: commands would work on that one. Make them the same.",
      ];
    if (!other?.owner)
      return ["The role of DATABASE_MIGRATE_URL does not own the portal's tables: name the one that made them."];
    return [];
  } catch (error) {
    return [
      `The database cannot be opened by DATABASE_MIGRATE_URL (${tellConnection(error as Error)}): are its role and password right?`,
    ];
  }
}

/** Which database of which server, and whether the role that asks may change the tables. */
async function readPlace(db: Kysely<Database>): Promise<{ place: string; owner: boolean } | undefined> {
  const { rows } = await sql<{ place: string; owner: boolean }>`select
    pg_postmaster_start_time()::text || ' ' || current_database() as place,
    exists (select from pg_class where oid = to_regclass('audit') and pg_has_role(relowner, 'usage')) as owner`.execute(
    db,
  );
  return rows[0];
}

const checkProducts: Check = async ({ dataDir }) => {
  const directory = join(dataDir, "products");
  if (!existsSync(join(directory, "public", "index.json")))
    throw new Problem(
      `No products are published in ${directory}: ${FROM_ARCHIVE ? "start the portal once, which brings its own" : "run npm run publish-products"}.`,
    );
  const products = createProducts(directory);
  const broken: string[] = [];
  const keys = products.index().products.map(({ key }) => key);
  for (const key of keys) await products.current(key).catch(() => broken.push(key));
  await products.portal().catch(() => broken.push("the portal's own forms"));
  if (broken.length > 0) throw new Problem(`Published, but cannot be loaded: ${broken.join(", ")}. Publish again.`);
  return `Products: ${keys.length} are published and can be loaded.`;
};

/** The checks, by the setting that each depends on, in the order of the report. */
const CHECKS: Record<string, Check> = {
  DATA_DIR: checkDisk,
  DATABASE_URL: checkDatabase,
  PRODUCTS: checkProducts,
  ...SERVICES,
};

/** What reads a disk at one go may stop its whole process: it has one of its own. The others wait side by side. */
const ALONE = ["DATABASE_URL", "PRODUCTS"];
export const PROCESSES = [Object.keys(CHECKS).filter((name) => !ALONE.includes(name)), ...ALONE.map((name) => [name])];
export const ORDER = [SETTINGS, ...Object.keys(CHECKS)];
