// One polite and one assertive live region for the page, and for each open dialog, because a dialog silences the page
// behind it. announce() works from anywhere. The text is cleared in between, so that the same words can be read twice.
// Announcements at the same moment are read as one text, each sentence once. Later ones wait. A text is removed after
// it was read, because a user who reads through the page would otherwise find old news at its end.
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Listeners } from "#engine/form/listeners.ts";

type Politeness = "polite" | "assertive";
const announced: Record<Politeness, string> = { polite: "", assertive: "" };
const waiting: Record<Politeness, string[]> = { polite: [], assertive: [] };
const busy = new Set<Politeness>();
const emptying: Partial<Record<Politeness, ReturnType<typeof setTimeout>>> = {};
let times = 0;
const listeners = new Listeners();

function say(politeness: Politeness, message: string): void {
  announced[politeness] = message;
  times += 1;
  listeners.callAll();
}

const inOneBreath = (messages: string[]): string =>
  messages.reduce((before, message) => `${before}${/[.…!?]$/.test(before) ? "" : "."} ${message}`);

/** Long enough for the page to draw the text, or its absence. */
const PAUSE = 50;
/** Long enough for a screen reader that is still speaking to take it. */
const READ = 7_000;

function sayWaiting(politeness: Politeness): void {
  clearTimeout(emptying[politeness]);
  say(politeness, "");
  setTimeout(() => {
    say(politeness, inOneBreath(waiting[politeness]));
    waiting[politeness] = [];
    emptying[politeness] = setTimeout(() => say(politeness, ""), READ);
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

/** Announces the words each time the value changes, not the value that is there first. */
export function useAnnounced(value: unknown, words: string | false): void {
  const before = useRef(value);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    if (words) announce(words);
  }, [value, words]);
}

/** Begins empty: announcements from before a dialog are not repeated in it. */
export function LiveRegion() {
  const [before] = useState(times);
  const polite = useSyncExternalStore(listeners.onAll, () => (times > before ? announced.polite : ""));
  const assertive = useSyncExternalStore(listeners.onAll, () => (times > before ? announced.assertive : ""));
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
