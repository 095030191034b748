// Posts one event to one receiver, signed as Standard Webhooks describes. Follows no redirects, so that events go only to addresses
// that an operator has set.
import { createHmac } from "node:crypto";
import type { HandoverEvent } from "#api/wire/wireTypes.ts";
import { explainAnswer, isFinal } from "../external/answers.ts";
import { postOutside } from "./outside.ts";

export interface Receiver {
  name: string;
  /** The office whose events it receives. Absent for all offices. */
  office?: number;
  url: string;
  /** Secrets (`whsec_…`), newest first, separated by a space. After a rotation both the new and the old one sign. */
  secrets: string;
  /** Its address is an office's, and must be of the internet. */
  outside?: boolean;
}

/** The receiver answered with an error status. */
export class DeliveryError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(explainAnswer("receiver", status));
    this.status = status;
  }
  get permanent(): boolean {
    return isFinal("receiver", this.status);
  }
}

function sign(secrets: string, id: string, seconds: number, body: string): string {
  const signed = secrets.split(/\s+/).map((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return signed.join(" ");
}

export async function post(receiver: Receiver, event: HandoverEvent, signal: AbortSignal): Promise<void> {
  const { url, secrets, outside } = receiver;
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = {
    "content-type": "application/cloudevents+json; charset=utf-8",
    "webhook-id": event.id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": sign(secrets, event.id, seconds, body),
  };
  const status = await (outside ? postOutside : postAnywhere)(url, { signal, headers, body });
  if (status < 200 || status > 299) throw new DeliveryError(status);
}

async function postAnywhere(url: string, sent: RequestInit): Promise<number> {
  const answer = await fetch(url, { ...sent, method: "POST", redirect: "manual" });
  await answer.body?.cancel();
  return answer.status;
}
