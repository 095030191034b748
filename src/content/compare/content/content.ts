// What changes for brokers and their customers between two contents. Compares what is compiled from the files, not their lines. A
// difference without words of its own is reported with its place, and a file without a difference for customers is named.
import { sameValue } from "#engine/fields/formValues.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { findDocuments } from "../../publish/documents.ts";
import { findPictures } from "../../publish/pictures.ts";
import { allProducts, type Catalogue, type ProductFiles, readManifest, tariffFileOn } from "../../read/catalogue.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { Labelled } from "../words/labels.ts";
import { day, NO_WORDS, phrase, phraseFor } from "../words/words.ts";
import { asObject, type Change, Changes, pairUp, type Row, type Sides } from "./changes.ts";
import { manifestRows, questionRows } from "./contentRows.ts";
import { compareFields, type ToldFields } from "./fields.ts";
import { compareLayout } from "./layout.ts";
import { rateRows, tableRows, tariffRows } from "./priceRows.ts";
import { compareTexts } from "./texts.ts";

export function compareContent(old: Catalogue, now: Catalogue): Change[] {
  const pairs = new FilePairs(old, now);
  const { added, removed, kept } = pairUp(allProducts(old), allProducts(now), ({ key }) => key);
  const products = [
    ...added.map(([product]) => tellWhole("product.added", product, now)),
    ...removed.map(([product]) => tellWhole("product.removed", product, old)),
    ...kept.map(([before, after]) =>
      compareProduct({ old: new Labelled(before, old), now: new Labelled(after, now) }, pairs),
    ),
  ].toSorted((left, other) => String(left.where.product).localeCompare(String(other.where.product)));
  const changes = products.flatMap(({ list }) => list);
  return [...changes, ...compareShared(old, now, pairs), ...tellSilentFields(changes, pairs)];
}

function tellWhole(kind: "product.added" | "product.removed", product: ProductFiles, catalogue: Catalogue): Changes {
  const changes = new Changes({ product: product.key, part: "product", file: product.manifest.file });
  changes.add(kind, "", { product: new Labelled(product, catalogue).name });
  if (kind === "product.added" && readManifest(product).offered) changes.add("product.offered", "/offered");
  return changes;
}

const REMARKS: Row[] = [{ at: /^\$schema$/, describe: null }];

/** The files of both contents by their paths. */
class FilePairs {
  readonly #old: ReadonlyMap<string, JsonFile>;
  readonly #now: ReadonlyMap<string, JsonFile>;

  constructor(old: Catalogue, now: Catalogue) {
    const byName = ({ files }: Catalogue) => new Map(files.map((file) => [file.file, file]));
    this.#old = byName(old);
    this.#now = byName(now);
  }

