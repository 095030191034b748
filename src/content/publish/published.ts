// What a folder of published products holds: `public/index.json`, which the browser reads too, and files named by their hash.
import { createHash } from "node:crypto";

export interface ReleaseEntry {
  key: string;
  /** Address of the bundle, `/products/<file>`. */
  bundle: string;
  texts: Record<string, string>;
  /** Addresses of its documents by name. Releases older than documents in content have none. */
  documents?: Record<string, string>;
}

export interface ProductEntry {
  key: string;
  codes: string[];
  offered: boolean;
  icon: string;
  name: Record<string, string>;
  description: Record<string, string>;
  release: string;
}

/** `public/index.json`. */
export interface PublishedIndex {
  products: ProductEntry[];
  releases: Record<string, ReleaseEntry>;
  /** The forms of the portal itself, or null when there are none. */
  portal: (ReleaseEntry & { release: string }) | null;
}

/** What brokers find: the products with the version of each, and the portal's own forms. */
export type Offer = Pick<PublishedIndex, "products" | "portal">;

export function computeHash(...parts: string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex").slice(0, 12);
}
