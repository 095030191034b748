// What this browser keeps for the tab. Asking for it throws where all storage is forbidden; then there is none.

export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