  /** Files in a folder that differ in more than their notation. */
  differing(folder: string): string[] {
    const names = [...new Set([...this.#old.keys(), ...this.#now.keys()])].filter((name) => name.startsWith(folder));
    return names.filter((name) => {
      const [before, after] = this.both(name);
      const sameText = before?.text === after?.text && !before?.tables && !after?.tables;
      return !sameText && !sameValue(before?.content, after?.content);
    });
  }

  both(name: string): [JsonFile | undefined, JsonFile | undefined] {
    return [this.#old.get(name), this.#now.get(name)];
  }
}

function compareProduct(sides: Sides, pairs: FilePairs): Changes {
  const [before, after] = [sides.old.product, sides.now.product];
  const { key, manifest } = after;
  const isPortal = manifest.file === "schemas/portal";
  const folder = isPortal ? "schemas/portal/" : manifest.file.replace(/product\.json$/, "");
  const differing = pairs.differing(folder);
  const changes = new Changes({ product: key, part: "product", file: manifest.file });
  const shared = pairs.differing("schemas/shared/").filter((name) => !/texts\.\w+\.json$/.test(name));
  const sameDocuments =
    isPortal ||
    (before.directory === after.directory && sameValue(before.manifest.content.documents, manifest.content.documents));
  if (differing.length === 0 && shared.length === 0 && sameDocuments) return changes;
  const reportedFields = compareSteps(sides, changes);
  if (!isPortal) compareManifest(sides, changes);
  for (const language of LANGUAGES) {
    const texts = [before, after].map((product) => product.texts[language]);
    const file = texts[1]?.file ?? texts[0]?.file;
    if (file)
      compareTexts(
        sides,
        { language, file, before: texts[0]?.content ?? {}, after: texts[1]?.content ?? {} },
        changes,
        reportedFields,
      );
  }
  compareBackPart(sides, changes);
  compareOthers(
    sides,
    changes,
    pairs,
    differing.filter((name) => !isTold(reportedFields, name)),
  );
  return changes;
}

function compareSteps(sides: Sides, changes: Changes): ToldFields {
  const { product } = sides.now;
  const files = new Map(product.steps.map((step) => [step.key, step]));
  const reportedFields = compareFields(sides, (step) =>
    changes.about(step, files.get(step)?.schema.file ?? product.manifest.file),
  );
  for (const { key, ui } of product.steps)
    if (sides.old.steps[key])
      compareLayout({ ...sides, changes: changes.about(key, ui.file), step: key, told: reportedFields });
  return reportedFields;
}

function compareManifest(sides: Sides, changes: Changes): void {
  // The first fact of a product is one that is added, as any other.
  const [before, after] = [sides.old, sides.now].map(({ product }) => {
    const content: JsonObject = { facts: {}, ...product.manifest.content };
    return content;
  });
  changes.walk(manifestRows(sides), before, after);
  if (before!.offered !== after!.offered)
    changes.add(after!.offered === true ? "product.offered" : "product.withdrawn", "/offered");
  compareDocuments(sides, changes);
}

/** A release contains no documents: then only their names are compared. */
function compareDocuments({ old, now }: Sides, changes: Changes): void {
  const files = ({ product, catalogue }: Labelled) =>
    new Map(findDocuments(product, catalogue, []).map(({ name, file }) => [name, file]));
  const names = ({ product }: Labelled) => Object.keys(asObject(product.manifest.content.documents));
  const [from, to] = [files(old), files(now)];
  const what = (name: string) =>
    phrase("document", { document: phraseFor(`document.${name}`, {}, name.replaceAll("_", " ")) });
  const { added, removed } = pairUp(names(old), names(now), (name) => name);
  for (const [name] of added) changes.describe(`/documents/${name}`, { what: what(name), to: NO_WORDS });
  for (const [name] of removed) changes.describe(`/documents/${name}`, { what: what(name), from: NO_WORDS });
  for (const [name, file] of to)
    if (from.has(name) && from.get(name) !== file)
      changes.add("document.replaced", `/documents/${name}`, { document: what(name) });
  comparePictures({ old, now }, changes);
}

/** Those of both sides with another content. What comes and goes is in the layouts. */
function comparePictures({ old, now }: Sides, changes: Changes): void {
  const earlier = findPictures(old.product, []);
  for (const { picture, file } of findPictures(now.product, []))
    if (earlier.some((other) => other.picture === picture && other.file !== file))
      changes.add("picture.replaced", "", { picture });
}

function compareBackPart(sides: Sides, changes: Changes): void {
  const { old, now } = sides;
  for (const [name, rows] of [
    ["tariff", tariffRows],
    ["questions", questionRows],
    ["professions", tableRows],
  ] as const) {
    const [before, after] = [old, now].map(({ product }) => product[name]);
    changes.about(name, (after ?? before)?.file ?? "").walk(rows(sides), before?.content ?? {}, after?.content ?? {});
  }
  const versions = [old, now].map(({ product }) => new Map(product.tariffs.map(({ from, file }) => [from, file])));
  for (const from of [...new Set(versions.flatMap((version) => [...version.keys()]))].sort()) {
    const [before, after] = versions.map((version) => version.get(from));
    const tariffChanges = changes.about(`tariff ${from}`, (after ?? before)?.file ?? "");
    if (!before) tariffChanges.add("version.added", "", { day: day(from) });
    if (!after) tariffChanges.add("version.removed", "", { day: day(from) });
    // What is valid from that day on, against what was.
    const [valid, wasValid] = [now, old].map(({ product }) => tariffFileOn(product, from)?.content ?? {});
    tariffChanges.walk(tariffRows(sides), wasValid, valid);
  }
}

/** Files that nothing above reads, and those in which nothing changes for a customer. */
function compareOthers({ old, now }: Sides, changes: Changes, pairs: FilePairs, differing: readonly string[]): void {
  const read = new Set([old, now].flatMap(({ product }) => listFiles(product)));
  for (const name of differing) if (!read.has(name)) compareOther(changes.about("files", name), name, pairs);
  const silent = differing.filter((name) => !changes.list.some(({ file }) => file === name));
  if (silent.length > 0) changes.about("files", silent[0]!).add("file.silent", "", { file: silent.join(", ") });
}

/** What is about a field that came or went needs no sentence. */
const isTold = ({ added, removed }: ToldFields, name: string): boolean =>
  added.size + removed.size > 0 && /(?:\.schema|\.ui|texts\.\w+)\.json$/.test(name);

function listFiles({ manifest, steps, texts, tariff, tariffs, questions, professions }: ProductFiles): string[] {
  const files = [manifest, ...tariffs.map(({ file }) => file), ...steps.flatMap(({ schema, ui }) => [schema, ui])];
  return [...files, ...Object.values(texts), tariff, questions, professions].flatMap((file) => file?.file ?? []);
}

function compareOther(changes: Changes, file: string, pairs: FilePairs): void {
  const [before, after] = pairs.both(file);
  if (!before) changes.add("file.added", "", { file });
  else if (!after) changes.add("file.removed", "", { file });
  else changes.walk(REMARKS, before.content, after.content);
}

const IN_STEPS = /^schemas\/shared\/(?:.*\.schema\.json|fields\.ui\.json|product\.json|steps\/.*)$/;

/** Files that products share, if no product has a sentence about them. */
function tellSilentFields(reported: readonly Change[], pairs: FilePairs): Change[] {
  const differing = pairs.differing("schemas/shared/").filter((name) => IN_STEPS.test(name));
  if (differing.length === 0 || reported.some(({ product }) => product !== null)) return [];
  const changes = new Changes({ product: null, part: "files", file: differing[0]! });
  changes.add("file.silent", "", { file: differing.join(", ") });
  return changes.list;
}

/** What belongs to no single product: texts that all share, and rates. Shared fields and steps are reported for each product. */
function compareShared(old: Catalogue, now: Catalogue, pairs: FilePairs): Change[] {
  const changes = new Changes({ product: null, part: "texts", file: "schemas/shared" });
  const [before, after] = [old.products[0] ?? old.portal, now.products[0] ?? now.portal];
  const differing = ["schemas/shared/", "schemas/rates/"]
    .flatMap((folder) => pairs.differing(folder))
    .filter((name) => !IN_STEPS.test(name));
  if (!before || !after || differing.length === 0) return [];
  const sides = { old: new EveryProduct(before, old), now: new EveryProduct(after, now) };
  const reportedFields: ToldFields = { added: new Set(), removed: new Set() };
  for (const file of differing) {
    const [from, to] = pairs.both(file).map((side) => side?.content ?? {});
    const language = /\/texts\.(\w+)\.json$/.exec(file)?.[1];
    if (language !== undefined)
      compareTexts(sides, { language, file, before: from!, after: to! }, changes, reportedFields);
    else if (file.endsWith("/rates.json")) changes.about("rates", file).walk(rateRows(sides), from, to);
    else compareOther(changes.about("files", file), file, pairs);
    if (!changes.list.some((change) => change.file === file))
      changes.about("files", file).add("file.silent", "", { file });
  }
  return changes.list;
}

/** Has the texts that all products share, and no steps of its own. */
class EveryProduct extends Labelled {
  constructor(product: ProductFiles, catalogue: Catalogue) {
    super({ ...product, steps: [], texts: {} }, catalogue);
  }
}
