// Published products as the back end reads them: the bundle that the browser gets too, and the private part, by release.
// Reads the index again when it changes, so publishing needs no restart; a loaded release is kept, it never changes.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BackPart } from "#content/compile.ts";
import type { ProductEntry, PublishedIndex } from "#content/publish.ts";
import { type BundleModule, toBundle } from "#engine/contract.ts";
import type { Language, ProductBundle } from "#engine/types.ts";
import { textsOf } from "./texts.ts";

export interface LoadedProduct {
  key: string;
  release: string;
  bundle: ProductBundle;
  back: BackPart;
  /** Text of the product or the shared fields, with values filled in; the key itself when there is none. */
  text(language: Language, key: string, values?: Record<string, string | number>): string;
}

export interface Products {
  index(): PublishedIndex;
  entry(key: string): ProductEntry | undefined;
  /** The release on offer; undefined for an unknown product. */
  current(key: string): Promise<LoadedProduct | undefined>;
  /** The release a request was made with; when its files are gone, the one on offer. */
  pinned(key: string, release: string): Promise<LoadedProduct | undefined>;
  /** The portal's own forms: prerequisites and relation. */
  portal(): Promise<LoadedProduct>;
}

export function createProducts(directory: string): Products {
  const indexPath = join(directory, "public", "index.json");
  const loaded = new Map<string, Promise<LoadedProduct>>();
  let known: { stamp: number; index: PublishedIndex } | undefined;

  function index(): PublishedIndex {
    const stamp = statSync(indexPath).mtimeMs;
    if (known?.stamp !== stamp) known = { stamp, index: JSON.parse(readFileSync(indexPath, "utf8")) as PublishedIndex };
    return known.index;
  }

  function load(release: string): Promise<LoadedProduct> {
    const before = loaded.get(release);
    if (before) return before;
    const loading = loadRelease(directory, index(), release);
    loaded.set(release, loading);
    loading.catch(() => loaded.delete(release));
    return loading;
  }

  const entry = (key: string) => index().products.find((product) => product.key === key);
  async function current(key: string): Promise<LoadedProduct | undefined> {
    const found = entry(key);
    return found ? load(found.release) : undefined;
  }
  return {
    index,
    entry,
    current,
    pinned: async (key, release) => (index().releases[release]?.key === key ? load(release) : current(key)),
    async portal() {
      const { portal } = index();
      if (!portal) throw new Error("schemas/portal is not published");
      return load(portal.release);
    },
  };
}

async function loadRelease(directory: string, index: PublishedIndex, release: string): Promise<LoadedProduct> {
  const entry = index.releases[release];
  if (!entry) throw new Error(`Release ${release} is not published`);
  const fileOf = (address: string) => join(directory, "public", address.split("/").at(-1) ?? "");
  const module = (await import(/* @vite-ignore */ pathToFileURL(fileOf(entry.bundle)).href)) as BundleModule;
  const back = JSON.parse(readFileSync(join(directory, "back", `${release}.json`), "utf8")) as BackPart;
  const words = { nl: read(fileOf(entry.texts.nl ?? "")), fr: read(fileOf(entry.texts.fr ?? entry.texts.nl ?? "")) };
  return { key: entry.key, release, bundle: toBundle(module, release), back, text: textsOf(words) };
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
