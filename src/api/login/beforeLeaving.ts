// What has to be kept before the portal itself takes the browser to another page: the local drafts and the address.

const actions = new Set<() => void>();

/** Runs before the portal leaves the page by itself (decisions 37). Returns what removes it. */
export function beforeLeaving(keep: () => void): () => void {
  actions.add(keep);
  return () => actions.delete(keep);
}

export function keepBeforeLeaving(): void {
  for (const keep of actions) {
    try {
      keep();
    } catch {
      // a draft that cannot be kept must not prevent that the others are kept or that the page is left
    }
  }
}
