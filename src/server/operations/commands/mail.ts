// `mail`: lists mail that was given up, and requeues it for the running portal. With the embedded database the portal must be stopped.

import { nameCommand } from "../../config/nameCommand.ts";
import type { OpenDatabase } from "../../db/open.ts";
import { withJobs } from "../../jobs/jobs.ts";
import { listGivenUp, MAIL, MAIL_TRIES, sendAgain } from "../../mail/queue.ts";
import { withData } from "../withData.ts";

const USAGE = `Usage: ${nameCommand("mail list | send <id> | send all")}`;

export async function answerMail(database: OpenDatabase, [command, which]: string[]): Promise<string> {
  if (command === "send" && which) {
    const count = await withJobs(database, [MAIL, MAIL_TRIES], (jobs) => sendAgain(database.db, jobs, which));
    if (count === 0 && which !== "all")
      throw new Error(`No mail ${which} was given up: see "${nameCommand("mail list")}".`);
    return `${count} mails wait to be sent again.`;
  }
  if (command !== "list") throw new Error(USAGE);
  const mails = await listGivenUp(database.db);
  const lines = mails.map((mail) =>
    [mail.mail_id, mail.created_at.toISOString(), `${mail.attempts} tries`, mail.recipient, mail.last_error].join("  "),
  );
  return [...lines, `${mails.length} mails were given up.`].join("\n");
}

export const run = (): Promise<void> => withData(false, ({ database }) => answerMail(database, process.argv.slice(2)));
