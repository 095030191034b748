// A journey as testers write it: one whole request as JSON, with its expected result. Shared by the three ways to run it: the
// engine alone, HTTP, and a browser.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withExpectedAnswers } from "#content/expectedAnswers.ts";
import { allSteps, type Fixture } from "#content/fixtures.ts";
import { BASE, indexBases, withBases } from "#content/journeyBases.ts";
import type { Answers, FlowName, JsonObject, Manifest, RequestAnswers, SendAction } from "#engine/types.ts";

export interface ExpectedPremium {
  per_year?: number;
  per_term?: number;
  tax?: number;
  total?: number;
  one_off?: number;
  one_off_tax?: number;
  one_off_total?: number;
}

export interface JourneyStep {
  step: string;
  answers: Answers;
  expect?: { premium?: ExpectedPremium; errors?: [pointer: string, keyword: string][] };
}

export interface Journey {
  file: string;
  name: string;
  product: string;
  flow: FlowName;
  relation?: number;
  quotation?: number;
  temporary?: boolean;
  today: string;
  steps: JourneyStep[];
  /** The broker leaves after this step and comes back. */
  resume_after?: string;
  uploads?: { name: string; type: string }[];
  submit: { action: SendAction; answers: Answers };
  expect: {
    outcome: "quotation" | "accepted" | "referred" | "declined" | "pending" | "refused";
    premium?: ExpectedPremium;
    /** Wrong answers call for the extra step, although the journey does not fill it in. */
    extra_step?: boolean;
    /** Those that the progress counts: all of the product, the extra one where it is called for. */
    steps: number;
  };
}

export const root = join(import.meta.dirname, "../../..");
const folder = join(root, "fixtures/journeys");

export const readJson = <T>(...path: string[]): T => JSON.parse(readFileSync(join(root, ...path), "utf8")) as T;

export const journeys: Journey[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => readJourney(file));

/** `home`: where schemas and fixtures are, by default the repository. */
export function readJourney(file: string, home = root): Journey {
  const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(home, ...path), "utf8")) as T;
  const written = read<Omit<Journey, "file">>("fixtures/journeys", file);
  const manifest = read<Manifest>("schemas/products", written.product, "product.json");
  const keys = [...manifest.steps.map(({ key }) => key), "request"];
  const questions = read<JsonObject>("schemas/products", written.product, "questions.json");
  const fixtures = keys.map((step) => read<Fixture>("fixtures/steps", written.product, `${step}.json`));
  const bases = indexBases(fixtures.map((one) => withExpectedAnswers(one, { steps: manifest.steps, questions })));
  const journey = withBases(written, bases);
  const base = (step: string) => bases(step, BASE) ?? {};
  const steps = allSteps(journey, manifest, base, storedAnswers(journey.quotation));
  const { extra_step = false } = journey.expect;
  const counted = manifest.steps.filter(
    ({ key, extra }) => !extra || extra_step || steps.some(({ step }) => step === key),
  );
  const expect = { ...journey.expect, steps: counted.length };
  return { ...journey, file: file.replace(/\.json$/, ""), steps, expect };
}

export function findJourney(file: string): Journey {
  const found = journeys.find((journey) => journey.file === file);
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
export function storedAnswers(quotation: number | undefined): RequestAnswers {
  if (quotation === undefined) return {};
  const portfolio = readJson<SampleQuotation[]>("fixtures/portfolio/quotations.json");
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
