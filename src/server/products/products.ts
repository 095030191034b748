// Loads published products by release: the bundle, which the browser gets too, and the private part. The folder's index and release
// log are read again when they change, so that publishing needs no restart and a prepared release is offered from its first day. A
// loaded release is cached for ever, as it never changes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BackPart } from "#content/publish/compile.ts";
import type { ProductEntry, PublishedIndex } from "#content/publish/published.ts";
import { offeredOn, readLog } from "#content/publish/releases.ts";
import { buildStandaloneModule, listConditions } from "#content/publish/standalone.ts";
import { readFileStamp } from "#content/read/files/writeInOneMove.ts";
import { type BundleModule, FORM, toBundle } from "#engine/rules/contract.ts";
import { upgradeBack } from "#engine/rules/olderForm.ts";
import type { Language, ProductBundle } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, inEachLanguage } from "#engine/values/languages.ts";
import { createClock } from "../config/clock.ts";
import type { Releases } from "./releases.ts";
import { createTexts } from "./texts.ts";

export interface LoadedProduct {
  key: string;
  release: string;
  bundle: ProductBundle;
  back: BackPart;
  /** The private part of the current release, when that is another one: its tariff is used if it fits. */
  newest?: BackPart | undefined;
  /**
   * A text of the product or of the shared fields, with its values filled in, or the key itself when there is no such
   * text.
   */
  text(language: Language, key: string, values?: Record<string, string | number>): string;
}

export interface Products {
  index(): PublishedIndex;
  /** Gets what other processes published. */
  refresh(): Promise<void>;
  /** Content of a product's document at its address, or undefined when there is none. */
  document(address: string): Buffer | undefined;
  /** A module with the compiled conditions of a bundle, for those that contain them as data only. Undefined: unknown bundle. */
  conditionsCode(address: string): Promise<string | undefined>;
  entry(key: string): ProductEntry | undefined;
  /** The current release, or undefined for an unknown product. */
  current(key: string): Promise<LoadedProduct | undefined>;
  /** The release that a request was made with, or the current one when that release is not published any more. */
  pinned(key: string, release: string): Promise<LoadedProduct | undefined>;
  /** As `pinned`, with the tariff of the current release if it fits. */
  priced(key: string, release: string): Promise<LoadedProduct | undefined>;
  /** The portal's own forms: prerequisites and relation. */
  portal(): Promise<LoadedProduct>;
}

interface ProductsOptions {
  /** The day that decides which release is current. By default that of the machine's clock. */
  today?: () => string;
  /** Keeps the folder equal to the database. Absent: the folder is read again when it changes. */
  store?: Pick<Releases, "refresh" | "version"> | undefined;
  /** False in development: the content saved last is used, whatever the release log contains. */
  releases?: boolean;
}

