// `handover`: lists and resends events that were not delivered, and manages receivers. With the embedded database the portal must be
// stopped.
import { answer } from "../../handover/commands.ts";
import { HANDOVER, HANDOVER_TIMES } from "../../handover/handover.ts";
import { withJobs } from "../../jobs/jobs.ts";
import { withData } from "../withData.ts";

const QUEUES = ["send", "replay"];

await withData(false, async ({ db, database, config }) => {
  const args = process.argv.slice(2);
  const said = await answer(db, config, args);
  if (QUEUES.includes(args[0] ?? ""))
    await withJobs(database, [HANDOVER, HANDOVER_TIMES], (jobs) => jobs.put(db, HANDOVER, ""));
  return said;
});
