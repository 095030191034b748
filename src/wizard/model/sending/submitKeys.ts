// The Idempotency-Key of sending: it belongs to one draft and its content, and is kept across retries and a reload until the
// server has answered (decisions 39). Holds no answers: of draft and content only a short sum is kept.
export interface SubmitKeys {
  /** The key for this content: the kept one when the content is the same, else a new one. */
  take(action: string, content: unknown): string;
  /** The server has answered, whatever the answer. */
  answered(): void;
}

function sum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

type KeyStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function createSubmitKeys(
  scope: string,
  storage: KeyStore | null,
  random = () => crypto.randomUUID(),
): SubmitKeys {
  const storageKey = `submit-key.${sum(scope)}`;
  let stored: { key: string; content: string } | null = null;
  const write = (action: (store: KeyStore) => void) => {
    try {
      if (storage) action(storage);
    } catch {
      // without storage the key lives as long as the page
    }
  };
  write((store) => {
    stored = JSON.parse(store.getItem(storageKey) ?? "null");
  });
  return {
    take(action, content) {
      const fingerprint = sum(JSON.stringify([action, content]));
      if (stored?.content !== fingerprint) stored = { key: random(), content: fingerprint };
      write((store) => store.setItem(storageKey, JSON.stringify(stored)));
      return stored.key;
    },
    answered() {
      stored = null;
      write((store) => store.removeItem(storageKey));
    },
  };
}
