// Holds the state of an open wizard: an event changes it at once, what follows from the event happens in the order of the
// events, and screens are told once, when all of that is done.
import { reduce, type WizardEvent } from "./events.ts";
import type { WizardState } from "./state.ts";

export interface Store {
  get(): WizardState;
  dispatch(event: WizardEvent): void;
  /** Several changes as one: what follows from them waits until the work is done. */
  batch(work: () => void): void;
  /** What follows from an event; it may dispatch others. */
  follow(then: (event: WizardEvent) => void): void;
  subscribe(listener: () => void): () => void;
}

export type Watch = (event: WizardEvent, before: WizardState, after: WizardState) => void;

/** `watch`: looks at every event, as tests do. */
export function createStore(initial: WizardState, watch?: Watch): Store {
  let state = initial;
  let shown = initial;
  let busy = false;
  let follow: (event: WizardEvent) => void = () => undefined;
  const waiting: WizardEvent[] = [];
  const listeners = new Set<() => void>();

  function finish(): void {
    for (let event = waiting.shift(); event; event = waiting.shift()) follow(event);
  }

  function batch(work: () => void): void {
    if (busy) {
      work();
      return;
    }
    busy = true;
    try {
      work();
      finish();
    } finally {
      busy = false;
      const changed = shown !== state;
      shown = state;
      if (changed) for (const listener of [...listeners]) listener();
    }
  }

  return {
    get: () => state,
    batch,
    dispatch: (event) =>
      batch(() => {
        const before = state;
        state = reduce(before, event);
        watch?.(event, before, state);
        waiting.push(event);
      }),
    follow(then) {
      follow = then;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
