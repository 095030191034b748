// Which journeys a product needs: one for every way in which each of its flows can end. Also a beginning of each that
// it lacks. The check lists the missing ones. A test fails when one is missing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { countAnswers } from "#engine/rules/facts.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import { explainsAnswers } from "#engine/schema/stepKinds.ts";
import type { JsonObject, Manifest } from "#engine/schema/types.ts";
import { isListed } from "#underwriting/backgroundCheck.ts";
import { type KnownRelation, notOfferedIn, valuesFor } from "#underwriting/company.ts";
import { stepSources } from "../../publish/compile.ts";
import {
  findAsking,
  findExamples,
  isExample,
  type ProductFiles,
  readCatalogue,
  readManifest,
} from "../../read/catalogue.ts";
import { editJson } from "../../read/files/formatJson.ts";
import { Memory } from "../../read/files/memory.ts";
import { objects } from "../../read/findings/reporting.ts";
import { FIXTURE_DAY, type Fixture, type Journey } from "../steps/fixtures.ts";
import { BASE } from "./bases.ts";
import { Portfolio } from "./portfolio.ts";
import { readFixtures, readJourneys } from "./record.ts";
import { FROM_QUOTATION, fits, OPEN, readSharedJourneys } from "./shared.ts";

interface WantedJourney {
  flow: string;
  outcome: "quotation" | "accepted" | "referred" | "declined";
}

/** A quotation is given. A policy is accepted or referred. An answer that leads to dropout stops either. */
function outcomesWithout(hidden: readonly string[]): WantedJourney["outcome"][] {
  const quotation = hidden.includes("quotation") ? [] : (["quotation"] as const);
  const policy = hidden.includes("insurance-policy") ? [] : (["accepted", "referred"] as const);
  return [...quotation, ...policy, "declined"];
}

/** Of an example none that begins from a quotation: the sample data has no quotation that no broker may find. */
export function wantedJourneys(product: ProductFiles): WantedJourney[] {
  const flows = Object.entries(readManifest(product).flows);
  const begun = isExample(product) ? flows.filter(([flow]) => !FROM_QUOTATION.includes(flow)) : flows;
  return begun.flatMap(([flow, { hide = [] }]) => outcomesWithout(hide).map((outcome) => ({ flow, outcome })));
}

interface JourneyEnd {
  product: string;
  flow: string;
  expect: { outcome: string };
}

export function lackingJourneys(product: ProductFiles, journeys: readonly JourneyEnd[]): WantedJourney[] {
  const productJourneys = journeys.filter((journey) => journey.product === product.key);
  return wantedJourneys(product).filter(
    ({ flow, outcome }) =>
      !productJourneys.some((journey) => journey.flow === flow && journey.expect.outcome === outcome),
  );
}

/** Between the numbers of sample quotations. */
const STEP = 11;

/**
 * Answers come from the bases of its cases, amounts are left open, because they are calculated by hand. Overwrites no
 * file. Returns the files that were written, or null when there is no such product. A flow that begins from a quotation
 * gets one in the sample data.
 */
export function writeJourneys(schemasDir: string, fixturesDir: string, key: string): string[] | null {
  const catalogue = readCatalogue(schemasDir, undefined, findExamples(fixturesDir));
  const product = catalogue.products.find((candidate) => candidate.key === key);
  if (!product) return null;
  const folder = resolve(fixturesDir, "journeys");
  mkdirSync(folder, { recursive: true });
  const stored = new JourneyMaker(product, resolve(fixturesDir)).quoteShared();
  const maker = new JourneyMaker(product, resolve(fixturesDir));
  const lacking = lackingJourneys(product, maker.journeys)
    .map((wanted) => ({ ...wanted, path: join(folder, `${key}-${wanted.flow}-${wanted.outcome}.json`) }))
    .filter(({ path }) => !existsSync(path));
  for (const wanted of lacking) writeFileSync(wanted.path, `${JSON.stringify(maker.make(wanted), null, 2)}\n`);
  return [...new Set([...lacking.map(({ path }) => path), ...stored, ...maker.storeQuotations()])];
}

class JourneyMaker {
  readonly #product: ProductFiles;
  readonly #folder: string;
  readonly #portfolio: Portfolio;
  readonly #fixtures: Fixture[];
  /** Relations of the first office that no journey of the product uses, that it is for, and that no background check stops. */
  readonly #relations: JsonObject[];
  readonly #quotations: JsonObject[] = [];
  /** Those that the product has, shared ones too. */
  readonly journeys: Journey[];

