// `npm run openapi`: writes schemas/api/openapi.json from the routes of a server that does not listen. The file is not committed.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "#engine/schema/types.ts";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { type OpenDatabase, openDatabase } from "../../db/open.ts";
import { buildOpenApi } from "../../pages/openApi/document.ts";

const OPENAPI = join(import.meta.dirname, "../../../../schemas/api/openapi.json");

export async function describeCalls(database: OpenDatabase): Promise<JsonObject> {
  const dataDir = mkdtempSync(join(tmpdir(), "openapi-"));
  const config = readConfig({ APP_ENV: "test", DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "off" });
  const { app, routes } = await buildApp({ config, database });
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  return buildOpenApi(routes);
}

export async function writeOpenApi(): Promise<string> {
  const database = await openDatabase({});
  writeFileSync(OPENAPI, `${JSON.stringify(await describeCalls(database), null, 2)}\n`);
  await database.close();
  return `Wrote ${OPENAPI}.`;
}
