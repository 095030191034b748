// `mail` for operators: lists the mail that was given up, and lets it be sent again by the running portal. Reads the
// settings of the portal; with the embedded database the portal has to be stopped meanwhile.
import { join } from "node:path";
import { readConfig } from "../config.ts";
import { type OpenDatabase, openDatabase } from "../db/open.ts";
import { createJobs } from "../jobs/jobs.ts";
import { listGivenUp, sendAgain } from "../mail/queue.ts";
import { runCommand } from "./runCommand.ts";

const USAGE = "portal mail list | send <id> | send all";

async function answer(database: OpenDatabase, [command, which]: string[]): Promise<string> {
  if (command === "send" && which) {
    const jobs = await createJobs({ database, log: console });
    const count = await sendAgain(database.db, jobs, which);
    await jobs.stop();
    return `${count} mails wait to be sent again.`;
  }
  if (command !== "list") throw new Error(USAGE);
  const mails = await listGivenUp(database.db);
  const lines = mails.map((mail) =>
    [mail.mail_id, mail.created_at.toISOString(), `${mail.attempts} tries`, mail.recipient, mail.last_error].join("  "),
  );
  return [...lines, `${mails.length} mails were given up.`].join("\n");
}

await runCommand(async () => {
  const { databaseUrl: url, dataDir } = readConfig(process.env);
  const database = await openDatabase({ url, directory: join(dataDir, "database"), migrate: false });
  try {
    return await answer(database, process.argv.slice(2));
  } finally {
    await database.close();
  }
});
