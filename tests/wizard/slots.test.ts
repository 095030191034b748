// Tabs and their slots: what one tab saves leaves another's copy alone, what a closed tab left is found again, and a request
// that is over leaves nothing.
import { expect, test } from "vitest";
import { claimSlot } from "#wizard/draft/slots.ts";
import { importKey, nameOf, newKey, openVault, untilOf } from "#wizard/draft/vault.ts";
import { memory } from "./support/memory.ts";

/** Locks of one browser: held until the tab that took them is closed. */
function browser() {
  const owners = new Map<string, number>();
  const storage = memory();
  let tabs = 0;
  let time = 0;
  const tab = (session = memory()) => {
    tabs += 1;
    const number = tabs;
    const owned = new Map<string, string>();
    const locks = {
      async request(name: string, options: LockOptions, work: (lock: Lock | null) => unknown) {
        const free = () => !owners.has(name);
        while (!free() && !options.ifAvailable) {
          options.signal?.throwIfAborted();
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        if (!free()) return work(null);
        owners.set(name, number);
        return work({ name, mode: "exclusive" });
      },
    } as unknown as LockManager;
    return {
      session,
      async open(key: string, scope = "v.voorbeeld newRequest/1", shared = false) {
        const base = await nameOf(scope);
        const now = () => time;
        const places = { storage, session, locks, until: untilOf, now, patience: 20 };
        const name = await claimSlot(base, places, owned);
        return openVault(await importKey(key), { base, name }, storage, { now, shared });
      },
      end() {
        for (const [name, owner] of owners) if (owner === number) owners.delete(name);
      },
    };
  };
  return { storage, tab, later: () => (time += 1000), expire: () => (time += 9 * 3600 * 1000) };
}

const key = newKey();

test("a tab that saved everything takes nothing from the other", async () => {
  const { tab } = browser();
  const one = await tab().open(key);
  const other = await tab().open(key);
  one.write("typed here");
  expect(await other.read()).toBeNull();
  other.write("typed there");
  other.remove();
  expect(await one.read()).toBe("typed here");
});

test("a closed tab's newest draft comes back in the next one, a living tab's does not", async () => {
  const { tab, later } = browser();
  const [first, second, third] = [tab(), tab(), tab()];
  (await first.open(key)).write("older");
  later();
  (await second.open(key)).write("newer");
  later();
  (await third.open(key)).write("still open");
  first.end();
  second.end();
  const next = await tab().open(key);
  expect(await next.read()).toBe("newer");
  expect(await (await tab().open(key)).read()).toBe("older");
  expect(await (await tab().open(key)).read()).toBeNull();
});

test("a reload finds its own, not a newer one of a closed tab", async () => {
  const { tab, later } = browser();
  const [mine, other] = [tab(), tab()];
  (await mine.open(key)).write("mine");
  later();
  (await other.open(key)).write("newer");
  other.end();
  setTimeout(() => mine.end(), 5); // the page that goes away lets go a moment later
  expect(await (await tab(mine.session).open(key)).read()).toBe("mine");
});

test("a tab that was duplicated gets a slot of its own", async () => {
  const { tab } = browser();
  const original = tab();
  (await original.open(key)).write("original");
  const copy = await tab(original.session).open(key);
  expect(await copy.read()).toBeNull();
  copy.write("copy");
  expect(await (await original.open(key)).read()).toBe("original");
});

test("what is past its time, of another user or another request is not taken over", async () => {
  const { tab, expire } = browser();
  const gone = tab();
  (await gone.open(key)).write("mine");
  gone.end();
  expect(await (await tab().open(key, "other newRequest/1")).read()).toBeNull();
  expect(await (await tab().open(key, "v.voorbeeld newRequest/12")).read()).toBeNull();
  expire();
  expect(await (await tab().open(key)).read()).toBeNull();
});

test("when the request is over nothing of it is left; of temporary requests only this one goes", async () => {
  const { tab, storage } = browser();
  (await tab().open(key)).write("left behind");
  const last = await tab().open(key);
  last.write("here");
  const temporary = [await tab().open(key, "temporary", true), await tab().open(key, "temporary", true)];
  for (const vault of temporary) vault.write("other request");
  last.clear();
  expect(storage.length).toBe(2);
  temporary[0]?.clear();
  expect(storage.length).toBe(1);
});
