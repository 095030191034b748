// The part of the portal that sends mail, as a process that may be killed: node mailSender.ts <database> <mail server>.

import { openDatabase } from "#server/db/open.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createOutbox } from "#server/mail/outbox.ts";

const [, , url, smtpUrl] = process.argv;
const database = await openDatabase({ url, migrate: "by hand" });
const quiet = { warn: () => undefined, error: () => undefined };
const config = { smtpUrl, mailFrom: "portaal@example.com", dataDir: "", baseUrl: "https://portal.example.com" };
const jobs = await createJobs({ database, log: quiet });
await createOutbox({ db: database.db, jobs, config, log: quiet });
await jobs.start();
process.send?.("ready");
process.on("disconnect", () => process.exit());
