// Keeps drafts on this device so that they cannot be read there: AES-GCM with a key that only the server gives back to the
// same user, else with a key of this tab.
import { delMany, get, keys, set } from "idb-keyval";
import { type Draft, parseDraft } from "./draft.ts";
import { type DraftRecord, drafts, inTurn, isSilent } from "./store.ts";

export interface DraftVault {
  /** What this tab keeps now; null when all of it is saved. The last call wins. False where the device refuses it. */
  write(draft: Draft | null): Promise<boolean>;
  read(): Promise<Draft | null>;
  /** The request is over or begins anew: what any tab kept of it goes, and what is about to be written. */
  clear(): Promise<void>;
}

const lifetime = 8 * 60 * 60 * 1000;

async function encrypt(key: CryptoKey, draft: Draft, until: number): Promise<DraftRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(draft));
  return { until, iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text) };
}

/** Fails for another key, and for a record that was tampered with. */
const decrypt = async (key: CryptoKey, { iv, data }: DraftRecord): Promise<Draft | null> =>
  parseDraft(new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data)));

export interface VaultPlace {
  /** Of the request. */
  base: string;
  /** Of this tab: a slot of `base`. */
  name: string;
  /** More requests go by this base (temporary ones): the others' drafts stay when this one is over. */
  shared: boolean;
}

export function openVault(key: CryptoKey, { base, name, shared }: VaultPlace, now = Date.now): DraftVault {
  let newest = 0;

  async function put(draft: Draft): Promise<void> {
    const record = await encrypt(key, draft, now() + lifetime);
    if (!isSilent()) await set(name, record, drafts);
  }

  return {
    async write(draft) {
      newest += 1;
      const turn = newest;
      const written = inTurn(async () => {
        // A slow device leaves out what a later call replaces.
        if (turn === newest) await (draft ? put(draft) : delMany([name], drafts));
      });
      return written.then(() => true).catch(() => false);
    },
    read: () =>
      inTurn(async () => {
        const record = await get<DraftRecord>(name, drafts);
        return record && record.until >= now() ? decrypt(key, record) : null;
      }).catch(() => null),
    async clear() {
      newest += 1;
      const gone = inTurn(async () => {
        const others = shared ? [] : (await keys<string>(drafts)).filter((other) => other.startsWith(`${base}.`));
        await delMany([name, ...others], drafts);
      });
      return gone.catch(() => undefined);
    },
  };
}
