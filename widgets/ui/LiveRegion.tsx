// One polite and one assertive live region for the page, and for each open dialog, because a dialog makes the page behind
// it silent. announce() works from anywhere; the same words twice are said twice, because the text is cleared in between,
// what is announced together is said in one breath, each thing once, and what comes as others are said waits for its turn.
import { useState, useSyncExternalStore } from "react";

type Politeness = "polite" | "assertive";
const said: Record<Politeness, string> = { polite: "", assertive: "" };
const waiting: Record<Politeness, string[]> = { polite: [], assertive: [] };
const busy = new Set<Politeness>();
let times = 0;
const listeners = new Set<() => void>();

function say(politeness: Politeness, message: string): void {
  said[politeness] = message;
  times += 1;
  for (const listener of listeners) listener();
}

const inOneBreath = (messages: string[]): string =>
  messages.reduce((before, message) => `${before}${/[.…!?]$/.test(before) ? "" : "."} ${message}`);

/** Long enough for the page to draw what is said, or its absence. */
const PAUSE = 50;

function sayWaiting(politeness: Politeness): void {
  say(politeness, "");
  setTimeout(() => {
    say(politeness, inOneBreath(waiting[politeness]));
    waiting[politeness] = [];
    setTimeout(() => {
      if (waiting[politeness].length > 0) sayWaiting(politeness);
      else busy.delete(politeness);
    }, PAUSE);
  }, PAUSE);
}

export function announce(message: string, politeness: Politeness = "polite"): void {
  if (!waiting[politeness].includes(message)) waiting[politeness].push(message);
  if (busy.has(politeness)) return;
  busy.add(politeness);
  sayWaiting(politeness);
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
      <div className="visually-hidden" role="status">
        {polite}
      </div>
      <div className="visually-hidden" role="alert">
        {assertive}
      </div>
    </>
  );
}
