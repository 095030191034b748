// Each tab keeps its drafts in a slot of its own, so that what one tab saves takes nothing away from another. A slot belongs
// to the page that holds its lock, as long as that page lives; one that nobody holds is what a closed or crashed tab left
// behind, and the next tab that opens the request takes the newest over. Reads no draft, deletes none.

type Store = Pick<Storage, "getItem" | "setItem" | "key" | "length">;
type Locks = Pick<LockManager, "request">;

export interface SlotPlaces {
  storage: Store;
  /** Survives a reload of this tab: which slot was its own. */
  session: Pick<Storage, "getItem" | "setItem"> | null;
  /** Null where the browser has none: every slot that is there can then be taken over. */
  locks: Locks | null;
  /** Until when a stored text counts; 0 when it does not. */
  until(text: string | null): number;
  now?(): number;
  /** Milliseconds that a reloaded page waits for the lock of the page it replaces. */
  patience?: number;
  random?(): string;
}

/** Slots that this page holds: opening the same request again in it finds its own. */
const held = new Map<string, string>();

/** A lock is held until the page ends, so the answer comes before the work it stands for does. */
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

/** What other tabs left of this request, newest first. */
function leftBehind(base: string, { storage, until, now = Date.now }: SlotPlaces): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return names
    .filter((name) => name.startsWith(`${base}.`))
    .map((name) => ({ name, until: until(storage.getItem(name)) }))
    .filter((slot) => slot.until >= now())
    .sort((one, other) => other.until - one.until || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name);
}

async function choose(base: string, places: SlotPlaces): Promise<string> {
  const {
    storage,
    session,
    locks,
    until,
    now = Date.now,
    patience = 1000,
    random = () => crypto.randomUUID(),
  } = places;
  const kept = session?.getItem(`slot.${base}`);
  const own = kept?.startsWith(`${base}.`) ? kept : null;
  const mine = own !== null && (await take(locks, own, { signal: AbortSignal.timeout(patience) }));
  if (mine && until(storage.getItem(own)) >= now()) return own;
  for (const name of leftBehind(base, places)) {
    if (name !== own && (await take(locks, name, { ifAvailable: true }))) return name;
  }
  if (mine) return own;
  const made = `${base}.${random()}`;
  await take(locks, made, { ifAvailable: true });
  return made;
}

/** The slot of this tab for `base`, which names user and request. */
export async function claimSlot(base: string, places: SlotPlaces, owned = held): Promise<string> {
  const known = owned.get(base);
  if (known !== undefined) return known;
  const name = await choose(base, places);
  owned.set(base, name);
  places.session?.setItem(`slot.${base}`, name);
  return name;
}
