// `retention`: lists how long each kind of data is kept and how much would be deleted now. `retention --now` deletes
// it, including old lines of the audit trail, which only this command deletes. With the embedded database the portal
// must be stopped.
import { createClock } from "../../config/clock.ts";
import type { Config } from "../../config/config.ts";
import { nameCommand } from "../../config/nameCommand.ts";
import { type RETENTION, retentionSetting } from "../../config/settings.ts";
import type { Db } from "../../db/open.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { type PurgeCounts, purge, purgeTrail } from "../../privacy/purge.ts";
import type { Data } from "../withData.ts";

/** The retention periods that apply to each kind. */
const KEPT_BY: Record<Exclude<keyof PurgeCounts, "contents" | "sessions"> | "audit", (keyof typeof RETENTION)[]> = {
  requests: ["temporary", "draft"],
  files: ["files"],
  quotations: ["quotation", "declined"],
  policies: ["policy"],
  damages: ["policy"],
  invoices: ["policy"],
  relations: ["relation"],
  events: ["event"],
  keys: ["key"],
  mail: ["mail", "unsent_mail"],
  audit: ["audit"],
};

/** Runs retention in a transaction that is rolled back. Does not count contents outside the database. */
async function preview(db: Db, config: Config): Promise<PurgeCounts & { audit: number }> {
  const rolledBack = new Error("preview rolled back");
  let result: (PurgeCounts & { audit: number }) | undefined;
  const clock = createClock(config.today);
  await db
    .transaction()
    .execute(async (all) => {
      const purged = await purge(all, { clock, config, batch: 1_000, batches: Number.POSITIVE_INFINITY });
      const old = new Date(clock.now().getTime() - config.retention.audit * 86_400_000);
      const { rows } = await all
        .selectFrom("audit")
        .select(({ fn }) => fn.countAll<number>().as("rows"))
        .where("at", "<", old)
        .executeTakeFirstOrThrow();
      result = { ...purged, audit: Number(rows) };
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return result as PurgeCounts & { audit: number };
}

async function remove(db: Db, config: Config): Promise<PurgeCounts & { audit: number }> {
  const clock = createClock(config.today);
  const options = { clock, config, sweepFiles: createFileStore(config).sweep, batches: Number.POSITIVE_INFINITY };
  // The audit trail first: a role other than the owner is refused there, before anything is deleted.
  const audit = await purgeTrail(db, options);
  return { ...(await purge(db, options)), audit };
}

export async function runRetention(
  { db, config }: Pick<Data, "db" | "config">,
  { now }: { now: boolean },
): Promise<string> {
  const purged = now ? await remove(db, config) : await preview(db, config);
  const lines = Object.entries(KEPT_BY).map(([kind, whose]) => {
    const days = whose.map((what) => `${retentionSetting(what)}=${config.retention[what]}`).join(" ");
    return `${kind.padEnd(12)}${String(purged[kind as keyof typeof purged]).padStart(8)}  ${days}`;
  });
  const end = now
    ? `Deleted, with ${purged.sessions} sessions and the contents of ${purged.contents} files.`
    : `Nothing was deleted. The portal deletes it once a day, except for the audit trail; "${nameCommand("retention --now")}" deletes all of it now.`;
  return [...lines, end].join("\n");
}
