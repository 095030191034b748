// Remembers what was worked out about an object for as long as the object lives. For what never changes: a published schema,
// an answer of the server.
export function oncePer<Key extends object, Found>(find: (key: Key) => Found): (key: Key) => Found {
  const cache = new WeakMap<Key, { found: Found }>();
  return (key) => {
    let entry = cache.get(key);
    if (!entry) {
      entry = { found: find(key) };
      cache.set(key, entry);
    }
    return entry.found;
  };
}
