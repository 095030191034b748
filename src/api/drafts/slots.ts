// Each tab keeps its drafts in a slot of its own, so that tabs do not overwrite each other. A slot belongs to the page
// that holds its lock. A slot without a lock was left by a closed or crashed tab. The next tab that opens the request
// takes over the newest. Neither reads nor deletes drafts.

type Locks = Pick<LockManager, "request" | "query">;

export interface Tab {
  /** Survives a reload of this tab: which slot was its own. */
  session: Pick<Storage, "getItem" | "setItem"> | null;
  /** Null where the browser has none: every slot that is there can then be taken over. */
  locks: Locks | null;
  /** Slots that this page holds: opening the same request again in it finds its own. */
  held: Map<string, string>;
  /** Milliseconds that a reloaded page waits for the lock of the page it replaces. */
  patience?: number;
}

/** Names of slots that hold a draft, newest first. */
type SlotReader = () => Promise<string[]>;

/** The page holds the lock until it closes, so this resolves as soon as the lock is acquired. */
function take(locks: Locks | null, name: string, options: LockOptions): Promise<boolean> {
  if (!locks) return Promise.resolve(true);
  return new Promise((settle) => {
    const whileHeld = (lock: Lock | null) => {
      settle(lock !== null);
      return lock ? new Promise<void>(() => undefined) : undefined;
    };
    locks.request(name, options, whileHeld).catch(() => settle(false));
  });
}

async function choose(base: string, { session, locks, patience = 1000 }: Tab, filled: SlotReader): Promise<string> {
  const stored = session?.getItem(`slot.${base}`);
  const previous = stored?.startsWith(`${base}.`) ? stored : null;
  const mine = previous !== null && (await take(locks, previous, { signal: AbortSignal.timeout(patience) }));
  const names = await filled();
  if (mine && names.includes(previous)) return previous;
  for (const name of names) {
    if (name !== previous && (await take(locks, name, { ifAvailable: true }))) return name;
  }
  if (mine) return previous;
  const made = `${base}.${crypto.randomUUID()}`;
  await take(locks, made, { ifAvailable: true });
  return made;
}

/** Slots that another page holds. */
export async function listTaken({ locks, held }: Tab): Promise<Set<string>> {
  const taken = (await locks?.query())?.held ?? [];
  const ownSlots = new Set(held.values());
  return new Set(taken.flatMap(({ name }) => (name === undefined || ownSlots.has(name) ? [] : [name])));
}

/** The slot of this tab for `base`, which names user and request. */
export async function claimSlot(base: string, tab: Tab, filled: SlotReader): Promise<string> {
  const claimed = tab.held.get(base);
  if (claimed !== undefined) return claimed;
  const name = await choose(base, tab, filled);
  tab.held.set(base, name);
  tab.session?.setItem(`slot.${base}`, name);
  return name;
}
