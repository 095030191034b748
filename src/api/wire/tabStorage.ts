// What this browser keeps for the tab, until logout. Small, because every page may have to delete it.

/** Null where all storage is forbidden: reading it throws there. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Begins the name under which the outcome of a request is kept. */
export const outcomePrefix = "outcome.";

export function forgetOutcomes(): void {
  const storage = tabStorage();
  const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
  for (const name of names) if (name.startsWith(outcomePrefix)) storage?.removeItem(name);
}
