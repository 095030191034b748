// Opens this tab's draft of a request, a form or a message, and deletes drafts that have expired.
import { delMany, entries } from "idb-keyval";
import { tabStorage } from "../tabStorage.ts";
import { claimSlot, type Tab } from "./slots.ts";
import { type DraftRecord, drafts, inTurn, prefix, removeOlder } from "./store.ts";
import { type DraftVault, openVault } from "./vault.ts";

export interface DraftOwner<Content> {
  user: string;
  /** 32 bytes in base64, from the server; without it the drafts can be read in this tab alone. */
  key: string | null;
  /** Names the request, form or message. */
  scope: string;
  /** Several requests have this scope (temporary ones). */
  shared?: boolean;
  /** Null for a text that is no such draft. */
  parse(text: string): Content | null;
}

const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function nameScope(user: string, scope: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${user} ${scope}`));
  return prefix + toText(new Uint8Array(digest).subarray(0, 18));
}

function tabKey(session: Tab["session"]): string {
  const kept = session?.getItem("draft-key") ?? toText(crypto.getRandomValues(new Uint8Array(32)));
  session?.setItem("draft-key", kept);
  return kept;
}

/** Names of the slots that hold a draft, newest first; expired ones are removed. */
async function listAlive(now: number): Promise<string[]> {
  const all = await entries<string, DraftRecord>(drafts);
  const alive = all.filter(([, { until }]) => until >= now);
  const expired = all.filter((entry) => !alive.includes(entry));
  if (expired.length > 0)
    await delMany(
      expired.map(([name]) => name),
      drafts,
    );
  return alive.sort(([, one], [, other]) => other.until - one.until).map(([name]) => name);
}

const held = new Map<string, string>();
const thisTab = (): Tab => ({ session: tabStorage(), locks: navigator.locks ?? null, held });

/** Null where this browser cannot keep drafts unreadable: then nothing is kept. */
export async function openDraft<Content>(
  owner: DraftOwner<Content>,
  tab = thisTab(),
  now = Date.now,
): Promise<DraftVault<Content> | null> {
  const { user, key, scope, shared = false, parse } = owner;
  try {
    removeOlder();
    const alive = () => inTurn(() => listAlive(now()));
    const base = await nameScope(user, scope);
    const name = await claimSlot(base, tab, async () => (await alive()).filter((each) => each.startsWith(`${base}.`)));
    const bytes = toBytes(key ?? tabKey(tab.session));
    const secret = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    return openVault(secret, { base, name, shared, parse }, now);
  } catch {
    return null;
  }
}
