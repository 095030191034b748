// The journeys of fixtures/journeys with all their steps and answers, as the runner plays them (src/content/cases/journeys/play.ts).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { indexBases, withAllSteps } from "#content/cases/journeys/bases.ts";
import type { PlayedProduct } from "#content/cases/journeys/files.ts";
import type { WholeJourney } from "#content/cases/journeys/play.ts";
import { readFixtures, readJourneys } from "#content/cases/journeys/record.ts";
import type { ExpectedPremium } from "#content/cases/steps/fixtures.ts";
import { stepSources } from "#content/publish/compile.ts";
import { type Catalogue, findAsking, findExamples, type ProductFiles, readCatalogue } from "#content/read/catalogue.ts";
import { withPremium } from "#content/read/steps/pricedAnswers.ts";
import type { JsonObject, Manifest, RequestAnswers, StepSource } from "#engine/schema/types.ts";

export type { ExpectedPremium };
export type JourneyStep = WholeJourney["steps"][number];

export interface Journey extends WholeJourney {
  file: string;
}

export const root = join(import.meta.dirname, "../../..");

export const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(root, ...path), "utf8")) as T;

/** The example products, which only tests and the studio publish. */
export const EXAMPLES = findExamples(join(root, "fixtures"));

const readProducts = (home: string): Catalogue =>
  readCatalogue(join(home, "schemas"), undefined, findExamples(join(home, "fixtures")));

/** Of the repository. A copy is read each time, because a test changes it. */
let catalogue: Catalogue | undefined;

/** Of an example too. */
export function findProduct(product: string, home = root): ProductFiles {
  if (home === root) catalogue ??= readProducts(root);
  const { products } = home === root ? catalogue! : readProducts(home);
  const found = products.find(({ key }) => key === product);
  if (!found) throw new Error(`There is no product ${product}.`);
  return found;
}

/** Returns the whole manifest of a product, with what products share and as it is published. */
export const findManifest = (product: string, home = root): Manifest =>
  withPremium(findProduct(product, home), findSteps(product, home)) as unknown as Manifest;

/** Returns the rules and layouts of a product's steps. */
export const findSteps = (product: string, home = root): Record<string, StepSource> =>
  stepSources(findProduct(product, home), []);

/** Returns what a journey of the product is played with. */
export const findPlayed = (product: string, home = root): PlayedProduct => ({
  manifest: findManifest(product, home),
  steps: findSteps(product, home),
});

/** Returns the whole layout of a step. */
export const findLayout = (product: string, step: string): JsonObject =>
  findProduct(product, root).steps.find(({ key }) => key === step)?.ui.content ?? {};

/** Returns the journeys of a product, shared ones too. `home`: where schemas and fixtures are, by default the repository. */
export function readAllJourneys(product: string, home = root): Journey[] {
  const asking = findAsking(findProduct(product, home));
  const manifest = findManifest(product, home);
  const fixtures = join(home, "fixtures");
  const bases = indexBases(readFixtures(fixtures, product, asking));
  return readJourneys(fixtures, asking).map(([file, written]) => {
    const stored = storedAnswers(written.quotation, home);
    return { ...withAllSteps(written, { bases, manifest, stored }), file };
  });
}

/** `file`: `<product>-<name>.json`, also of a shared journey. */
export function readJourney(file: string, home: string): Journey {
  const found = readAllJourneys(file.split("-")[0] ?? "", home).find((one) => `${one.file}.json` === file);
  if (!found) throw new Error(`There is no journey ${file}.`);
  return found;
}

const journeysIn = (folder: string): Journey[] =>
  readdirSync(folder)
    .sort()
    .flatMap((product) => readAllJourneys(product));

/** Of the products that brokers can be offered. */
export const journeys: Journey[] = journeysIn(join(root, "schemas/products"));

/** Of the example products. */
export const exampleJourneys: Journey[] = journeysIn(EXAMPLES);

export function findJourney(file: string): Journey {
  const found = [...journeys, ...exampleJourneys].find((journey) => journey.file === file);
  if (!found) throw new Error(`no journey ${file}`);
  return found;
}

interface SampleRelation {
  relation_number: number;
  intermediary_number: number;
}

/** Whose request it is: a journey for a relation belongs to that relation's office. */
export function findBroker({ relation }: Pick<Journey, "relation">): { office: number; user: string } {
  const relations = readJson<SampleRelation[]>("fixtures/portfolio/relations.json");
  const found = relations.find(({ relation_number }) => relation_number === relation);
  return found?.intermediary_number === 100871
    ? { office: 100871, user: "d.demo" }
    : { office: 100245, user: "v.voorbeeld" };
}

interface SampleQuotation {
  number: number;
  answers?: RequestAnswers;
}

/** The answers that a sample quotation brings along (decisions 75). */
export function storedAnswers(quotation: number | undefined, home = root): RequestAnswers {
  if (quotation === undefined) return {};
  const portfolio: SampleQuotation[] = JSON.parse(
    readFileSync(join(home, "fixtures/portfolio/quotations.json"), "utf8"),
  );
  const found = portfolio.find(({ number }) => number === quotation)?.answers;
  if (!found) throw new Error(`sample quotation ${quotation} carries no answers`);
  return structuredClone(found);
}

/** A small genuine file of the kind asked for: the server looks inside. */
export function sampleFile(type: string): { bytes: Buffer; mime: string } {
  const make = files[type];
  if (!make) throw new Error(`no sample of a ${type} file`);
  return make;
}

const files: Record<string, { bytes: Buffer; mime: string }> = {
  pdf: {
    mime: "application/pdf",
    bytes: Buffer.from(
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
    ),
  },
  png: {
    mime: "image/png",
    bytes: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    ),
  },
};
