// Listeners of one key and of everything. A listener may stop listening while it is called.
import { addUnder } from "./keyedSets.ts";

type Listener = () => void;

export class Listeners {
  readonly #byKey = new Map<string, Set<Listener>>();
  readonly #all = new Set<Listener>();

  on(key: string, listener: Listener): () => void {
    return addUnder(this.#byKey, key, listener);
  }

  /** Returns what ends it. */
  readonly onAll = (listener: Listener): (() => void) => {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  };

  call(keys: Iterable<string>): void {
    for (const key of keys) for (const listener of [...(this.#byKey.get(key) ?? [])]) listener();
  }

  callAll(): void {
    for (const listener of [...this.#all]) listener();
  }
}
