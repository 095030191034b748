// What changes for brokers and their customers between two contents, in sentences. It compares what is compiled of the
// files, not their lines; what it has no words for it names with its place, and what nobody notices it says so of.
import { sameValue } from "#engine/formValues.ts";
import { LANGUAGES } from "#engine/languages.ts";
import { allProducts, type Catalogue, type ProductFiles, readManifest, tariffFileOn } from "../catalogue.ts";
import type { JsonFile } from "../readJson.ts";
import { FieldChanges, type ToldFields } from "./fields.ts";
import { Labelled } from "./labels.ts";
import { compareLayout } from "./layout.ts";
import { compareManifest } from "./manifest.ts";
import { compareQuestions } from "./questions.ts";
import { type Change, pairUp, Scope, type Sides } from "./scope.ts";
import { compareRates, compareTables } from "./tables.ts";
import { compareTariff } from "./tariff.ts";
import { compareTexts } from "./texts.ts";
import { day, inWords, joined } from "./words.ts";

export function compareContent(old: Catalogue, now: Catalogue): Change[] {
  const [before, after] = [allProducts(old), allProducts(now)];
  const { added, removed, kept } = pairUp(before, after, ({ key }) => key);
  const pairs = new Pairs(old, now);
  const changes = [
    ...added.map(([one]) => wholeProduct("product.added", one, now)),
    ...removed.map(([one]) => wholeProduct("product.removed", one, old)),
    ...kept.map(([one, other]) => compareProduct([one, old], [other, now], pairs)),
  ].toSorted((one, other) => one.key.localeCompare(other.key));
  const ofProducts = changes.flatMap((one) => one.changes);
  return [...ofProducts, ...compareShared(old, now, pairs), ...silentFields(ofProducts, pairs)];
}

interface ProductChanges {
  key: string;
  changes: Change[];
}

function wholeProduct(
  kind: "product.added" | "product.removed",
  product: ProductFiles,
  catalogue: Catalogue,
): ProductChanges {
  const scope = new Scope({ product: product.key, part: "product", file: product.manifest.file });
  scope.say(kind, "", { product: new Labelled(product, catalogue).name });
  if (kind === "product.added" && readManifest(product).offered) scope.say("product.offered", "/offered");
  return { key: product.key, changes: scope.changes };
}

/** The files of both contents by their path, and which of them differ. */
class Pairs {
  readonly #old: ReadonlyMap<string, JsonFile>;
  readonly #now: ReadonlyMap<string, JsonFile>;

  constructor(old: Catalogue, now: Catalogue) {
    const byName = ({ files }: Catalogue) => new Map(files.map((file) => [file.file, file]));
    this.#old = byName(old);
    this.#now = byName(now);
  }

