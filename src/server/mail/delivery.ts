// Delivers one mail to the mail server, or writes it as a file where none is set. An abort closes the socket. Knows no queue.
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Failure } from "./queue.ts";

export type Message = Parameters<ReturnType<typeof nodemailer.createTransport>["sendMail"]>[0] & { messageId: string };
export type Deliver = (message: Message, signal: AbortSignal) => Promise<void>;

/** A message may not make the mail library read files or fetch addresses. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true };
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function bySmtp(url: string): Deliver {
  const transport = nodemailer.createTransport({ url, ...SAFE, ...LIMITS });
  return async (message, signal) => {
    await transport.sendMail({ ...message, signal } as Message);
  };
}

export function toFiles(folder: string): Deliver {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return async (mail) => {
    mkdirSync(folder, { recursive: true });
    const { message } = await transport.sendMail(mail);
    await writeFile(join(folder, `${mail.messageId.slice(1).split("@")[0]}.eml`), message as Buffer);
  };
}

interface SmtpError extends Error {
  code?: string;
  /** What the mail server answered. */
  responseCode?: number;
}

/** Permanent: this receiver or message was refused. A wrong password or a busy server may be put right. */
export function classifyFailure(error: SmtpError): Failure {
  const { code = "", responseCode, message } = error;
  const permanent = (responseCode ?? 0) >= 500 && /^(EENVELOPE|EMESSAGE)$/.test(code);
  return { reason: [code, responseCode, message].filter(Boolean).join(" "), permanent };
}
