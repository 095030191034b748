// Mail to the underwriters when a referral comes in or a broker replies. Contains only the number and the address of its page.
import type { Config } from "../config/config.ts";
import type { Db } from "../db/open.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";
import type { Outbox } from "./outbox.ts";

/** Part of the caller's transaction. */
export type UnderwriterMailer = (
  db: Db,
  what: "referred" | "answered",
  referral: { call: string; number: number },
) => Promise<void>;

interface Parts {
  outbox: Pick<Outbox, "put">;
  config: Pick<Config, "env" | "baseUrl" | "underwriters">;
  log: { warn(sentence: string): void };
}

export function mailUnderwriters({ outbox, config, log }: Parts): UnderwriterMailer {
  const { env, baseUrl, underwriters } = config;
  if (!underwriters && env === "production")
    log.warn("UNDERWRITERS_MAIL is not set: referrals and answers wait in the underwriters' list, and no mail says so");
  return async (db, what, { call, number }) => {
    if (!underwriters) return;
    const { address, ...mails } = serverTexts[underwriters.language].underwriter_mails;
    const { subject, text } = mails[what];
    const values = { number, address: `${baseUrl}${fillText(address, { number })}` };
    await outbox.put(db, {
      call,
      recipient: underwriters.mail,
      subject: fillText(subject, values),
      text: fillText(text, values),
      attachments: [],
    });
  };
}
