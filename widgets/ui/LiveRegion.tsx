// One polite and one assertive live region for the page. announce() works from anywhere; the same words twice are
// said twice, because the text is cleared in between, and what is announced together is said in one breath.
import { useSyncExternalStore } from "react";

export type Politeness = "polite" | "assertive";
const said: Record<Politeness, string> = { polite: "", assertive: "" };
const waiting: Record<Politeness, string[]> = { polite: [], assertive: [] };
const listeners = new Set<() => void>();

function say(politeness: Politeness, message: string): void {
  said[politeness] = message;
  for (const listener of listeners) listener();
}

export function announce(message: string, politeness: Politeness = "polite"): void {
  if (waiting[politeness].push(message) > 1) return;
  say(politeness, "");
  setTimeout(() => say(politeness, waiting[politeness].splice(0).join(". ")), 50);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function LiveRegion() {
  const polite = useSyncExternalStore(subscribe, () => said.polite);
  const assertive = useSyncExternalStore(subscribe, () => said.assertive);
  return (
    <>
      <div className="sr" role="status">
        {polite}
      </div>
      <div className="sr" role="alert">
        {assertive}
      </div>
    </>
  );
}
