// Publishes the content: static files named by their hash, an index of what is offered, the private part, and the log of
// releases. Deletes nothing, because a request opens with the release it was made with. Index and log are written last, each
// in one move, so that a reader never sees a release whose files are not there.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dayAtInstant } from "#engine/values/dates.ts";
import { allProducts, type Catalogue, type ProductFiles, readCatalogue, readManifest } from "../read/catalogue.ts";
import { Memory } from "../read/files/memory.ts";
import { writeInOneMove, writeWithCompressed } from "../read/files/writeInOneMove.ts";
import { ContentError, describe, type Finding, isError } from "../read/findings/finding.ts";
import type { Shapes } from "../read/shapes.ts";
import { ADDRESS, type CompiledProduct, compile } from "./compile.ts";
import { findDocuments, findIcon } from "./documents.ts";
import { findPictures } from "./pictures.ts";
import type { Offer, ProductEntry, PublishedIndex, ReleaseEntry } from "./published.ts";
import {
  collectSources,
  freeName,
  isOnOffer,
  keepSources,
  offeredOn,
  type ReleaseAction,
  readLog,
  withId,
  writeLog,
} from "./releases.ts";

interface PublishOptions {
  /** If given, only products whose files changed are compiled again. */
  memory?: Memory;
  /** If given, nothing is published while a file that is published unchanged (`TAKEN`) does not fit its meta-schema. Absent when the check ran before. */
  shapes?: Shapes;
  /** False where every saved file is served at once: that makes no release. */
  release?: boolean;
  /** Forgets earlier releases: no request was made with one. */
  isAnew?: boolean;
  /** Absent: beside the schemas. */
  fixturesDir?: string;
  /** The folder of the example products, which are published too. They are never offered. */
  examplesDir?: string | undefined;
  name?: string | undefined;
  author?: string;
  note?: string;
  /** First day. Absent, or not after today: at once. */
  from?: string | undefined;
  /** Now. */
  at?: Date;
}

interface PublishResult {
  index: PublishedIndex;
  /** Names of the versions that were compiled. */
  compiled: string[];
  /** The release with this content. `made`: it is new. */
  release: { name: string; made: boolean } | undefined;
}

export async function publish(schemasDir: string, outDir: string, options?: PublishOptions): Promise<PublishedIndex> {
  return (await publishRelease(schemasDir, outDir, options)).index;
}

export async function publishRelease(
  schemasDir: string,
  outDir: string,
  options: PublishOptions = {},
): Promise<PublishResult> {
  const { memory = new Memory(), at = new Date(), examplesDir } = options;
  const catalogue = readCatalogue(schemasDir, memory, examplesDir);
  const findings = [...catalogue.findings, ...findMisshapen(catalogue, options.shapes)].filter(isError);
  if (findings.length > 0) throw new ContentError(findings);
  const compiled = await compileAll(allProducts(catalogue), (product) =>
    memory.recall(`compiled ${product.key}`, findSources(product, catalogue), () =>
      compile(product, catalogue, memory),
    ),
  );
  mkdirSync(join(outDir, "public"), { recursive: true });
  mkdirSync(join(outDir, "back"), { recursive: true });
  // Node reads a bundle by the nearest package.json, and a folder above may have another kind.
  writeInOneMove(join(outDir, "package.json"), '{ "type": "module" }\n');
  const write = options.release === false ? writeInOneMove : writeWithCompressed;
  for (const product of compiled) writeRelease(product, outDir, write);
  const releases = options.isAnew ? {} : keptReleases(outDir);
  for (const product of compiled) releases[product.release] = releaseEntry(product);
  const portal = compiled.find((product) => product.key === catalogue.portal?.key);
  const offer: Offer = {
    products: catalogue.products.map((product, position) => productEntry(product, compiled[position]!)),
    portal: portal ? { release: portal.release, ...releaseEntry(portal) } : null,
  };
  const names = compiled.map((product) => product.release);
  if (options.release === false)
    return { index: writeIndex(outDir, { ...offer, releases }), compiled: names, release: undefined };
  const sources = () => keepSources(outDir, collectSources(schemasDir, findFixtures(schemasDir, options)));
  const { log, ...release } = addRelease(readLog(outDir), { ...options, at, offer, sources });
  const offered = offeredOn(log, dayAtInstant(at.getTime()))?.offer ?? offer;
  const index = writeIndex(outDir, { ...offered, releases });
  writeLog(outDir, log);
  return { index, compiled: names, release };
}

/** Steps, lists, documents and questions are published unchanged. Compiling reports the faults of the others. */
const TAKEN = /\/(product|questions)\.json$/;

export const findMisshapen = ({ files }: Catalogue, shapes: Shapes | undefined): Finding[] =>
  shapes ? files.flatMap((file) => (TAKEN.test(file.file) ? shapes.check(file) : [])) : [];

