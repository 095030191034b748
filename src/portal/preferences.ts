// What this browser's user wants to see on the dashboard. Kept on the device; no answer of a client is ever in here.

interface Preferences {
  attention: boolean;
  reasons: boolean;
}

const place = "portal-preferences";

export function readPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Preferences>;
    return { attention: stored.attention !== false, reasons: stored.reasons !== false };
  } catch {
    return { attention: true, reasons: true };
  }
}

export function storePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(place, JSON.stringify(preferences));
  } catch {
    // without storage the choice lasts as long as the page
  }
}
