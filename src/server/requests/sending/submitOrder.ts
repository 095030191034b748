// The browser's order to send a request, with a hash that recognises a retry whatever the order of its members.
import { createHash } from "node:crypto";
import type { JsonObject, SendAction } from "#engine/schema/types.ts";

export interface SubmitOrder {
  action: SendAction;
  body: JsonObject;
  key: string | null;
  /** The draft that the browser has open, or null when it names none. */
  draft?: string | null;
  /** The flow of the screen that sends, or null when it names none. */
  flow?: string | null;
  /** Revisions of the stored answers that the screen shows, by step. Absent when the browser sends none. */
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
