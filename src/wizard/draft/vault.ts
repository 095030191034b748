// Keeps drafts on this device so that they cannot be read there: AES-CTR with a key that only the server gives back to
// the same user, else with a key of this tab. Writing is synchronous, since a page that goes away waits
// for nothing: a one-time key stream is made ahead and used once. Without a key nothing readable is stored.

export interface DraftVault {
  /** False when it could not be stored now; a later write replaces it anyway. */
  write(text: string): boolean;
  /** The device did not take what was written last: full, or forbidden. */
  refused(): boolean;
  read(): Promise<string | null>;
  /** What this tab keeps: all of it is saved. */
  remove(): void;
  /** The request is over: what any tab kept of it. */
  clear(): void;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "draft.";
const lifetime = 8 * 60 * 60 * 1000;
const padSize = 96 * 1024;

const toText = (bytes: Uint8Array) => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
};
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

async function keyStream(key: CryptoKey, counter: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  const zeros = new Uint8Array(length);
  return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 64 }, key, zeros));
}

const xor = (bytes: Uint8Array, pad: Uint8Array) => bytes.map((byte, index) => byte ^ pad[index]!);

/** The name of everything that is kept of this user's request. */
export async function nameOf(scope: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(scope));
  return prefix + toText(new Uint8Array(digest).subarray(0, 18));
}

interface Stored {
  until: number;
  counter: string;
  data: string;
}

function parse(text: string | null): Stored | null {
  try {
    const stored = JSON.parse(text ?? "null") as Stored | null;
    return stored && typeof stored.data === "string" ? stored : null;
  } catch {
    return null;
  }
}

/** Until when a stored text counts. */
export const untilOf = (text: string | null): number => parse(text)?.until ?? 0;

/** After a wipe the page is about to go away: what it would write on its way out is refused. */
let silentUntil = 0;
const silence = 5000;

/** Every draft of every user of this device: at logout, or only those past their time. */
export function wipeDrafts(storage: Store = localStorage, onlyExpired = false, now = Date.now()): void {
  if (!onlyExpired) silentUntil = Date.now() + silence;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    if (!onlyExpired || untilOf(storage.getItem(name)) < now) storage.removeItem(name);
  }
}

/** A key of 32 bytes in base64, from the server or made for this tab. */
export async function importKey(base64: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", toBytes(base64), "AES-CTR", false, ["encrypt"]);
}

export const newKey = (): string => toText(crypto.getRandomValues(new Uint8Array(32)));

export interface VaultOptions {
  now?: () => number;
  /** More requests go by this name (temporary ones): the others' drafts stay when this one is over. */
  shared?: boolean;
}

/** `name`: where this tab keeps its drafts, a slot of `base`. */
export async function openVault(
  key: CryptoKey,
  { base, name }: { base: string; name: string },
  storage: Store,
  { now = Date.now, shared = false }: VaultOptions = {},
): Promise<DraftVault> {
  let pad: { counter: Uint8Array<ArrayBuffer>; stream: Uint8Array } | null = null;
  let waiting: string | null = null;
  let refused = false;

  async function prepare(): Promise<void> {
    const counter = new Uint8Array(16);
    crypto.getRandomValues(counter.subarray(0, 8));
    const size = Math.max(padSize, (waiting?.length ?? 0) * 3);
    pad = { counter, stream: await keyStream(key, counter, size) };
    if (waiting !== null) put(waiting);
  }

  function put(text: string): boolean {
    if (Date.now() < silentUntil) return false;
    const bytes = new TextEncoder().encode(text);
    waiting = text;
    if (!pad || pad.stream.length < bytes.length) {
      if (pad) void prepare();
      return false;
    }
    const stored: Stored = {
      until: now() + lifetime,
      counter: toText(pad.counter),
      data: toText(xor(bytes, pad.stream)),
    };
    pad = null;
    waiting = null;
    void prepare();
    try {
      storage.setItem(name, JSON.stringify(stored));
      refused = false;
    } catch {
      refused = true;
    }
    return !refused;
  }

  function remove(): void {
    waiting = null;
    storage.removeItem(name);
  }

  await prepare();
  return {
    write: put,
    refused: () => refused,
    async read() {
      const stored = parse(storage.getItem(name));
      if (!stored || stored.until < now()) return null;
      const bytes = toBytes(stored.data);
      return new TextDecoder().decode(xor(bytes, await keyStream(key, toBytes(stored.counter), bytes.length)));
    },
    remove,
    clear() {
      remove();
      if (shared) return;
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
      for (const other of names) if (other.startsWith(`${base}.`)) storage.removeItem(other);
    },
  };
}
