// The real server in this process, on a free port, with the sample data in memory. Nothing of it is replaced but the page,
// so that it needs no built app; the page carries the token all the same.

import { buildApp, type Portal } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open.ts";
import { publishedFolder } from "./workshop.ts";

export interface RunningServer {
  origin: string;
  portal: Portal;
  /** Where the products are published. */
  productsDir: string;
  stop(): Promise<void>;
}

const page =
  '<!doctype html><html lang="nl"><head><meta name="csrf-token" content=""><title>Portal</title></head></html>';

export async function startServer(today: string): Promise<RunningServer> {
  const config = readConfig({ APP_ENV: "test", TODAY: today, LOG_LEVEL: "silent", RATE_LIMIT_PER_MINUTE: "1000000" });
  const database = await openDatabase({});
  const productsDir = await publishedFolder();
  const development = { page: async () => page, attach: async () => {} };
  const portal = await buildApp({ config, database, productsDir, development });
  const origin = await portal.app.listen({ host: "127.0.0.1", port: 0 });
  const stop = async () => {
    await portal.app.close();
    await database.close();
  };
  return { origin, portal, productsDir, stop };
}
