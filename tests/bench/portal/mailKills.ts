// Kills the process that sends mail between the commit that stored the mail and the mark that it was sent: at the first
// command to the mail server, at the receiver, and when the mail server has accepted it. Afterwards every mail was
// sent, and a mail that was sent twice is marked as such.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, openDatabase } from "#server/db/open.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createOutbox, type Outbox } from "#server/mail/outbox.ts";
import { startMailServer } from "../../support/mailServer.ts";

export interface MailReport {
  kills: number;
  mails: number;
  /** Came more than once, with the same Message-ID. */
  twice: number;
  /** Never came, or came more often than it was begun. */
  wrong: string[];
}

/** This process promises mail and sends none. */
const config = { mailFrom: "", dataDir: "", baseUrl: "https://portal.example.com" };
const quiet = { warn: () => undefined, error: () => undefined };
const PER_KILL = 4;
const LONGEST = 20;
const node = join(import.meta.dirname, "../../../node_modules/.bin/node");
const sender = join(import.meta.dirname, "mailSender.ts");

export async function mailKills(url: string, kills: number): Promise<MailReport> {
  const database = await openDatabase({ url });
  const { db, close } = database;
  const jobs = await createJobs({ database, log: quiet });
  const outbox = await createOutbox({ db, jobs, config, log: quiet });
  const mails = await startMailServer();
  let child: ChildProcess | undefined;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await promise(db, outbox, PER_KILL);
      const started = start(url, mails.url);
      child = started;
      // Every word of the mail server is a moment at which the sender may die.
      let left = 1 + Math.floor(Math.random() * LONGEST);
      mails.heard = () => {
        left -= 1;
        if (left === 0) started.kill("SIGKILL");
      };
      await ended(started, () => countWaiting(db));
      mails.heard = undefined;
      await endTries(db);
    }
    child = start(url, mails.url);
    while ((await countWaiting(db)) > 0) await sleep(20);
    return { kills, mails: kills * PER_KILL, ...(await compare(db, mails.ids)) };
  } finally {
    child?.kill("SIGKILL");
    mails.stop();
    await jobs.stop();
    await close();
  }
}

function start(url: string, mailServer: string): ChildProcess {
  return spawn(node, [sender, url, mailServer], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Killed, or all was sent before its moment came. */
async function ended(child: ChildProcess, countLeft: () => Promise<number>): Promise<void> {
  const gone = once(child, "exit");
  while (child.exitCode === null && child.signalCode === null && (await countLeft()) > 0) await sleep(5);
  child.kill("SIGKILL");
  await gone;
}

/** In a transaction, as a request that is sent promises its mail. */
async function promise(db: Db, outbox: Outbox, count: number): Promise<void> {
  const mail = { call: "call", subject: "Uw offerte", text: "Hierbij", attachments: [] };
  await db.transaction().execute(async (all) => {
    for (let id = 0; id < count; id += 1) await outbox.put(all, { ...mail, recipient: `r${id}@example.com` });
  });
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from outbox where state <> 'sent'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** As when the time of its tries is over. */
const endTries = (db: Db) =>
  sql`update jobs.job set state = 'retry', start_after = now() where state in ('active', 'retry')`.execute(db);

async function compare(db: Db, ids: string[]): Promise<Pick<MailReport, "twice" | "wrong">> {
  const rows = await db.selectFrom("outbox").select(["mail_id", "attempts"]).execute();
  const times = new Map<string, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  const wrong = rows
    .map(({ mail_id, attempts }) => ({ mail_id, attempts, came: times.get(`${mail_id}@portal.example.com`) ?? 0 }))
    .filter(({ attempts, came }) => came === 0 || came > attempts)
    .map(({ mail_id, attempts, came }) => `${mail_id} was begun ${attempts} times and came ${came} times`);
  const ownIds = new Set(rows.map(({ mail_id }) => `${mail_id}@portal.example.com`));
  wrong.push(...[...times.keys()].filter((id) => !ownIds.has(id)).map((id) => `${id} is no mail of ours`));
  return { twice: [...times.values()].filter((came) => came > 1).length, wrong };
}
