// Where drafts are kept on this device: encrypted records in one IndexedDB store, each under the name of its tab's slot.
import { clear, createStore, type UseStore, values } from "idb-keyval";

export interface DraftRecord {
  /** When it expires, in milliseconds. */
  until: number;
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

const opened = createStore("drafts", "drafts");

/** Commits each change at once: by itself the browser commits after its answer, and a page closed before that loses the change. */
export const drafts: UseStore = (mode, work) =>
  opened(mode, (store) => {
    const done = work(store);
    if (mode === "readwrite") store.transaction.commit();
    return done;
  });

export const prefix = "draft.";

const patience = 5000;
let queue: Promise<unknown> = Promise.resolve();
let isSilent = false;

/** A database that does not answer in time counts as one that refuses. Until its late answer it is not asked again. */
function withLimit<T>(work: () => Promise<T>): Promise<T> {
  if (isSilent) return Promise.reject(new Error("the device does not answer"));
  return new Promise<T>((answer, refuse) => {
    const late = setTimeout(() => {
      isSilent = true;
      refuse(new Error("the device does not answer"));
    }, patience);
    const end = () => {
      isSilent = false;
      clearTimeout(late);
    };
    const answered = work();
    answered.then(answer, refuse);
    answered.then(end, end);
  });
}

/** One after the other, also between a wizard that was left and the next one. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(() => withLimit(work));
  queue = done.catch(() => undefined);
  return done;
}

/** Waits for nothing in the queue. The database itself does it after what it was asked before. */
export function atOnce<T>(work: () => Promise<T>): Promise<T> {
  const done = withLimit(work);
  queue = Promise.allSettled([queue, done]);
  return done;
}

/** An earlier version of the portal kept drafts in localStorage. */
export function removeOlder(): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}

let refusesUntil = 0;
/** After a wipe the page is about to be left: what it still tries to write is refused. */
export const refusesWrites = (): boolean => Date.now() < refusesUntil;

/** Whether this device has unsent drafts. Text that was typed this very moment counts too. */
export async function hasDrafts(): Promise<boolean> {
  if (document.body.hasAttribute("data-draft-waits")) return true;
  const all = await inTurn(() => values<DraftRecord>(drafts)).catch(() => []);
  return all.some(({ until }) => until >= Date.now());
}

/** Every draft of every user of this device, at logout. */
export async function wipeDrafts(): Promise<void> {
  refusesUntil = Date.now() + patience;
  try {
    removeOlder();
    await clear(drafts);
  } catch {
    // a browser that forbids storage has kept nothing
  }
}