const findFixtures = (schemasDir: string, { fixturesDir }: PublishOptions): string =>
  fixturesDir ?? join(dirname(schemasDir), "fixtures");

function writeIndex(outDir: string, { products, releases, portal }: PublishedIndex): PublishedIndex {
  const index = { products, releases, portal };
  writeInOneMove(join(outDir, "public", "index.json"), JSON.stringify(index));
  return index;
}

type NewRelease = PublishOptions & { at: Date; offer: Offer; sources(): string };

/** Content that is on offer on that day already makes no release. */
function addRelease(log: ReleaseAction[], { at, from, offer, name, sources, author = "", note = "" }: NewRelease) {
  const today = dayAtInstant(at.getTime());
  const prepared = from !== undefined && from > today;
  const made = { at: at.toISOString(), action: "publish" as const, release: name ?? freeName(log, today) };
  const day = prepared ? { from, prepared } : { from: today };
  const action = withId({ ...made, ...day, author, note, offer });
  if (isOnOffer(log, action)) return { log, name: offeredOn(log, action.from)?.name ?? "", made: false };
  return { log: [...log, { ...action, sources: sources() }], name: action.release, made: true };
}

/** Returns false after a mistake: each finding is printed as by the check, and the last good release stays. */
export async function tryPublish(
  schemasDir: string,
  outDir: string,
  { tell, ...options }: PublishOptions & { tell(line: string): void },
): Promise<boolean> {
  try {
    await publish(schemasDir, outDir, { ...options, release: false });
    return true;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    for (const finding of error.findings) tell(describe(finding));
    return false;
  }
}

/** All that a product is compiled of: its own files, those that all share, and its documents by their content. */
function findSources(product: ProductFiles, catalogue: Catalogue): unknown[] {
  const others = catalogue.products.filter(({ key }) => key !== product.key);
  const isOwn = ({ path }: { path: string }) => !others.some(({ directory }) => path.startsWith(`${directory}/`));
  const published = [...findDocuments(product, catalogue, []), ...findPictures(product, []), findIcon(product, [])];
  return [...catalogue.files.filter(isOwn), ...published.map((document) => document?.file)];
}

async function compileAll(
  products: ProductFiles[],
  compileOne: (product: ProductFiles) => Promise<CompiledProduct>,
): Promise<CompiledProduct[]> {
  const findings: Finding[] = [];
  const compiled: CompiledProduct[] = [];
  for (const product of products) {
    try {
      compiled.push(await compileOne(product));
    } catch (reason) {
      if (!(reason instanceof ContentError)) throw reason;
      findings.push(...reason.findings);
    }
  }
  if (findings.length > 0) throw new ContentError(findings);
  return compiled;
}

function releaseEntry(product: CompiledProduct): ReleaseEntry {
  const texts = Object.entries(product.texts).map(([language, file]) => [language, ADDRESS + file.name]);
  const documents = product.documents.map(({ name, file }) => [name, ADDRESS + file]);
  return {
    key: product.key,
    bundle: ADDRESS + product.bundle.name,
    texts: Object.fromEntries(texts),
    documents: Object.fromEntries(documents),
  };
}

function productEntry(product: ProductFiles, compiled: CompiledProduct): ProductEntry {
  const { codes, offered } = readManifest(product);
  const inLanguages = (name: string) =>
    Object.fromEntries(
      Object.entries(product.texts).map(([language, file]) => [language, String(file.content[name] ?? "")]),
    );
  return {
    key: product.key,
    codes,
    offered,
    icon: compiled.icon,
    name: inLanguages("name"),
    description: inLanguages("description"),
    release: compiled.release,
  };
}

function writeRelease(product: CompiledProduct, outDir: string, write: typeof writeWithCompressed): void {
  for (const file of [product.bundle, ...Object.values(product.texts)]) {
    const path = join(outDir, "public", file.name);
    if (!existsSync(path)) write(path, file.code);
  }
  for (const { file, content } of product.documents) {
    const path = join(outDir, "public", file);
    if (!existsSync(path)) writeInOneMove(path, content);
  }
  const back = join(outDir, "back", `${product.release}.json`);
  if (!existsSync(back)) writeInOneMove(back, JSON.stringify(product.back));
}

/** Releases of earlier publishes whose files are still there. */
function keptReleases(outDir: string): Record<string, ReleaseEntry> {
  const path = join(outDir, "public", "index.json");
  if (!existsSync(path)) return {};
  try {
    const { releases } = JSON.parse(readFileSync(path, "utf8")) as PublishedIndex;
    const present = (address: string) => existsSync(join(outDir, "public", address.slice(ADDRESS.length)));
    const remaining = Object.entries(releases).filter(([release, entry]) => {
      const addresses = [entry.bundle, ...Object.values(entry.texts), ...Object.values(entry.documents ?? {})];
      return addresses.every(present) && existsSync(join(outDir, "back", `${release}.json`));
    });
    return Object.fromEntries(remaining);
  } catch {
    return {};
  }
}
