// Opens this tab's draft of a request, a form or a message, finds drafts that were left, and deletes those that have expired.
import { delMany, entries } from "idb-keyval";
import { tabStorage } from "../wire/tabStorage.ts";
import { claimSlot, listTaken, type Tab } from "./slots.ts";
import { type DraftRecord, drafts, inTurn, prefix, removeOlder } from "./store.ts";
import { type DraftVault, openVault, readRecord, writtenAt } from "./vault.ts";

export interface DraftOwner<Content> {
  user: string;
  /** 32 bytes in base64, from the server. Without it the drafts can be read in this tab alone. */
  key: string | null;
  /** Names the request, form or message. */
  scope: string;
  /** One of several requests that have this scope (temporary ones). */
  part?: string;
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
  const key = session?.getItem("draft-key") ?? toText(crypto.getRandomValues(new Uint8Array(32)));
  session?.setItem("draft-key", key);
  return key;
}

const findSecret = ({ key }: Pick<DraftOwner<unknown>, "key">, { session }: Tab): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", toBytes(key ?? tabKey(session)), "AES-GCM", false, ["encrypt", "decrypt"]);

/** The slots that have a draft, newest first. Expired ones are removed. */
async function listAlive(now: number): Promise<[name: string, record: DraftRecord][]> {
  const all = await entries<string, DraftRecord>(drafts);
  const alive = all.filter(([, { until }]) => until >= now);
  const expired = all.filter((entry) => !alive.includes(entry));
  if (expired.length > 0)
    await delMany(
      expired.map(([name]) => name),
      drafts,
    );
  return alive.sort(([, first], [, second]) => second.until - first.until);
}

const held = new Map<string, string>();
const thisTab = (): Tab => ({ session: tabStorage(), locks: navigator.locks ?? null, held });

/** Null where this browser cannot keep drafts unreadable: then nothing is kept. */
export async function openDraft<Content>(
  owner: DraftOwner<Content>,
  tab = thisTab(),
  now = Date.now,
): Promise<DraftVault<Content> | null> {
  const { user, scope, part, parse } = owner;
  try {
    removeOlder();
    const base = [await nameScope(user, scope), ...(part === undefined ? [] : [part])].join(".");
    const name = await claimSlot(base, tab, async () => (await listOwn(base, now)).map(([each]) => each));
    return openVault(await findSecret(owner, tab), { base, name, parse }, now);
  } catch {
    return null;
  }
}

const listOwn = async (base: string, now: () => number) =>
  (await inTurn(() => listAlive(now()))).filter(([name]) => name.startsWith(`${base}.`));

export interface LeftDraft<Content> {
  part: string;
  draft: Content;
  /** When it was written, in milliseconds. */
  at: number;
}

/** The drafts of all requests of the scope that are not open in another tab, newest first. */
export async function findLeft<Content>(
  owner: Omit<DraftOwner<Content>, "part">,
  tab = thisTab(),
  now = Date.now,
): Promise<LeftDraft<Content>[]> {
  try {
    const base = await nameScope(owner.user, owner.scope);
    const secret = await findSecret(owner, tab);
    const elsewhere = await listTaken(tab);
    const left = (await listOwn(base, now)).filter(([name]) => !elsewhere.has(name));
    const read = left.map(async ([name, record]) => {
      const draft = await readRecord(secret, record, owner.parse).catch(() => null);
      return draft === null
        ? []
        : [{ part: name.slice(base.length + 1).split(".")[0] ?? "", draft, at: writtenAt(record) }];
    });
    return (await Promise.all(read)).flat();
  } catch {
    return [];
  }
}
