// One polite and one assertive live region for the page. announce() works from anywhere; the same words twice are
// said twice, because the text is cleared in between.
import { useSyncExternalStore } from "react";

export type Politeness = "polite" | "assertive";
const said: Record<Politeness, string> = { polite: "", assertive: "" };
const listeners = new Set<() => void>();

function say(politeness: Politeness, message: string): void {
  said[politeness] = message;
  for (const listener of listeners) listener();
}

export function announce(message: string, politeness: Politeness = "polite"): void {
  say(politeness, "");
  setTimeout(() => say(politeness, message), 50);
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
