// `mail`: lists mail that was given up, and requeues it for the running portal. With the embedded database the portal must be stopped.
import { nameCommand } from "../../config/nameCommand.ts";
import { withJobs } from "../../jobs/jobs.ts";
import { listGivenUp, MAIL, MAIL_TRIES, sendAgain } from "../../mail/queue.ts";
import type { Data } from "../withData.ts";

export async function list({ db }: Pick<Data, "db">): Promise<string> {
  const mails = await listGivenUp(db);
  const lines = mails.map((mail) =>
    [mail.mail_id, mail.created_at.toISOString(), `${mail.attempts} tries`, mail.recipient, mail.last_error].join("  "),
  );
  return [...lines, `${mails.length} mails were given up.`].join("\n");
}

export async function send({ database }: Pick<Data, "database">, { which }: { which: string }): Promise<string> {
  const count = await withJobs(database, [MAIL, MAIL_TRIES], (jobs) => sendAgain(database.db, jobs, which));
  if (count === 0 && which !== "all")
    throw new Error(`No mail ${which} was given up: see "${nameCommand("mail list")}".`);
  return `${count} mails wait to be sent again.`;
}
