// Events of use: kept only with consent, without personal data, capped, and sent when there is a connection
// (decisions 59, 78). A back end without the call costs nothing: the queue drops its oldest events at the cap.

import { call } from "./calls/call.ts";
import { tabStorage } from "./wire/tabStorage.ts";

export interface AnalyticsEvent {
  name: string;
  at: string;
  /** Keys and codes only, never an answer. */
  details: Record<string, string | number | boolean>;
}

export interface AnalyticsQueue {
  push(name: string, details?: AnalyticsEvent["details"]): void;
  flush(): Promise<void>;
  size(): number;
}

interface AnalyticsOptions {
  consent(): boolean;
  send?(events: AnalyticsEvent[]): Promise<void>;
  storage?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  cap?: number;
  now?(): Date;
}

const STORAGE_KEY = "analytics-events";
const postEvents = async (events: AnalyticsEvent[]) => {
  await call("POST", "/api/analytics/events", { body: { events }, keepalive: true });
};

function readStored(storage: AnalyticsOptions["storage"]): AnalyticsEvent[] {
  try {
    const events = JSON.parse(storage?.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(events) ? events : [];
  } catch {
    return [];
  }
}

export function createAnalyticsQueue(options: AnalyticsOptions): AnalyticsQueue {
  const { storage = tabStorage(), cap = 200, now = () => new Date(), send = postEvents } = options;
  let events = readStored(storage);
  let sending = false;

  const keep = () => {
    events = events.slice(-cap);
    try {
      if (events.length) storage?.setItem(STORAGE_KEY, JSON.stringify(events));
      else storage?.removeItem(STORAGE_KEY);
    } catch {
      // a full or forbidden storage costs events of use, nothing else
    }
  };

  async function flush(): Promise<void> {
    if (sending || events.length === 0 || !options.consent()) return;
    sending = true;
    try {
      while (events.length > 0) {
        const batch = events.slice(0, 50);
        await send(batch);
        events = events.filter((event) => !batch.includes(event));
        keep();
      }
    } catch {
      // offline, or a back end without the call: they stay until sent or pushed out
    } finally {
      sending = false;
    }
  }

  return {
    push(name, details = {}) {
      if (!options.consent()) return;
      events.push({ name, at: now().toISOString(), details });
      keep();
    },
    flush,
    size: () => events.length,
  };
}
