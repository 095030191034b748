// Sends what transactions promised. A mail is a row written together with the fact it reports; here it is sent at least
// once, with the same Message-ID at every try. Without an SMTP address it becomes a file in the data directory.
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import nodemailer from "nodemailer";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";

export interface Mail {
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Uint8Array }[];
}

export interface Outbox {
  /** Part of the caller's transaction: nothing is sent before it is committed. */
  put(db: Db, mail: Mail): Promise<void>;
  /** Sends what waits; answers how many were sent. */
  sendWaiting(): Promise<number>;
  start(): void;
  stop(): Promise<void>;
}

const MAX_ATTEMPTS = 20;
const EVERY_MS = 5_000;

export function createOutbox(db: Db, config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "baseUrl">): Outbox {
  const deliver = config.smtpUrl ? bySmtp(config.smtpUrl) : toFiles(join(config.dataDir, "outbox"));
  const domain = new URL(config.baseUrl).hostname;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> = Promise.resolve(0);

  async function put(executor: Db, mail: Mail): Promise<void> {
    const attachments = mail.attachments.map((one) => ({
      ...one,
      content: Buffer.from(one.content).toString("base64"),
    }));
    await executor
      .insertInto("outbox")
      .values({
        mail_id: crypto.randomUUID(),
        recipient: mail.recipient,
        subject: oneLine(mail.subject),
        text: mail.text,
        attachments: JSON.stringify(attachments),
        sent_at: null,
        last_error: null,
      })
      .execute();
  }

  /** Takes a mail for a minute, so that two processes do not send it both; a crash gives it back after that minute. */
  async function take() {
    const due = db
      .selectFrom("outbox")
      .select("mail_id")
      .where("sent_at", "is", null)
      .where("attempts", "<", MAX_ATTEMPTS)
      .where("next_attempt_at", "<=", sql<Date>`now()`)
      .orderBy("next_attempt_at")
      .limit(1)
      .forUpdate()
      .skipLocked();
    return db
      .updateTable("outbox")
      .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: sql<Date>`now() + interval '1 minute'` })
      .where("mail_id", "in", due)
      .returningAll()
      .executeTakeFirst();
  }

  async function sendWaiting(): Promise<number> {
    let sent = 0;
    for (let mail = await take(); mail; mail = await take()) {
      try {
        await deliver({
          from: config.mailFrom,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text,
          messageId: `<${mail.mail_id}@${domain}>`,
          attachments: mail.attachments.map((one) => ({
            filename: one.name,
            contentType: one.type,
            content: Buffer.from(one.content, "base64"),
          })),
        });
        await db
          .updateTable("outbox")
          .set({ sent_at: sql<Date>`now()`, last_error: null })
          .where("mail_id", "=", mail.mail_id)
          .execute();
        sent += 1;
      } catch (error) {
        const wait = Math.min(2 ** mail.attempts, 900);
        const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 300);
        await db
          .updateTable("outbox")
          .set({ last_error, next_attempt_at: new Date(Date.now() + wait * 1_000) })
          .where("mail_id", "=", mail.mail_id)
          .execute();
      }
    }
    return sent;
  }

  const turn = () => {
    running = sendWaiting().catch(() => 0);
    return running.then(() => {
      if (timer) timer = setTimeout(turn, EVERY_MS).unref();
    });
  };
  return {
    put,
    sendWaiting,
    start() {
      timer = setTimeout(turn, 500).unref();
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
    },
  };
}

type Message = Parameters<ReturnType<typeof nodemailer.createTransport>["sendMail"]>[0] & { messageId: string };

function bySmtp(url: string): (mail: Message) => Promise<void> {
  const transport = nodemailer.createTransport(url, { disableFileAccess: true, disableUrlAccess: true });
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

function toFiles(folder: string): (mail: Message) => Promise<void> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async (mail) => {
    mkdirSync(folder, { recursive: true });
    const { message } = await transport.sendMail(mail);
    await writeFile(join(folder, `${mail.messageId.slice(1).split("@")[0]}.eml`), message as Buffer);
  };
}

/** A subject is one header line. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, " ").slice(0, 200);
