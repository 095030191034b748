// `npm run bench:processes [-- --seconds 180 --brokers 12]`: three processes on one PostgreSQL, each call to any of them, one after
// the other killed. Prints counts; ends with 1 when something was lost or doubled.
import { parseArgs } from "node:util";
import { openMeasuringServer } from "../support/postgres.ts";
import { processesRun } from "./portal/processesRun.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "180" }, brokers: { type: "string", default: "12" } },
});
const server = await openMeasuringServer();
if (!server) throw new Error("No PostgreSQL found (set DATABASE_URL).");
try {
  const enough = (_kills: number, seconds: number) => seconds > Number(values.seconds);
  const report = await processesRun({ url: server.url, brokers: Number(values.brokers), enough, between: 60 });
  const { kills, saves, submits, uploads, done, undone, twice, given, lost } = report;
  console.log(`three processes on PostgreSQL ${server.version} for ${values.seconds} s, ${kills} times kill -9`);
  console.log(`  acknowledged: ${saves} saves, ${submits} submits, ${uploads.length} files`);
  console.log(`  under way at a kill: ${done} were done, ${undone} were not; mail sent twice with its mark: ${twice}`);
  console.log(`  calls of each process: ${given.join(", ")}`);
  console.log(`  lost, doubled or half done: ${lost.length}`);
  for (const one of lost) console.log(`  ${one}`);
  if (lost.length > 0) process.exitCode = 1;
} finally {
  await server.close();
}
