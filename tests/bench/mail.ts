// `npm run bench:mail [-- --kills 100]`: what sends mail is killed with kill -9 between the commit and the mark. Prints counts; ends
// with 1 when a mail is missing or came twice without its mark.
import { parseArgs } from "node:util";
import { openMeasuringServer } from "../support/postgres.ts";
import { mailKills } from "./portal/mailKills.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const server = await openMeasuringServer();
if (!server) throw new Error("No PostgreSQL found (set DATABASE_URL).");
try {
  const { kills, mails, twice, wrong } = await mailKills(server.url, Number(values.kills));
  console.log(`${mails} mails, ${kills} times kill -9 between commit and mark, on PostgreSQL ${server.version}`);
  console.log(`  came twice with the same Message-ID: ${twice}; missing or twice without their mark: ${wrong.length}`);
  for (const one of wrong) console.log(`  ${one}`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await server.close();
}
