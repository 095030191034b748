// Storages of a browser, kept in memory: what they hold can be looked at.

import type { DraftVault } from "#api/drafts/vault.ts";
import { type Draft, parseDraft } from "#wizard/model/drafts/draft.ts";

export function memory() {
  const items = new Map<string, string>();
  return {
    kept: items,
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

/** Where this device keeps drafts. */
export function memoryVault(draft: Draft | null = null): DraftVault<Draft> & { kept: string | null } {
  const vault = {
    kept: draft && JSON.stringify(draft),
    async write(draft: Draft | null) {
      vault.kept = draft && JSON.stringify(draft);
      return true;
    },
    read: async () => parseDraft(vault.kept),
    async clear() {
      vault.kept = null;
    },
  };
  return vault;
}
