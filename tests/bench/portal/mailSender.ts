// The part of the portal that sends mail, as a process that may be killed: node mailSender.ts <database> <mail server>.

import { openDatabase } from "#server/db/open.ts";
import { createOutbox } from "#server/mail/outbox.ts";

const [, , url, smtpUrl] = process.argv;
const { db } = await openDatabase({ url, migrate: "by hand" });
const quiet = { warn: () => undefined, error: () => undefined };
const config = { smtpUrl, mailFrom: "portaal@example.com", dataDir: "", baseUrl: "https://portal.example.com" };
createOutbox({ db, config, log: quiet }).start();
process.send?.("ready");
process.on("disconnect", () => process.exit());
