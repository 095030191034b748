// Keeps drafts on this device in a form that cannot be read there: AES-GCM with a key that the server gives only to the same
// user, else with a key of this tab.
import { delMany, get, keys, set } from "idb-keyval";
import { atOnce, type DraftRecord, drafts, inTurn, refusesWrites } from "./store.ts";

export interface DraftVault<Content> {
  /**
   * What this tab stores now, or null when all of it is saved. The last call wins. False where the device refuses it.
   */
  write(draft: Content | null): Promise<boolean>;
  read(): Promise<Content | null>;
  /** Deletes the drafts of all tabs and cancels pending writes: the request was sent or restarted. */
  clear(): Promise<void>;
}

const lifetime = 8 * 60 * 60 * 1000;

/** Until then the same text is not written again: a pause in typing commits what its keystrokes have already kept. */
const fresh = 60 * 1000;

async function encrypt(key: CryptoKey, text: string, until: number): Promise<DraftRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return { until, iv, data };
}

/** Fails for another key, and for a record that was tampered with. */
const decrypt = async (key: CryptoKey, { iv, data }: DraftRecord): Promise<string> =>
  new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data));

export const writtenAt = ({ until }: DraftRecord): number => until - lifetime;

export const readRecord = async <Content>(
  key: CryptoKey,
  record: DraftRecord,
  parse: (text: string) => Content | null,
): Promise<Content | null> => parse(await decrypt(key, record));

interface VaultPlace<Content> {
  /** Of the request. */
  base: string;
  /** Of this tab: a slot of `base`. */
  name: string;
  parse(text: string): Content | null;
}

export function openVault<Content>(
  key: CryptoKey,
  { base, name, parse }: VaultPlace<Content>,
  now = Date.now,
): DraftVault<Content> {
  let newest = 0;
  let written: { text: string | null; at: number } | null = null;
  /** How many calls of clear() are running: until they end nothing counts as kept. */
  let clearing = 0;
  const isKept = (text: string | null) => clearing === 0 && written?.text === text && now() - written.at < fresh;

  /** On a slow device a write is left out when a later one replaces it. */
  async function put(text: string | null, turn: number): Promise<void> {
    if (turn !== newest || isKept(text)) return;
    const writtenAt = now();
    written = null;
    if (text === null) await delMany([name], drafts);
    else {
      const record = await encrypt(key, text, writtenAt + lifetime);
      if (turn !== newest || refusesWrites()) return;
      await set(name, record, drafts);
    }
    if (turn === newest) written = { text, at: writtenAt };
  }

  return {
    async write(draft) {
      newest += 1;
      const turn = newest;
      const text = draft && JSON.stringify(draft);
      // Nothing new since the last write: the device is not asked.
      if (isKept(text)) return true;
      // What was saved goes at once: after a reload it would come back as if it were not.
      const written = text === null ? atOnce(() => put(text, turn)) : inTurn(() => put(text, turn));
      return written.then(() => true).catch(() => false);
    },
    read: () =>
      inTurn(async () => {
        const record = await get<DraftRecord>(name, drafts);
        return record && record.until >= now() ? readRecord(key, record, parse) : null;
      }).catch(() => null),
    async clear() {
      newest += 1;
      clearing += 1;
      const gone = inTurn(async () => {
        const others = (await keys<string>(drafts)).filter((other) => other.startsWith(`${base}.`));
        await delMany([name, ...others], drafts);
        written = null;
      });
      return gone
        .catch(() => undefined)
        .finally(() => {
          clearing -= 1;
        });
    },
  };
}
