// Calls begun before anybody asked for their answer: a page that knows from its address what it will need does not wait for
// its own code. The first equal call takes the answer over, once and only while it is fresh; a change makes all of them old.
const FRESH_MS = 30_000;

const begun = new Map<string, { at: number; answer: Promise<unknown> }>();

const buildCallKey = (method: string, address: string, body: unknown) => `${method} ${address} ${JSON.stringify(body)}`;

export function keepBegun(method: string, address: string, body: unknown, answer: Promise<unknown>): void {
  answer.catch(() => undefined); // nobody may ever ask
  begun.set(buildCallKey(method, address, body), { at: performance.now(), answer });
}

export function takeBegun<T>(method: string, address: string, body: unknown): Promise<T> | undefined {
  const key = buildCallKey(method, address, body);
  const found = begun.get(key);
  begun.delete(key);
  if (found && performance.now() - found.at < FRESH_MS) return found.answer as Promise<T>;
  // Somebody may be changing something: what was read before it says nothing any more.
  if (method !== "GET") begun.clear();
  return undefined;
}
