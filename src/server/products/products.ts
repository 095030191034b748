// Published products as the back end reads them: the bundle that the browser gets too, and the private part, by release.
// Reads index and log again when they change, so publishing needs no restart, and a prepared release comes on offer on its
// first day; a loaded release is kept, it never changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BackPart } from "#content/compile.ts";
import type { ProductEntry, PublishedIndex } from "#content/published.ts";
import { offeredOn, readLog } from "#content/releases.ts";
import { readFileStamp } from "#content/writeInOneMove.ts";
import { type BundleModule, toBundle } from "#engine/contract.ts";
import { DEFAULT_LANGUAGE, inEachLanguage } from "#engine/languages.ts";
import type { Language, ProductBundle } from "#engine/types.ts";
import { createClock } from "../clock.ts";
import type { SharedReleases } from "./sharedReleases.ts";
import { createTexts } from "./texts.ts";

export interface LoadedProduct {
  key: string;
  release: string;
  bundle: ProductBundle;
  back: BackPart;
  /** The private part of the release on offer, where that is another: its tariff counts where it fits. */
  newest?: BackPart | undefined;
  /** Text of the product or the shared fields, with values filled in; the key itself when there is none. */
  text(language: Language, key: string, values?: Record<string, string | number>): string;
}

export interface Products {
  index(): PublishedIndex;
  /** Lets other processes find what was published here, and finds what they published. */
  refresh(): Promise<void>;
  /** Content of a paper at its address; undefined when there is none. */
  document(address: string): Buffer | undefined;
  entry(key: string): ProductEntry | undefined;
  /** The release on offer; undefined for an unknown product. */
  current(key: string): Promise<LoadedProduct | undefined>;
  /** The release a request was made with; when its files are gone, the one on offer. */
  pinned(key: string, release: string): Promise<LoadedProduct | undefined>;
  /** The same with the tariff of the release on offer, where that fits. */
  priced(key: string, release: string): Promise<LoadedProduct | undefined>;
  /** The portal's own forms: prerequisites and relation. */
  portal(): Promise<LoadedProduct>;
}

interface ProductsOptions {
  /** Decides which release is on offer; absent: the machine's clock. */
  today?: () => string;
  /** Where processes on one database keep their releases. */
  shared?: Pick<SharedReleases, "sync"> | undefined;
  /** False while somebody edits: what was saved last is on offer, whatever release is. */
  releases?: boolean;
}

export function createProducts(directory: string, options: ProductsOptions = {}): Products {
  const { today = createClock().today, shared, releases = true } = options;
  const paths = [join(directory, "public", "index.json"), ...(releases ? [join(directory, "releases.json")] : [])];
  const loaded = new Map<string, Promise<LoadedProduct>>();
  let known: { stamp: string; index: PublishedIndex } | undefined;
  /** How they were in this turn of the event loop: a call asks up to seven times. */
  let files: string | undefined;
  /** What came from others is seen at once. */
  const sync = async () => void (await shared?.sync().finally(() => (files = undefined)));

  function readFiles(): string {
    setImmediate(() => (files = undefined));
    return paths.map(readFileStamp).join();
  }
  function index(): PublishedIndex {
    const day = today();
    files ??= readFiles();
    const stamp = `${day},${files}`;
    if (known?.stamp !== stamp) known = { stamp, index: readIndex(directory, releases ? day : undefined) };
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

  /** A release with the tariff of the one on offer. */
  function loadPriced(release: string, offered: string): Promise<LoadedProduct> {
    const name = `${release} priced by ${offered}`;
    const priced = async () => ({ ...(await load(release)), newest: (await load(offered)).back });
    const loading = loaded.get(name) ?? priced();
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  }

  let sharing: { index: PublishedIndex; done: Promise<void> } | undefined;
  /** Before a release is used here, the others can find it. */
  async function share(): Promise<void> {
    if (!shared) return;
    const newest = index();
    if (sharing?.index !== newest) {
      sharing = { index: newest, done: sync() };
      sharing.done.catch(() => (sharing = undefined));
    }
    await sharing.done;
  }

  const entry = (key: string) => index().products.find((product) => product.key === key);
  async function current(key: string): Promise<LoadedProduct | undefined> {
    await share();
    const found = entry(key);
    return found ? load(found.release) : undefined;
  }
  async function pinned(key: string, release: string): Promise<LoadedProduct | undefined> {
    if (!isRelease(index(), key, release)) await sync();
    return isRelease(index(), key, release) ? load(release) : current(key);
  }
  return {
    index,
    document: (address) => documentAt(directory, index(), address),
    entry,
    current,
    refresh: sync,
    pinned,
    async priced(key, release) {
      const own = await pinned(key, release);
      const offered = entry(key)?.release;
      return !own || !offered || offered === own.release ? own : loadPriced(own.release, offered);
    },
    async portal() {
      const { portal } = index();
      if (!portal) throw new Error("schemas/portal is not published");
      return load(portal.release);
    },
  };
}

/** With what is on offer on that day; without a day what was published last. */
function readIndex(directory: string, day?: string): PublishedIndex {
  const index = JSON.parse(readFileSync(join(directory, "public", "index.json"), "utf8")) as PublishedIndex;
  const offered = day === undefined ? undefined : offeredOn(readLog(directory), day);
  return { ...index, ...offered?.offer };
}

const isRelease = (index: PublishedIndex, key: string, release: string) => index.releases[release]?.key === key;

/** Papers lay among the app's own files before they were content: releases of then name them there. */
const MOVED = /^\/storage\/(?:([\w-]+)\/)?([\w-]+)\.pdf$/;

/** Where a paper of an old release stands now: that of the release on offer. */
export function movedDocument({ products, releases }: PublishedIndex, address: string): string | undefined {
  const [, key, name] = MOVED.exec(address) ?? [];
  if (name === undefined) return undefined;
  const offered = products.filter((product) => key === undefined || product.key === key);
  const addresses = offered.flatMap(({ release }) => Object.values(releases[release]?.documents ?? {}));
  return addresses.find((one) => one.split("/").at(-1)?.split(".")[1] === name);
}

function documentAt(directory: string, index: PublishedIndex, address: string): Buffer | undefined {
  const file = (movedDocument(index, address) ?? address).split("/").at(-1) ?? "";
  if (!/^[\w.-]+\.pdf$/.test(file)) return undefined;
  try {
    return readFileSync(join(directory, "public", file));
  } catch {
    return undefined;
  }
}

async function loadRelease(directory: string, index: PublishedIndex, release: string): Promise<LoadedProduct> {
  const entry = index.releases[release];
  if (!entry) throw new Error(`Release ${release} is not published`);
  const findFile = (address: string) => join(directory, "public", address.split("/").at(-1) ?? "");
  const module = (await import(/* @vite-ignore */ pathToFileURL(findFile(entry.bundle)).href)) as BundleModule;
  const back = JSON.parse(readFileSync(join(directory, "back", `${release}.json`), "utf8")) as BackPart;
  const wordsIn = (language: Language) => read(findFile(entry.texts[language] ?? entry.texts[DEFAULT_LANGUAGE] ?? ""));
  return {
    key: entry.key,
    release,
    bundle: toBundle(module, release),
    back,
    text: createTexts(inEachLanguage(wordsIn)),
  };
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
