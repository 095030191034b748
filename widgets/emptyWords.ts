// What a widget knows of its missing answer better than the rule: a text stands in it that is no choice, so to the rule it is
// empty. Its words take the place of "required", at the field and in the summary. Judges nothing.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { Listeners } from "#engine/listeners.ts";
import type { FormSession } from "#engine/session.ts";

interface Said {
  keys: Map<string, string>;
  listeners: Listeners;
}

const bySession = new WeakMap<FormSession, Said>();

function findSaid(session: FormSession): Said {
  const known = bySession.get(session) ?? { keys: new Map(), listeners: new Listeners() };
  bySession.set(session, known);
  return known;
}

function say(session: FormSession, id: string, key: string | undefined): void {
  const { keys, listeners } = findSaid(session);
  if (keys.get(id) === key) return;
  if (key === undefined) keys.delete(id);
  else keys.set(id, key);
  listeners.call([id]);
}

/** For the widget: the text key that says what is missing, as long as it has a better one. */
export function useSayOfEmpty(session: FormSession, id: string, key: string | undefined): void {
  useEffect(() => {
    say(session, id, key);
    return () => say(session, id, undefined);
  }, [session, id, key]);
}

/** For who shows the error of a field. */
export function useEmptyWords(session: FormSession, id: string): string | undefined {
  const subscribe = useCallback((changed: () => void) => findSaid(session).listeners.on(id, changed), [session, id]);
  return useSyncExternalStore(subscribe, () => findSaid(session).keys.get(id));
}
