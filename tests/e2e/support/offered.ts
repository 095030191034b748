// Other products on offer in a portal for a while: the other stories of the portal find afterwards what was there before.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Portal } from "../../support/portal.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** `offer` publishes into the folder of the portal that it gets. */
export async function whileOffered(
  portal: Portal,
  offer: (folder: string) => Promise<unknown>,
  use: () => Promise<void>,
): Promise<void> {
  const published = join(portal.dataDir, "products");
  const before = mkdtempSync(join(temporaryFolder(), "before-"));
  cpSync(published, before, { recursive: true });
  try {
    await offer(published);
    await use();
  } finally {
    cpSync(before, published, { recursive: true });
    rmSync(before, { recursive: true });
  }
}
