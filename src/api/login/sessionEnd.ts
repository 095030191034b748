// When the session ends. Every response of our back end contains it, and tabs share it. Unknown with another back end.
// Makes no call and shows nothing.
import { Listeners } from "#engine/form/listeners.ts";
import { openTabChannel } from "./tabChannel.ts";

export interface SessionEnd {
  /** Instants of this device's clock. */
  endsAt: number;
  /** When it ends whatever is done. */
  finalAt: number;
  /** When the server was last heard, by any tab. */
  heardAt: number;
}

let current: SessionEnd | null = null;
const listeners = new Listeners();
const tabs = openTabChannel("session-end");
if (tabs) tabs.onmessage = ({ data }: MessageEvent<SessionEnd>) => take(data);

function take(end: SessionEnd): void {
  current = end;
  listeners.callAll();
}

export const sessionEnd = (): SessionEnd | null => current;

export const onSessionEnd = listeners.onAll;

export function hearSessionEnd(headers: Headers): void {
  const [ends, final] = ["x-session-ends-in", "x-session-final-in"].map((name) =>
    Number(headers.get(name) ?? Number.NaN),
  );
  if (ends === undefined || final === undefined || !Number.isFinite(ends) || !Number.isFinite(final)) return;
  const now = Date.now();
  const end = { endsAt: now + ends * 1000, finalAt: now + final * 1000, heardAt: now };
  take(end);
  tabs?.postMessage(end);
}
