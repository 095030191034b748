// Where this tab keeps what became of a request, until logout. Apart from what reads it: every page may have to forget it.
export const keptOutcome = "outcome.";

export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

export function forgetOutcomes(): void {
  const storage = tabStorage();
  const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? "");
  for (const name of names) if (name.startsWith(keptOutcome)) storage?.removeItem(name);
}
