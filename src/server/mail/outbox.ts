// Transactional outbox: a mail is a row, written with its job in the transaction that it reports on. It is sent at
// least once, with the same Message-ID at every attempt. Several mails are sent concurrently, each with a time limit,
// so that a slow one delays no other. Failures are in the log and in the row. Mail that was given up can be sent again
// with the command `mail`.
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import nodemailer from "nodemailer";
import type { Config } from "../config/config.ts";
import { nameCommand } from "../config/nameCommand.ts";
import type { Db } from "../db/open.ts";
import type { Counts } from "../http/counts.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { describeAnswer, findAnswer, type SmtpError } from "./answers.ts";
import { MAIL, MAIL_TRIES, type MailRow, markFailed, markSent, putJob, putWaiting, takeMail } from "./queue.ts";

interface Mail {
  /** Id of the request that it reports on. */
  call: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Uint8Array }[];
}

export interface Outbox {
  /** Part of the caller's transaction: nothing is sent before it is committed. */
  put(db: Db, mail: Mail): Promise<void>;
  /** Sends the mail that is due. Returns how many were sent. */
  sendWaiting(): Promise<number>;
}

export interface OutboxParts {
  db: Db;
  jobs: Jobs;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "baseUrl">;
  log: Pick<FastifyBaseLogger, "error">;
  counts?: Pick<Counts, "mail">;
  /** Time limit for sending one mail. */
  limitMs?: number;
}

const LIMIT_MS = 30_000;
const HOURLY = { at: "15 * * * *", afterStart: 0 };

type Message = Parameters<ReturnType<typeof nodemailer.createTransport>["sendMail"]>[0] & { messageId: string };

/** Sends one mail to the mail server, or writes it to a file if none is configured. An abort closes the socket. */
type Deliver = (message: Message, signal: AbortSignal) => Promise<void>;

/** A message may not make the mail library read files or fetch addresses. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true };
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

function bySmtp(url: string): Deliver {
  const transport = nodemailer.createTransport({ url, ...SAFE, ...LIMITS });
  return async (message, signal) => {
    await transport.sendMail({ ...message, signal } as Message);
  };
}

function toFiles(folder: string): Deliver {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async (mail) => {
    mkdirSync(folder, { recursive: true });
    const { message } = await transport.sendMail(mail);
    await writeFile(join(folder, `${mail.messageId.slice(1).split("@")[0]}.eml`), message as Buffer);
  };
}

export async function createOutbox(parts: OutboxParts): Promise<Outbox> {
  const { db, jobs, config, log, counts, limitMs = LIMIT_MS } = parts;
  const deliver = config.smtpUrl ? bySmtp(config.smtpUrl) : toFiles(join(config.dataDir, "outbox"));
  const domain = new URL(config.baseUrl).hostname;
  let sent = 0;

  async function send(id: string, stopping: AbortSignal): Promise<void> {
    const mail = await takeMail(db, id);
    if (!mail) return;
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]);
      await deliver(buildMessage(mail, config.mailFrom, domain), signal);
    } catch (error) {
      await recordFailure(mail, error as Error);
      return;
    }
    await markSent(db, mail);
    sent += 1;
    counts?.mail("sent");
  }

  /** Logs the mail's id and not its recipient, which the mail library's error contains. Throws if the mail is to be retried. */
  async function recordFailure(mail: MailRow, error: Error): Promise<void> {
    const { code, responseCode } = error as SmtpError;
    const { permanent } = findAnswer(error);
    const state = await markFailed(db, mail, { reason: describeAnswer(error), permanent });
    counts?.mail(state === "given_up" ? "given_up" : "later");
    if (state !== "given_up")
      throw new Error(
        `Mail ${mail.mail_id} was not sent: ${[code, responseCode].filter(Boolean).join(" ") || "no answer"}`,
      );
    const facts = { mail: mail.mail_id, attempt: mail.attempts, code, answer: responseCode };
    log.error(facts, `mail given up; "${nameCommand("mail list")}" lists it, and "send" sends it again`);
  }

  await jobs.add(MAIL, { ...MAIL_TRIES, run: send });
  await jobs.add("waiting-mail", { cron: HOURLY, run: () => putWaiting(db, jobs) });
  return {
    put: (all, mail) => putMail(all, jobs, mail),
    async sendWaiting() {
      const before = sent;
      await jobs.runDue(MAIL);
      return sent - before;
    },
  };
}

async function putMail(db: Db, jobs: Jobs, { call, recipient, subject, text, attachments }: Mail): Promise<void> {
  const stored = attachments.map((attachment) => ({
    ...attachment,
    content: Buffer.from(attachment.content).toString("base64"),
  }));
  const row = { mail_id: crypto.randomUUID(), call_id: call, recipient, subject: oneLine(subject), text };
  const values = { ...row, attachments: JSON.stringify(stored), sent_at: null, last_error: null };
  await db.insertInto("outbox").values(values).execute();
  await putJob(db, jobs, row);
}

const buildMessage = (mail: MailRow, from: string, domain: string) => ({
  from,
  to: mail.recipient,
  subject: mail.subject,
  text: mail.text,
  messageId: `<${mail.mail_id}@${domain}>`,
  // So that an absence notice does not answer it (RFC 3834).
  headers: { "Auto-Submitted": "auto-generated" },
  attachments: mail.attachments.map((attachment) => ({
    filename: attachment.name,
    contentType: attachment.type,
    content: Buffer.from(attachment.content, "base64"),
  })),
});

/** A subject is one header line. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, " ").slice(0, 200);
