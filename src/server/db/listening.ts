// Hears what other processes `notify`, on a connection of its own that is made again when it breaks.
import pg from "pg";

/** `payload` is empty where it is not said what changed, and where something may have been missed. */
export type Heard = (payload: string) => void;

export interface Listening {
  /** Whether everything said from now on is heard. */
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
      // Not waited for: it may be on its way to a server that does not answer.
      void client?.end().catch(() => undefined);
    },
  };
}
