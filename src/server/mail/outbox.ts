// Transactional outbox: a mail is a row written in the transaction that it reports, and is sent at least once, with the same
// Message-ID at every try. Several are sent at once and each has a time limit, so that a slow one delays no other. Failures
// are in the log and in the row; mail that was given up waits for `npm run mail`.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../config.ts";
import type { Counts } from "../counts.ts";
import type { Db } from "../db/open.ts";
import { bySmtp, classifyFailure, toFiles } from "./delivery.ts";
import { type MailRow, markFailed, markSent, takeNext } from "./queue.ts";

export interface Mail {
  /** The call that it reports on. */
  call: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: { name: string; type: string; content: Uint8Array }[];
}

export interface Outbox {
  /** Part of the caller's transaction: nothing is sent before it is committed. */
  put(db: Db, mail: Mail): Promise<void>;
  /** Sends all waiting mail; returns how many were sent. */
  sendWaiting(): Promise<number>;
  start(): void;
  /** Waits a moment for connections in progress, then closes them; those mails are sent at the next start. */
  stop(): Promise<void>;
}

export interface OutboxParts {
  db: Db;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "baseUrl">;
  log: Pick<FastifyBaseLogger, "warn" | "error">;
  counts?: Pick<Counts, "mail">;
  /** Limit of one connection. */
  limitMs?: number;
}

const AT_ONCE = 4;
const EVERY_MS = 2_000;
const LIMIT_MS = 30_000;
const STOP_MS = 2_000;

export function createOutbox({ db, config, log, counts, limitMs = LIMIT_MS }: OutboxParts): Outbox {
  const deliver = config.smtpUrl ? bySmtp(config.smtpUrl) : toFiles(join(config.dataDir, "outbox"));
  const domain = new URL(config.baseUrl).hostname;
  const stopping = new AbortController();
  const cut = new AbortController();
  let working: Promise<unknown> = Promise.resolve();

  async function send(mail: MailRow): Promise<boolean> {
    try {
      const signal = AbortSignal.any([cut.signal, AbortSignal.timeout(limitMs)]);
      await deliver(buildMessage(mail, config.mailFrom, domain), signal);
    } catch (error) {
      await recordFailure(mail, error as Error);
      return false;
    }
    await markSent(db, mail);
    counts?.mail("sent");
    return true;
  }

  /** The log names the mail and not the receiver. */
  async function recordFailure(mail: MailRow, error: Error): Promise<void> {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const state = await markFailed(db, mail, classifyFailure(error));
    counts?.mail(state === "given_up" ? "given_up" : "later");
    const facts = { reqId: mail.call_id, mail: mail.mail_id, attempt: mail.attempts, code, answer: responseCode };
    if (state === "given_up") log.error(facts, "mail given up; `npm run mail` lists it and sends it again");
    else log.warn(facts, "mail not sent, tried again later");
  }

  async function sendOneByOne(): Promise<number> {
    let sent = 0;
    while (!stopping.signal.aborted) {
      const mail = await takeNext(db);
      if (!mail) break;
      if (await send(mail)) sent += 1;
    }
    return sent;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendOneByOne().catch((error: Error) => log.warn({ err: error }, "mail waits: the outbox cannot be read"));
      await sleep(EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const atOnce = <T>(task: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, task));
  return {
    put: putMail,
    sendWaiting: async () => (await atOnce(sendOneByOne)).reduce((sum, sent) => sum + sent, 0),
    start() {
      working = atOnce(work);
    },
    async stop() {
      stopping.abort();
      const late = setTimeout(() => cut.abort(), STOP_MS);
      await working;
      clearTimeout(late);
    },
  };
}

async function putMail(db: Db, { call, recipient, subject, text, attachments }: Mail): Promise<void> {
  const stored = attachments.map((one) => ({ ...one, content: Buffer.from(one.content).toString("base64") }));
  const row = { mail_id: crypto.randomUUID(), call_id: call, recipient, subject: oneLine(subject), text };
  await db
    .insertInto("outbox")
    .values({ ...row, attachments: JSON.stringify(stored), sent_at: null, last_error: null })
    .execute();
}

const buildMessage = (mail: MailRow, from: string, domain: string) => ({
  from,
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

/** A subject is one header line. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, " ").slice(0, 200);