export function createProducts(directory: string, options: ProductsOptions = {}): Products {
  const { today = createClock().today, store, releases = true } = options;
  const paths = [join(directory, "public", "index.json"), ...(releases ? [join(directory, "releases.json")] : [])];
  const loaded = new Map<string, Promise<LoadedProduct>>();
  let cached: { stamp: string; index: PublishedIndex } | undefined;
  const refresh = async () => store?.refresh();

  function index(): PublishedIndex {
    const day = today();
    const stamp = `${day},${store ? store.version() : paths.map(readFileStamp)}`;
    if (cached?.stamp !== stamp) cached = { stamp, index: readIndex(directory, releases ? day : undefined) };
    return cached.index;
  }

  function load(release: string): Promise<LoadedProduct> {
    const before = loaded.get(release);
    if (before) return before;
    const loading = loadRelease(directory, index(), release);
    loaded.set(release, loading);
    loading.catch(() => loaded.delete(release));
    return loading;
  }

  /** A release with the tariff of the current one. */
  function loadPriced(release: string, offered: string): Promise<LoadedProduct> {
    const name = `${release} priced by ${offered}`;
    const priced = async () => ({ ...(await load(release)), newest: (await load(offered)).back });
    const loading = loaded.get(name) ?? priced();
    loaded.set(name, loading);
    loading.catch(() => loaded.delete(name));
    return loading;
  }

  const entry = (key: string) => index().products.find((product) => product.key === key);
  async function current(key: string): Promise<LoadedProduct | undefined> {
    const offered = entry(key);
    return offered ? load(offered.release) : undefined;
  }
  async function pinned(key: string, release: string): Promise<LoadedProduct | undefined> {
    if (!isRelease(index(), key, release)) await refresh();
    return isRelease(index(), key, release) ? load(release) : current(key);
  }
  return {
    index,
    document: (address) => documentAt(directory, index(), address),
    conditionsCode: (address) => compileConditions(directory, index(), address),
    entry,
    current,
    refresh,
    pinned,
    async priced(key, release) {
      const pinnedProduct = await pinned(key, release);
      const offered = entry(key)?.release;
      return !pinnedProduct || !offered || offered === pinnedProduct.release
        ? pinnedProduct
        : loadPriced(pinnedProduct.release, offered);
    },
    async portal() {
      const { portal } = index();
      if (!portal) throw new Error("schemas/portal is not published");
      return load(portal.release);
    },
  };
}

/** The index with the products on offer on that day. Without a day those published last. */
function readIndex(directory: string, day?: string): PublishedIndex {
  const index = JSON.parse(readFileSync(join(directory, "public", "index.json"), "utf8")) as PublishedIndex;
  const offered = day === undefined ? undefined : offeredOn(readLog(directory), day);
  return { ...index, ...offered?.offer };
}

const isRelease = (index: PublishedIndex, key: string, release: string) => index.releases[release]?.key === key;

/** Old releases name their documents at this address: documents were files of the app before they became content. */
const MOVED = /^\/storage\/(?:([\w-]+)\/)?([\w-]+)\.pdf$/;

/** The current address of an old release's document: that of the same document in the current release. */
export function movedDocument({ products, releases }: PublishedIndex, address: string): string | undefined {
  const [, key, name] = MOVED.exec(address) ?? [];
  if (name === undefined) return undefined;
  const offered = products.filter((product) => key === undefined || product.key === key);
  const addresses = offered.flatMap(({ release }) => Object.values(releases[release]?.documents ?? {}));
  return addresses.find((address) => address.split("/").at(-1)?.split(".")[1] === name);
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

const findPublic = (directory: string, address: string): string =>
  join(directory, "public", address.split("/").at(-1) ?? "");

const importBundle = async (directory: string, address: string) =>
  (await import(/* @vite-ignore */ pathToFileURL(findPublic(directory, address)).href)) as BundleModule;

async function compileConditions(directory: string, { releases }: PublishedIndex, address: string) {
  if (!Object.values(releases).some(({ bundle }) => bundle === address)) return undefined;
  const { steps } = await importBundle(directory, address);
  return buildStandaloneModule(new Map(), listConditions(steps));
}

async function loadRelease(directory: string, index: PublishedIndex, release: string): Promise<LoadedProduct> {
  const entry = index.releases[release];
  if (!entry) throw new Error(`Release ${release} is not published`);
  const module = await importBundle(directory, entry.bundle);
  const stored = JSON.parse(readFileSync(join(directory, "back", `${release}.json`), "utf8")) as BackPart;
  const { back, facts } = stored.form === FORM ? { back: stored, facts: {} } : upgradeBack(stored);
  const bundle = await toBundle(module, release);
  const wordsIn = (language: Language) =>
    read(findPublic(directory, entry.texts[language] ?? entry.texts[DEFAULT_LANGUAGE] ?? ""));
  return {
    key: entry.key,
    release,
    bundle: { ...bundle, manifest: { ...bundle.manifest, facts: { ...bundle.manifest.facts, ...facts } } },
    back,
    text: createTexts(inEachLanguage(wordsIn)),
  };
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
