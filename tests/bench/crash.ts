// `npm run bench:crash [-- --cycles 50 --brokers 4 --engine both]`: kill -9 while brokers save and send; nothing that was
// acknowledged may be missing afterwards, and no request may have two numbers. Prints counts; ends with 1 when it found
// something.
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openMeasuringServer } from "../support/postgres.ts";
import { type CrashOptions, crashRun } from "./portal/crashRun.ts";

const { values } = parseArgs({
  options: {
    cycles: { type: "string", default: "50" },
    brokers: { type: "string", default: "4" },
    engine: { type: "string", default: "embedded" },
  },
});
const options: CrashOptions = {
  cycles: Number(values.cycles),
  brokers: Number(values.brokers),
  onCycle(cycle, { saves, submits, lost }) {
    if (cycle % 10 === 0) console.log(`  ${cycle} kills: ${saves} saves, ${submits} submits, ${lost.length} lost`);
  },
};

async function run(title: string, databaseUrl?: string): Promise<void> {
  console.log(`\n${title}`);
  const begun = performance.now();
  const report = await crashRun({ ...options, databaseUrl });
  const { kills, saves, submits, done, undone, lost, slowestStart } = report;
  console.log(`  ${kills} times kill -9 in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  console.log(`  acknowledged: ${saves} saves, ${submits} submits; missing, doubled or half done: ${lost.length}`);
  console.log(`  under way at the kill: ${done} were done, ${undone} were not, none half`);
  console.log(`  slowest start ${(slowestStart / 1_000).toFixed(1)} s; machine load ${loadavg()[0]?.toFixed(1)}`);
  for (const one of lost) console.log(`  ${one}`);
  if (lost.length > 0) process.exitCode = 1;
}

if (values.engine !== "postgres") await run("Embedded database");
if (values.engine !== "embedded") {
  const server = await openMeasuringServer();
  if (!server) console.log("\nNo PostgreSQL found (set DATABASE_URL).");
  else
    try {
      await run(`PostgreSQL ${server.version}`, server.url);
    } finally {
      await server.close();
    }
}
