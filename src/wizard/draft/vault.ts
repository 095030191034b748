// Keeps drafts on this device so that they cannot be read there: AES-CTR with a key that only the server gives back to
// the same user (reliability 0.11), else with a key of this tab. Writing is synchronous, since a page that goes away waits
// for nothing: a one-time key stream is made ahead and used once. Without a key nothing readable is stored.

export interface DraftVault {
  /** False when it could not be stored now; a later write replaces it anyway. */
  write(text: string): boolean;
  read(): Promise<string | null>;
  remove(): void;
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

async function nameOf(scope: string): Promise<string> {
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

/** After a wipe the page is about to go away: what it would write on its way out is refused. */
let silentUntil = 0;
const silence = 5000;

/** Every draft of every user of this device: at logout, or only those past their time. */
export function wipeDrafts(storage: Store = localStorage, onlyExpired = false, now = Date.now()): void {
  if (!onlyExpired) silentUntil = Date.now() + silence;
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    if (!onlyExpired || (parse(storage.getItem(name))?.until ?? 0) < now) storage.removeItem(name);
  }
}

/** A key of 32 bytes in base64, from the server or made for this tab. */
export async function importKey(base64: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", toBytes(base64), "AES-CTR", false, ["encrypt"]);
}

export const newKey = (): string => toText(crypto.getRandomValues(new Uint8Array(32)));

export async function openVault(key: CryptoKey, scope: string, storage: Store, now = Date.now): Promise<DraftVault> {
  const name = await nameOf(scope);
  let pad: { counter: Uint8Array<ArrayBuffer>; stream: Uint8Array } | null = null;
  let waiting: string | null = null;

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
      return true;
    } catch {
      return false;
    }
  }

  await prepare();
  return {
    write: put,
    async read() {
      const stored = parse(storage.getItem(name));
      if (!stored || stored.until < now()) return null;
      const bytes = toBytes(stored.data);
      return new TextDecoder().decode(xor(bytes, await keyStream(key, toBytes(stored.counter), bytes.length)));
    },
    remove() {
      waiting = null;
      storage.removeItem(name);
    },
  };
}