  /** Files in a folder that differ in more than how they are written. */
  differing(folder: string): string[] {
    const names = [...new Set([...this.#old.keys(), ...this.#now.keys()])].filter((name) => name.startsWith(folder));
    return names.filter((name) => {
      const [one, other] = this.both(name);
      return one?.text !== other?.text || one?.tables || other?.tables
        ? !sameValue(one?.content, other?.content)
        : false;
    });
  }

  both(name: string): [JsonFile | undefined, JsonFile | undefined] {
    return [this.#old.get(name), this.#now.get(name)];
  }
}

function compareProduct(
  [before, old]: [ProductFiles, Catalogue],
  [after, now]: [ProductFiles, Catalogue],
  pairs: Pairs,
): ProductChanges {
  const { key } = after;
  const folder = after.manifest.file.replace(/\/product\.json$/, "/").replace(/^schemas\/portal$/, "schemas/portal/");
  const differing = pairs.differing(folder);
  const sharedFields = pairs.differing("schemas/shared/").filter((name) => name.endsWith(".schema.json"));
  const scope = new Scope({ product: key, part: "product", file: after.manifest.file });
  const isPortal = after === now.portal;
  const documents = !isPortal && sameDocuments(before, after);
  if (differing.length === 0 && sharedFields.length === 0 && documents) return { key, changes: [] };
  const sides: Sides = { old: new Labelled(before, old), now: new Labelled(after, now), renamed: false };
  const told = compareSteps(sides, scope);
  sides.renamed = told.renamed.size > 0;
  if (!isPortal) compareManifest(sides, scope);
  for (const language of LANGUAGES) {
    const [one, other] = [before.texts[language], after.texts[language]];
    const file = other?.file ?? one?.file;
    if (file)
      compareTexts(sides, { language, file, before: one?.content ?? {}, after: other?.content ?? {} }, scope, told);
  }
  compareBackPart(sides, scope);
  compareOthers(sides, scope, pairs, toldOtherwise(sides, told, differing));
  return { key, changes: scope.changes };
}

const sameDocuments = (before: ProductFiles, after: ProductFiles): boolean =>
  before.directory === after.directory &&
  sameValue(before.manifest.content.documents, after.manifest.content.documents);

function compareSteps(sides: Sides, scope: Scope): ToldFields {
  const { now } = sides;
  const files = new Map(now.product.steps.map((step) => [step.key, step]));
  const buildScope = (step: string) => scope.about(step, files.get(step)?.schema.file ?? now.product.manifest.file);
  const fields = new FieldChanges(sides, buildScope);
  fields.compare();
  for (const { key, ui } of now.product.steps)
    if (sides.old.steps[key])
      compareLayout({ ...sides, scope: scope.about(key, ui.file), step: key, told: fields.told });
  return fields.told;
}

function compareBackPart(sides: Sides, scope: Scope): void {
  const { old, now } = sides;
  const file = (name: "tariff" | "questions" | "professions") => (now.product[name] ?? old.product[name])?.file ?? "";
  const tariffs = [old.product.tariff?.content, now.product.tariff?.content] as const;
  compareTariff(sides, tariffs, scope.about("tariff", file("tariff")));
  compareVersions(sides, scope);
  compareQuestions(sides, scope.about("questions", file("questions")));
  compareTables(sides, scope.about("professions", file("professions")));
}

/** On the first day of each version of the tariff: what is valid then, against what was. */
function compareVersions(sides: Sides, scope: Scope): void {
  const { old, now } = sides;
  const [before, after] = [old, now].map(({ product }) => new Map(product.tariffs.map((one) => [one.from, one.file])));
  for (const from of [...new Set([...before!.keys(), ...after!.keys()])].sort()) {
    const file = after!.get(from) ?? before!.get(from);
    const own = scope.about(`tariff ${from}`, file?.file ?? "");
    if (!before!.has(from)) own.say("version.added", "", { day: day(from) });
    if (!after!.has(from)) own.say("version.removed", "", { day: day(from) });
    const tariffs = [old, now].map(({ product }) => tariffFileOn(product, from)?.content);
    compareTariff(sides, [tariffs[0], tariffs[1]], own);
  }
}

/** Without the files of fields that are told as a whole; all may follow from another name. */
function toldOtherwise(
  { now, renamed }: Sides,
  { added, removed }: ToldFields,
  differing: readonly string[],
): string[] {
  const { texts, steps } = now.product;
  const ofFields = [...Object.values(texts), ...steps.flatMap(({ schema, ui }) => [schema, ui])].map(
    ({ file }) => file,
  );
  const whole = added.size + removed.size > 0;
  return differing.filter((name) => !renamed && !(whole && ofFields.includes(name)));
}

/** Files that nothing above reads, and those where nothing was found that a customer notices. */
function compareOthers({ old, now }: Sides, scope: Scope, pairs: Pairs, differing: readonly string[]): void {
  const known = new Set([old, now].flatMap(({ product }) => readFiles(product)));
  for (const name of differing) if (!known.has(name)) compareOther(scope.about("files", name), name, pairs);
  const silent = differing.filter((name) => !scope.changes.some(({ file }) => file === name));
  if (silent.length > 0)
    scope
      .about("files", silent[0]!)
      .say("file.silent", "", { file: joined(silent.map((name) => inWords(() => name))) });
}

function readFiles({ manifest, steps, texts, tariff, tariffs, questions, professions }: ProductFiles): string[] {
  const files = [
    manifest,
    ...tariffs.map(({ file }) => file),
    ...steps.flatMap(({ schema, ui }) => [schema, ui]),
    ...Object.values(texts),
  ];
  return [...files, tariff, questions, professions].flatMap((file) => file?.file ?? []);
}

function compareOther(scope: Scope, file: string, pairs: Pairs): void {
  const [one, other] = pairs.both(file);
  if (!one) scope.say("file.added", "", { file });
  else if (!other) scope.say("file.removed", "", { file });
  else scope.members(one.content, other.content, { $schema: null });
}

/** Fields that all share, where no step says that anything of its rules changed. */
function silentFields(told: readonly Change[], pairs: Pairs): Change[] {
  const differing = pairs.differing("schemas/shared/").filter((name) => name.endsWith(".schema.json"));
  if (differing.length === 0 || told.some(({ file }) => file.endsWith(".schema.json"))) return [];
  const scope = new Scope({ product: null, part: "files", file: differing[0]! });
  scope.say("file.silent", "", { file: differing.join(", ") });
  return scope.changes;
}

/** What belongs to no single product: words that all share, rates. Fields that all share are told by the steps that use them. */
function compareShared(old: Catalogue, now: Catalogue, pairs: Pairs): Change[] {
  const scope = new Scope({ product: null, part: "texts", file: "schemas/shared" });
  const [one, other] = [old.products[0] ?? old.portal, now.products[0] ?? now.portal];
  const differing = ["schemas/shared/", "schemas/rates/"].flatMap((folder) => pairs.differing(folder));
  if (!one || !other || differing.length === 0) return [];
  const sides = { old: new EveryProduct(one, old), now: new EveryProduct(other, now), renamed: false };
  const told: ToldFields = { added: new Set(), removed: new Set(), renamed: new Map() };
  for (const name of differing) {
    const [before, after] = pairs.both(name).map((file) => file?.content ?? {});
    const language = /\/texts\.(\w+)\.json$/.exec(name)?.[1];
    if (language !== undefined)
      compareTexts(sides, { language, file: name, before: before!, after: after! }, scope, told);
    else if (name.endsWith("/rates.json")) compareRates(before, after, scope.about("rates", name));
    else if (!name.endsWith(".schema.json")) compareOther(scope.about("files", name), name, pairs);
    const silent = !name.endsWith(".schema.json") && !scope.changes.some(({ file }) => file === name);
    if (silent) scope.about("files", name).say("file.silent", "", { file: name });
  }
  return scope.changes;
}

/** Has the words that all products share, and no steps of its own. */
class EveryProduct extends Labelled {
  constructor(product: ProductFiles, catalogue: Catalogue) {
    super({ ...product, steps: [], texts: {} }, catalogue);
  }
}
