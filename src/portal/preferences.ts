// What this browser's user wants to see on the dashboard, and whether a key opens the search. Stored on the device. Never contains answers of a client.

interface Preferences {
  attention: boolean;
  reasons: boolean;
  slash: boolean;
}

const storageKey = "portal-preferences";

export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Preferences>;
    return {
      attention: stored.attention !== false,
      reasons: stored.reasons !== false,
      slash: stored.slash !== false,
    };
  } catch {
    return { attention: true, reasons: true, slash: true };
  }
}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // without storage the choice lasts as long as the page
  }
}
