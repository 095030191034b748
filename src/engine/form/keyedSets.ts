// Sets by key: a key exists while its set is not empty.

/** Returns what takes the value out again. */
export function addUnder<Value>(sets: Map<string, Set<Value>>, key: string, value: Value): () => void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
  return () => {
    set.delete(value);
    if (set.size === 0 && sets.get(key) === set) sets.delete(key);
  };
}
