// Keeps what was made of content that has not changed, so that a check after one edit makes only what the edit touches.
export class Memory {
  readonly #kept = new Map<string, { of: readonly unknown[]; made: unknown }>();

  /** What `make` made last under this name, as long as it is made of the same parts. */
  recall<T>(name: string, of: readonly unknown[], make: () => T): T {
    const entry = this.#kept.get(name);
    if (entry && entry.of.length === of.length && entry.of.every((dependency, index) => dependency === of[index]))
      return entry.made as T;
    const made = make();
    this.#kept.set(name, { of, made });
    return made;
  }
}
