// `handover`: what no system of others took, and who is told what; with the embedded database while the portal is stopped.
import { answer } from "../handover/commands.ts";
import { HANDOVER, HANDOVER_TIMES } from "../handover/handover.ts";
import { withJobs } from "../jobs/jobs.ts";
import { withData } from "./withData.ts";

const QUEUES = ["send", "replay"];

await withData(false, async ({ db, database, config }) => {
  const args = process.argv.slice(2);
  const said = await answer(db, config, args);
  if (QUEUES.includes(args[0] ?? ""))
    await withJobs(database, [HANDOVER, HANDOVER_TIMES], (jobs) => jobs.put(db, HANDOVER, ""));
  return said;
});
