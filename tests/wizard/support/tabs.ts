// Tabs of one browser that keep drafts in this page's own IndexedDB. Their locks are held until the tab is closed.

import { type DraftOwner, findLeft, openDraft } from "#api/drafts/openDraft.ts";
import { type Draft, parseDraft } from "#wizard/model/drafts/draft.ts";
import { memory } from "./memory.ts";

export const secretKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

export const buildDraft = (company: string): Draft => ({
  version: 1,
  relation: 300101,
  open: "general",
  steps: { general: { data: { company } } },
});

export function openBrowser() {
  const owners = new Map<string, number>();
  let tabs = 0;
  let time = Date.now();
  const openTab = (session = memory()) => {
    tabs += 1;
    const number = tabs;
    const held = new Map<string, string>();
    const locks = {
      query: async () => ({ held: [...owners.keys()].map((name) => ({ name })), pending: [] }),
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
      async open(key: string | null, owner: Partial<DraftOwner<Draft>> = {}) {
        const whole = { user: "v.voorbeeld", scope: "newRequest/1", parse: parseDraft, key, ...owner };
        const vault = await openDraft(whole, { session, locks, held, patience: 20 }, () => time);
        if (!vault) throw new Error("nothing is kept here");
        return vault;
      },
      left: (key: string | null) =>
        findLeft(
          { user: "v.voorbeeld", scope: "temporary", parse: parseDraft, key },
          { session, locks, held },
          () => time,
        ),
      end() {
        for (const [name, owner] of owners) if (owner === number) owners.delete(name);
      },
    };
  };
  return {
    openTab,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}
