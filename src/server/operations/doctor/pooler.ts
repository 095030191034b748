// Checks a connection pooler between portal and PostgreSQL: it must give each connection a session of its own (PgBouncer:
// `pool_mode = session`). Otherwise settings of a session, such as its time limit, go to other callers.
import { sql } from "kysely";
import type { Config } from "../../config/config.ts";
import { listSessionSettings } from "../../db/engines/serverPool.ts";
import { type Db, openDatabase } from "../../db/open.ts";

const SHARED =
  "A connection pooler shares connections between transactions: time limits of the portal are off. Set its pool_mode to session.";

/** Two connections that are open at the same time have the same backend only when a pooler lends it by transaction. */
export async function findPoolerFaults({ databaseUrl: url, statementTimeoutMs }: Config): Promise<string[]> {
  const connect = () => openDatabase({ url, poolMax: 1, statementTimeoutMs, migrate: "by hand" });
  const both = [await connect(), await connect()] as const;
  try {
    const [first, second] = [await readSession(both[0].db), await readSession(both[1].db)];
    if (first?.pid === second?.pid) return [SHARED];
    return Object.entries(listSessionSettings(statementTimeoutMs)).flatMap(([name, wanted]) => {
      const value = first?.settings[name.toLowerCase()];
      return value === wanted
        ? []
        : [`PostgreSQL has ${name} "${value}" in the portal's sessions instead of "${wanted}".`];
    });
  } finally {
    for (const { close } of both) await close();
  }
}

async function readSession(db: Db) {
  const { rows } = await sql<{ pid: number; settings: Record<string, string> }>`select pg_backend_pid() as pid,
    (select json_object_agg(lower(name), setting) from pg_settings) as settings`.execute(db);
  return rows[0];
}
