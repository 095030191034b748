// The checks of `doctor` for the database: version, roles, clocks, a pooler in between, and the queues in it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../../config/config.ts";
import { nameCommand } from "../../config/nameCommand.ts";
import { type SealVerification, verifyTrail } from "../../db/auditSeals.ts";
import { DirectoryInUseError } from "../../db/engines/directoryLock.ts";
import { isFull } from "../../db/failures/failures.ts";
import { OlderSchema, WrongSchema } from "../../db/migrate.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { describeBacklog, readBacklog } from "../../jobs/backlog.ts";
import { explainFailure, MISSING_RIGHT, tellConnection } from "../explainFailure.ts";
import { findUnsafeDatabase, readDatabaseFacts } from "../safeConfig.ts";
import { type Check, Problem } from "./examineServices.ts";

const CLOCK_LIMIT_S = 30;
const OLDEST_POSTGRES = 140_000;
/** The whole trail may take longer than doctor has: `audit verify` reads it. */
const VERIFIED_SEALS = 200;

export const checkDatabase: Check = async (config) => {
  const { databaseUrl: url, dataDir, statementTimeoutMs } = config;
  const directory = join(dataDir, "database");
  if (!url && !existsSync(join(directory, "pg"))) return "Database: the embedded one, which the first start will make.";
  const database = await openDatabase({ url, directory, poolMax: 1, statementTimeoutMs, migrate: false }).catch(
    (error) => explainOpening(error, config),
  );
  if (!database) return "Database: in use by a running portal, or older than this version: the next start updates it.";
  try {
    const wrong = [
      ...(database.embedded ? [] : await findServerFaults(database.db, config)),
      ...(url && config.databaseMigrateUrl ? await findOwnerFaults(database.db, config.databaseMigrateUrl) : []),
      ...describeBacklog(await readBacklog(database.db)),
      ...findBrokenTrail(await verifyTrail(database.db, VERIFIED_SEALS)),
    ];
    if (wrong.length > 0) throw new Problem(wrong.join(" "));
    return database.embedded
      ? "Database: the embedded one has the tables of this version."
      : "Database: PostgreSQL has the tables of this version, and the clocks agree.";
  } finally {
    await database.close();
  }
};

/** Returns undefined for a database that the next start opens. */
function explainOpening(error: Error & { code?: string }, { databaseUrl: url, migrateOnStart }: Config): undefined {
  if (error instanceof DirectoryInUseError || (error instanceof OlderSchema && migrateOnStart)) return;
  if (error instanceof WrongSchema) throw new Problem(error.message);
  if (error.code === MISSING_RIGHT)
    throw new Problem(
      `The role of DATABASE_URL has no rights on the tables: run "${nameCommand("migrate")}" with DATABASE_MIGRATE_URL set to their owner, which grants them.`,
    );
  const says = `The database cannot be opened (${tellConnection(error)}): is it running, is DATABASE_URL right, and may its role connect?`;
  throw new Problem((isFull(error) || !url ? explainFailure(error) : undefined) ?? says);
}

const findBrokenTrail = ({ broken }: SealVerification): string[] =>
  broken ? [`${broken} Keep the database as it is, and compare it with the exported trail.`] : [];

/** Of two clocks read at the same moment, in milliseconds. */
export const findClockFault = (ours: number, theirs: number): string | false =>
  Math.abs(theirs - ours) > CLOCK_LIMIT_S * 1_000 &&
  `The clocks of this machine and of PostgreSQL differ by more than ${CLOCK_LIMIT_S} s: set both by NTP.`;

async function findServerFaults(db: Db, config: Config): Promise<string[]> {
  const before = Date.now();
  const { rows } = await sql<{ version: number; most: number; now: Date; readOnly: string }>`select
    current_setting('server_version_num')::int as version, clock_timestamp() as now,
    current_setting('transaction_read_only') as "readOnly",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`.execute(
    db,
  );
  const { version = 0, most = 0, now, readOnly } = rows[0] ?? {};
  const opened = config.databasePoolMax;
  const faults = [
    version < OLDEST_POSTGRES && "PostgreSQL is older than 14: upgrade it.",
    readOnly === "on" &&
      "PostgreSQL is read-only: brokers can read, but nothing is stored. Is it a standby, or is its storage used up? DATABASE_URL must lead to the primary.",
    opened > most &&
      `A process opens up to ${opened} connections (DB_POOL_MAX), and PostgreSQL allows ${most} for all processes: lower DB_POOL_MAX, or raise max_connections.`,
    findClockFault(before, now?.getTime() ?? 0),
  ];
  return [
    ...findUnsafeDatabase(await readDatabaseFacts(db), config.env),
    ...faults.filter((fault) => typeof fault === "string"),
    ...(await findPoolerFaults(db, config)),
  ];
}

/** Commands use this role. A running server does not, and continues with a wrong one. */
async function findOwnerFaults(db: Db, url: string): Promise<string[]> {
  try {
    const owner = await openDatabase({ url, poolMax: 1, migrate: "by hand" });
    const [portal, other] = await Promise.all([readPlace(db), readPlace(owner.db)]).finally(owner.close);
    if (portal?.place !== other?.place)
      return [
        "DATABASE_MIGRATE_URL leads to another database than DATABASE_URL: commands would work on that one. Make them the same.",
      ];
    if (other?.owner) return [];
    return ["The role of DATABASE_MIGRATE_URL does not own the portal's tables: name the one that made them."];
  } catch (error) {
    return [
      `The database cannot be opened by DATABASE_MIGRATE_URL (${tellConnection(error as Error)}): are its role and password right?`,
    ];
  }
}

/** Which database of which server and which session, and whether the role may change the tables. */
async function readPlace(db: Db): Promise<{ place: string; pid: number; owner: boolean } | undefined> {
  const { rows } = await sql<{ place: string; pid: number; owner: boolean }>`select
    pg_postmaster_start_time()::text || ' ' || current_database() as place, pg_backend_pid() as pid,
    exists (select from pg_class where oid = to_regclass('audit') and pg_has_role(relowner, 'usage')) as owner`.execute(
    db,
  );
  return rows[0];
}

/**
 * A pooler must give each connection a session of its own: otherwise settings of a session, such as its time limit, go to other
 * callers. Two open connections have the same backend only when a pooler lends it by transaction.
 */
async function findPoolerFaults(db: Db, { databaseUrl: url, statementTimeoutMs }: Config): Promise<string[]> {
  const second = await openDatabase({ url, poolMax: 1, statementTimeoutMs, migrate: "by hand" });
  const [place, other] = [await readPlace(db), await readPlace(second.db).finally(second.close)];
  return place?.pid === other?.pid
    ? [
        "A connection pooler shares connections between transactions: time limits of the portal are off. Set its pool_mode to session.",
      ]
    : [];
}
