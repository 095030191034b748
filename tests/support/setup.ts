// Runs once before the tests in Node: a migrated database with the sample data, and published products, made here or by the
// test command for all its stages, with the OpenAPI document of its calls. Test files open copies (model.ts), because making one takes longer than most of them.
// Removes temporary files at the end.
import { cpSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { publish } from "#content/publish/publish.ts";
import { openDatabase } from "#server/db/open.ts";
import { describeCalls } from "#server/operations/archive/writeOpenApi.ts";
import { takeIn } from "#server/products/releaseStore.ts";
import { seedAccounts } from "#server/samples/accounts.ts";
import { seedPortfolio } from "#server/samples/seed.ts";

const schemas = join(import.meta.dirname, "../../schemas");

export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const folder = config.env.TMPDIR as string;
  const { PORTAL_MODEL: made } = process.env;
  const model = join(folder, "model");
  if (made) cpSync(made, model, { recursive: true });
  else await makeModel(model);
  return () => rm(folder, { recursive: true, force: true });
}

/** A data directory as `npm start` makes one. */
export async function makeModel(model: string): Promise<void> {
  await mkdir(model, { recursive: true });
  await publish(schemas, join(model, "products"));
  await makeDatabase(model);
}

async function makeDatabase(model: string): Promise<void> {
  const database = await openDatabase({ directory: join(model, "database") });
  await seedAccounts(database.db);
  await seedPortfolio(database.db);
  await takeIn(database.db, join(model, "products"));
  writeFileSync(join(model, "openapi.json"), JSON.stringify(await describeCalls(database)));
  await database.close();
}
