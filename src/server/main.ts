// Starts the server (settings, bundled products, database, listening) and stops it gracefully. Exits with 78 when the settings are
// wrong.
import { join } from "node:path";
import { buildApp } from "./app.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { DirectoryInUseError } from "./db/engines/directoryLock.ts";
import { WrongSchema } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { CannotListen, explainAddress, explainFailure } from "./operations/explainFailure.ts";
import { readSafeConfig } from "./operations/safeConfig.ts";
import { type MetricsServer, serveMetrics } from "./pages/metricsServer.ts";

/** Exists only in a release archive. */
const BUNDLED = join(import.meta.dirname, "../../products");

interface Start {
  dev: boolean;
}

/** Reports what is wrong with the settings and with the database together. @throws {ConfigError} */
async function readSettings({ dev }: Start): Promise<Config> {
  const config = await readSafeConfig(process.env);
  if (dev && config.env === "production")
    throw new ConfigError(["--dev serves the sources to everybody: it is refused in production."]);
  return config;
}

async function run(options: Start): Promise<void> {
  const config = await readSettings(options);
  const opening = openDatabase({
    url: config.databaseUrl,
    migrateUrl: config.databaseMigrateUrl,
    poolMax: config.databasePoolMax,
    statementTimeoutMs: config.statementTimeoutMs,
    directory: join(config.dataDir, "database"),
    migrate: config.migrateOnStart,
    onLost: restart,
  });
  const database = await reportSlow("opening the database; the first start creates it", opening);
  const development = options.dev
    ? await (await import("./pages/development.ts")).createDevelopment(config)
    : undefined;
  const building = buildApp({ config, database, bundledDir: BUNDLED, ...(development ? { development } : {}) });
  const portal = await reportSlow("reading the products", building);
  let metrics: MetricsServer | undefined;
  let starting: Promise<void> | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(giveUp, config.shutdownDrainMs + config.shutdownGraceMs, config.shutdownGraceMs).unref();
    await starting;
    await development?.close();
    await portal.close();
    metrics?.close();
    await database.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The parent process ended without a signal.
  process.on("disconnect", stop);
  // After the signal handlers are set: once the server listens, it may be stopped at any moment.
  starting = begin();
  await starting;

  async function begin(): Promise<void> {
    const { host, port, metricsAddress } = config;
    const address = await portal.app.listen({ host, port }).catch(explainAddress("PORT or HOST"));
    await portal.jobs.start();
    if (metricsAddress)
      metrics = await serveMetrics(metricsAddress, portal.metrics).catch(explainAddress("METRICS_ADDRESS"));
    process.send?.({ ready: address, env: config.env });
  }
}

const SLOW_MS = 10_000;

/** Prints what the start is waiting for, once that has taken 10 s. */
export function reportSlow<T>(what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`Still starting: ${what} ...\n`), SLOW_MS);
  return work.finally(() => clearTimeout(timer));
}

function giveUp(grace: number): void {
  process.stderr.write(`Not everything was finished within ${grace} ms (SHUTDOWN_GRACE_MS); it ends now.\n`);
  process.exit(1);
}

/** Exits when the embedded database has crashed, so that it is restarted: all calls would fail. Acknowledged data is on disk. */
function restart(error: Error): void {
  process.stderr.write(`${error.message}. Without its database the portal stops too.\n`);
  process.exit(75);
}

/** Returns once the server listens. It runs until SIGTERM. */
export const start = (options: Start): Promise<undefined> =>
  run(options).then(
    () => undefined,
    (error: unknown) => {
      process.stderr.write(`${formatStartError(error)}\n`);
      process.exit(error instanceof ConfigError ? 78 : 1);
    },
  );

/** The message alone for errors that an operator can fix. Otherwise the stack. */
function formatStartError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return String(error);
  const isExpected = [ConfigError, DirectoryInUseError, WrongSchema, CannotListen].some(
    (kind) => error instanceof kind,
  );
  return isExpected ? error.message : (explainFailure(error) ?? error.stack);
}
