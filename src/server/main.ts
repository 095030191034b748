// Starts the server: settings, lock, database, products, listening, in that order; stops it without losing an answer that
// is under way. Exit code 78: the settings are wrong. `--dev` serves the sources; `--content <folder>` takes schemas and
// fixtures from elsewhere, for tests that change them.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildApp } from "./app.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DirectoryInUse } from "./db/directoryLock.ts";
import { pendingMigrations } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase({
    url: config.databaseUrl,
    poolMax: config.databasePoolMax,
    statementTimeoutMs: config.statementTimeoutMs,
    directory: join(config.dataDir, "database"),
    migrate: config.migrateOnStart,
    onLost: restart,
  });
  const waiting = await pendingMigrations(database.db);
  if (waiting.length > 0)
    throw new Error(`The database lacks ${waiting.join(", ")}; start once with MIGRATE_ON_START=on.`);
  const { dev, content } = parseArgs({ options: { dev: { type: "boolean" }, content: { type: "string" } } }).values;
  const development = dev ? await (await import("./development.ts")).createDevelopment(config, content) : undefined;
  const portal = await buildApp({ config, database, ...(development ? { development } : {}) });
  const address = await portal.app.listen({ host: config.host, port: config.port });
  portal.outbox.start();
  process.send?.({ ready: address });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    portal.drain();
    setTimeout(() => process.exit(1), config.shutdownGraceMs).unref();
    await development?.close();
    await portal.app.close();
    await portal.outbox.stop();
    await database.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Without its database a portal that stays up answers errors for ever. What was acknowledged is on disk. */
function restart(error: Error): void {
  process.stderr.write(`${error.message}. Without its database the portal stops too.\n`);
  process.exit(75);
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || error instanceof DirectoryInUse;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(error instanceof ConfigError ? 78 : 1);
});
