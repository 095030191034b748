// Receives `notify` from other processes, on a connection of its own that reconnects when it breaks.
import pg from "pg";

/** `payload` is empty when anything may have changed: after a reconnect, notifications may have been missed. */
export type Heard = (payload: string) => void;

export interface Listening {
  /** Whether it is connected, so that no notification is missed. */
  up(): boolean;
  close(): Promise<void>;
}

const AGAIN_MS = 1_000;

export function listenOnServer(connectionString: string, channel: string, heard: Heard): Listening {
  let client: pg.Client | undefined;
  let up = false;
  let closed = false;
  let again: NodeJS.Timeout | undefined;

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    up = false;
    lost.end().catch(() => undefined);
    if (!closed) again = setTimeout(connect, AGAIN_MS).unref();
  }

  function connect(): void {
    const made = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = made;
    made.on("error", () => lose(made));
    made.on("end", () => lose(made));
    made.on("notification", ({ payload = "" }) => heard(payload));
    made
      .connect()
      .then(() => made.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(() => {
        heard("");
        up = client === made;
      })
      .catch(() => lose(made));
  }

  connect();
  return {
    up: () => up,
    async close() {
      closed = true;
      clearTimeout(again);
      up = false;
      // Not awaited: the server may not answer.
      void client?.end().catch(() => undefined);
    },
  };
}
