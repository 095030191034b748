// Other products on offer in a portal for a while: the other stories of the portal find afterwards what was there before.
import { join } from "node:path";
import { listReleases, readLog, rollBack, writeLog } from "#content/publish/releases.ts";
import type { Portal } from "../../support/portal.ts";

/** `offer` publishes into the folder of the portal that it gets. */
export async function whileOffered(
  portal: Portal,
  offer: (folder: string) => Promise<unknown>,
  use: () => Promise<void>,
): Promise<void> {
  const published = join(portal.dataDir, "products");
  const findOffered = () => listReleases(published).find(({ state }) => state === "on offer")?.name;
  const before = findOffered();
  try {
    await offer(published);
    await use();
  } finally {
    const log = readLog(published);
    const act = { author: "", note: "", at: new Date() };
    if (findOffered() !== before) writeLog(published, [...log, rollBack(log, before, act)]);
  }
}
