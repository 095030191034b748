// Brings one event to one receiver, signed as Standard Webhooks describes. Follows no redirect: the address is the one that an
// operator gave. Knows no queue.
import { createHmac } from "node:crypto";
import type { HandoverEvent } from "#api/wireTypes.ts";

export interface Receiver {
  name: string;
  /** Absent: every office. */
  office?: number;
  url: string;
  /** Of `whsec_…`, the newest first, separated by a space: while one takes the place of another, both sign. */
  secrets: string;
}

/** What the receiver answered instead of taking it. */
export class NotTaken extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
  /** Gone: it wants no more. */
  get permanent(): boolean {
    return this.status === 410;
  }
}

function sign(secrets: string, id: string, seconds: number, body: string): string {
  const signed = secrets.split(/\s+/).map((secret) => {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
  });
  return signed.join(" ");
}

export async function post({ url, secrets }: Receiver, event: HandoverEvent, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const answer = await fetch(url, {
    method: "POST",
    redirect: "manual",
    signal,
    headers: {
      "content-type": "application/cloudevents+json; charset=utf-8",
      "webhook-id": event.id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": sign(secrets, event.id, seconds, body),
    },
    body,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new NotTaken(answer.status);
}
