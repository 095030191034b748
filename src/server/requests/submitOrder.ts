// What a browser asks to send, with a fingerprint that knows a repeat however its members are ordered.
import { createHash } from "node:crypto";
import type { JsonObject, SendAction } from "#engine/types.ts";

export interface SubmitOrder {
  action: SendAction;
  body: JsonObject;
  key: string | null;
  /** The draft that the browser has open; null: it does not say. */
  draft?: string | null;
  /** The flow of the screen that sends; null: it does not say. */
  flow?: string | null;
  /** Of the stored answers that the screen shows, by step; none: it does not say. */
  revisions?: ReadonlyMap<string, number>;
}

export function computeHash({ action, body }: SubmitOrder): string {
  return createHash("sha256")
    .update(action)
    .update("\0")
    .update(JSON.stringify(sorted(body)))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as JsonObject).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
