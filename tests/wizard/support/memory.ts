// Storages of a browser, kept in memory: what they hold can be looked at.

import type { DraftVault } from "#api/drafts/vault.ts";
import { type Draft, parseDraft } from "#wizard/model/drafts/draft.ts";

export function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

/** Where this device keeps drafts. */
export function memoryVault(kept: Draft | null = null): DraftVault<Draft> & { kept: string | null } {
  const vault = {
    kept: kept && JSON.stringify(kept),
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