  constructor(product: ProductFiles, fixturesDir: string) {
    this.#product = product;
    this.journeys = readJourneys(fixturesDir, findAsking(product)).map(([, journey]) => journey);
    this.#folder = fixturesDir;
    this.#portfolio = new Portfolio(fixturesDir, new Memory());
    this.#fixtures = readFixtures(fixturesDir, product.key, findAsking(product));
    const { relations, watched } = this.#portfolio;
    const used = this.journeys.map(({ relation }) => relation);
    const fields = Object.values(stepSources(product, [])).map(({ schema }) => propertySchemas(schema));
    this.#relations = relations.filter((relation) => {
      const subject = this.#portfolio.companyOf(Number(relation.relation_number));
      const kvkNumber = relation.intermediary_number === relations[0]?.intermediary_number && relation.kvk_number;
      const company = this.#portfolio.factsOf(String(kvkNumber), relation as unknown as KnownRelation);
      const isFor = kvkNumber && fields.every((ofStep) => notOfferedIn(company, ofStep).length === 0);
      return isFor && !used.includes(Number(relation.relation_number)) && subject && !isListed(watched, subject);
    });
  }

  /**
   * Stores a quotation for each shared journey that begins from one and that the product could play. Returns the
   * changed file.
   */
  quoteShared(): string[] {
    const asking = findAsking(this.#product);
    for (const shared of readSharedJourneys(this.#folder)) {
      const relation = this.#portfolio.relations.find((candidate) => candidate.relation_number === shared.relation);
      const isOpen = FROM_QUOTATION.includes(shared.flow) && fits(shared, asking);
      const isPlayed = this.journeys.some(({ flow, name }) => flow === shared.flow && name === shared.name);
      if (relation && isOpen && !isPlayed) this.#quote(relation);
    }
    return this.storeQuotations();
  }

  make({ flow, outcome }: WantedJourney) {
    const manifest = readManifest(this.#product);
    const quoted = FROM_QUOTATION.includes(flow);
    const temporary = flow === "newTempRequest";
    const relation = temporary ? undefined : this.#relations.shift();
    if (!temporary && !relation)
      throw new Error(
        `${flow} ${outcome} needs a relation that no journey of the product uses; add one to ${this.#folder}/portfolio/relations.json.`,
      );
    const steps = manifest.steps
      .filter((step) => !step.extra || outcome === "referred")
      .map(({ key }) => ({ step: key, from: BASE, answers: {} as JsonObject }));
    const wrong = wrongAnswer(this.#product, outcome, steps, (step) => this.#base(step));
    const named = steps.filter(
      ({ step, answers }) => step === wrong || Object.keys(answers).length > 0 || isExtra(manifest, step),
    );
    const explains = manifest.steps.filter(explainsAnswers).map(({ key }) => key);
    const uploads = named.some(({ step }) => explains.includes(step) && Array.isArray(this.#base(step).file));
    return {
      $schema: "../../schemas/meta/journey.schema.json",
      name: `${flow} ${outcome}`,
      product: this.#product.key,
      flow,
      ...(temporary
        ? { temporary }
        : quoted
          ? { quotation: this.#quote(relation!) }
          : { relation: relation!.relation_number }),
      today: FIXTURE_DAY,
      steps: named.map(({ answers, ...step }) => ({
        ...step,
        ...(Object.keys(answers).length > 0 ? { answers } : {}),
      })),
      ...(uploads ? { uploads: [{ name: "toelichting.pdf", type: "pdf" }] } : {}),
      submit: { action: outcome === "quotation" ? "quotation" : "insurance-policy", from: BASE },
      expect: { outcome, premium: OPEN },
    };
  }

  #base(step: string): JsonObject {
    return structuredClone(this.#fixtures.find((fixture) => fixture.step === step)?.base ?? {});
  }

  /**
   * A stored quotation with the bases as its answers, for the company of the relation. Its amounts are those of
   * another.
   */
  #quote(relation: JsonObject): number {
    const { quotations } = this.#portfolio;
    const { $schema: _schema, ...model } =
      quotations.find((quotation) => quotation.answers && quotation.status === "O") ?? {};
    const number =
      Math.max(50_000_000, ...[...quotations, ...this.#quotations].map((quotation) => Number(quotation.number))) + STEP;
    const kvk = String(relation.kvk_number);
    const company = this.#portfolio.factsOf(kvk, relation as unknown as KnownRelation);
    const manifest = readManifest(this.#product);
    const bases = Object.fromEntries(manifest.steps.map(({ key }) => [key, this.#base(key)]));
    const asked = Object.keys(countAnswers(manifest, bases, FIXTURE_DAY));
    const steps = manifest.steps.filter(({ key, extra }) => !extra && asked.includes(key));
    const sources = stepSources(this.#product, []);
    const answers = Object.fromEntries(
      steps.map(({ key }) => {
        const base = this.#base(key);
        const registerValues = valuesFor(company, propertySchemas(sources[key]?.schema ?? {}), "register");
        if ("kvk" in base) registerValues.kvk = kvk;
        return [key, { ...base, ...registerValues }];
      }),
    );
    this.#quotations.push({
      ...model,
      number,
      policy_number: null,
      relation_name: relation.company,
      relation_number: relation.relation_number,
      intermediary_number: relation.intermediary_number,
      product: String(this.#product.texts.nl?.content.name ?? this.#product.key),
      product_code: manifest.codes.at(-1),
      product_key: this.#product.key,
      answers,
    });
    return number;
  }

  /** Adds them to the sample data, and returns the file when there are any. */
  storeQuotations(): string[] {
    if (this.#quotations.length === 0) return [];
    const path = join(this.#folder, "portfolio", "quotations.json");
    let text = existsSync(path) ? readFileSync(path, "utf8") : "[]";
    for (const quotation of this.#quotations) text = editJson(text, [-1], quotation);
    writeFileSync(path, text);
    return [path];
  }
}

const isExtra = ({ steps }: Pick<Manifest, "steps">, step: string): boolean =>
  steps.some(({ key, extra }) => key === step && extra);

/** Answers one question wrongly where the outcome needs it. Returns the step of that question. */
function wrongAnswer(
  { questions }: ProductFiles,
  outcome: WantedJourney["outcome"],
  steps: readonly { step: string; answers: JsonObject }[],
  base: (step: string) => JsonObject,
): string | undefined {
  const effect = { declined: "decline", referred: "refer", quotation: undefined, accepted: undefined }[outcome];
  const all = ["acceptance_questions", "final_questions"].flatMap((kind) => objects(questions?.content[kind]));
  const id = String(all.find((question) => question.effect === effect)?.id);
  for (const { step, answers } of effect ? steps : []) {
    const entry = Object.entries(base(step)).find(([, value]) => isObject(value) && id in value);
    if (!entry) continue;
    answers[entry[0]] = { [id]: Object(entry[1])[id] !== true };
    return step;
  }
  return undefined;
}
