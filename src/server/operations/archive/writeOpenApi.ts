// `npm run openapi`: writes schemas/api/openapi.json from the routes of a server that does not listen, with an empty in-memory database.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../app.ts";
import { readConfig } from "../../config/config.ts";
import { openDatabase } from "../../db/open.ts";
import { buildOpenApi } from "../../pages/openApi/document.ts";

export const OPENAPI = join(import.meta.dirname, "../../../../schemas/api/openapi.json");
export const writeDocument = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

export async function writeOpenApi(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "openapi-"));
  const config = readConfig({ APP_ENV: "test", DATA_DIR: dataDir, LOG_LEVEL: "silent", SAMPLE_DATA: "off" });
  const database = await openDatabase({});
  const { app, routes } = await buildApp({ config, database });
  writeFileSync(OPENAPI, writeDocument(buildOpenApi(routes)));
  await app.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  return `Wrote ${OPENAPI}.`;
}
