// Messages between the tabs of this browser.

/** Null where the browser has no channels or refuses them, as Firefox does when it blocks cookies. Tests in Node have none either. */
export function openTabChannel(name: string): BroadcastChannel | null {
  if (!("document" in globalThis)) return null;
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
