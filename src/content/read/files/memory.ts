// Keeps what was made of content that has not changed, so that a check after one edit makes only what the edit touches. What is made
// contains sentences, so each language of a reader has its own.
import { readerLanguage } from "../findings/translate.ts";

export class Memory {
  readonly #kept = new Map<string, { of: readonly unknown[]; made: unknown }>();

  /** What `make` made last under this name, as long as it is made of the same parts. */
  recall<T>(name: string, of: readonly unknown[], make: () => T): T {
    const key = `${readerLanguage()} ${name}`;
    const entry = this.#kept.get(key);
    if (entry && entry.of.length === of.length && entry.of.every((dependency, index) => dependency === of[index]))
      return entry.made as T;
    const made = make();
    this.#kept.set(key, { of, made });
    return made;
  }
}
