// Once before the stories: the data directory that every portal of theirs begins with a copy of, where the test command made none.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeModel } from "../../support/setup.ts";

export default async function setup(): Promise<undefined | (() => Promise<void>)> {
  if (process.env.PORTAL_MODEL) return;
  const folder = await mkdtemp(join(tmpdir(), "portal-model-"));
  await makeModel(folder);
  process.env.PORTAL_MODEL = folder;
  return () => rm(folder, { recursive: true, force: true });
}
