// One polite and one assertive live region for the page, and for each open dialog, because a dialog makes the page behind
// it silent. announce() works from anywhere; the same words twice are said twice, because the text is cleared in between,
// and what is announced together is said in one breath, each thing once.
import { useState, useSyncExternalStore } from "react";

export type Politeness = "polite" | "assertive";
const said: Record<Politeness, string> = { polite: "", assertive: "" };
const waiting: Record<Politeness, string[]> = { polite: [], assertive: [] };
let times = 0;
const listeners = new Set<() => void>();

function say(politeness: Politeness, message: string): void {
  said[politeness] = message;
  times += 1;
  for (const listener of listeners) listener();
}

const inOneBreath = (messages: string[]): string =>
  messages.reduce((before, message) => `${before}${/[.…!?]$/.test(before) ? "" : "."} ${message}`);

export function announce(message: string, politeness: Politeness = "polite"): void {
  if (waiting[politeness].includes(message) || waiting[politeness].push(message) > 1) return;
  say(politeness, "");
  setTimeout(() => say(politeness, inOneBreath(waiting[politeness].splice(0))), 50);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins empty: what was said before a dialog opened is no part of it. */
export function LiveRegion() {
  const [before] = useState(times);
  const polite = useSyncExternalStore(subscribe, () => (times > before ? said.polite : ""));
  const assertive = useSyncExternalStore(subscribe, () => (times > before ? said.assertive : ""));
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
