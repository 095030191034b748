// Stores the state of the sample login environment in a file, so that developers stay logged in when they restart the portal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Adapter, AdapterPayload } from "oidc-provider";

interface Stored {
  payload: AdapterPayload;
  /** Expiry in epoch milliseconds, or null for never. */
  until: number | null;
}

export class SampleStore {
  readonly #path: string;
  #rows: Record<string, Stored> = {};

  constructor(path: string) {
    this.#path = path;
    if (existsSync(path)) this.#rows = JSON.parse(readFileSync(path, "utf8"));
  }

  /** The value stored under this name. Made and stored when there is none. */
  keep<Value extends object>(name: string, make: () => Value): Value {
    const payload = this.get(name);
    if (payload) return payload as Value;
    const made = make();
    this.put(name, made as AdapterPayload);
    return made;
  }

  get(key: string): AdapterPayload | undefined {
    const row = this.#rows[key];
    return row && (row.until ?? Number.POSITIVE_INFINITY) > Date.now() ? row.payload : undefined;
  }

  put(key: string, payload: AdapterPayload, seconds?: number): void {
    this.#rows[key] = { payload, until: seconds === undefined ? null : Date.now() + seconds * 1_000 };
    this.#write();
  }

  remove(isGone: (key: string, payload: AdapterPayload) => boolean): void {
    this.#rows = Object.fromEntries(Object.entries(this.#rows).filter(([key, { payload }]) => !isGone(key, payload)));
    this.#write();
  }

  #write(): void {
    const left = Object.entries(this.#rows).filter(([key]) => this.get(key));
    this.#rows = Object.fromEntries(left);
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.#rows), { mode: 0o600 });
  }

  /** The adapter that the provider uses for one kind of model. */
  adapter(kind: string): Adapter {
    const name = (id: string) => `${kind}:${id}`;
    const find = (wanted: (payload: AdapterPayload) => boolean) =>
      Object.entries(this.#rows).find(([key, { payload }]) => key.startsWith(name("")) && wanted(payload))?.[1].payload;
    return {
      upsert: async (id, payload, seconds) => this.put(name(id), payload, seconds),
      find: async (id) => this.get(name(id)),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const stored = this.#rows[name(id)];
        if (stored) stored.payload.consumed = Math.floor(Date.now() / 1_000);
        this.#write();
      },
      destroy: async (id) => this.remove((key) => key === name(id)),
      revokeByGrantId: async (grantId) =>
        this.remove((key, payload) => key.startsWith(name("")) && payload.grantId === grantId),
    };
  }
}
