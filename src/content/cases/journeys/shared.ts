// Journeys that products share: `fixtures/journeys/shared/<name>.json` is played for every product that has its flow, its steps and a
// question with the effect that it needs. A product's own file `<product>-<name>.json` takes its place. Amounts are those of the
// bases, which a product writes once (`premium` of its cases).
import { basename, dirname, join } from "node:path";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Manifest } from "#engine/schema/types.ts";
import { storedQuestions } from "#underwriting/judgement.ts";
import { giveAnswer, type StepQuestions } from "../../read/expectedAnswers.ts";
import { Memory } from "../../read/files/memory.ts";
import { type JsonFile, readContents } from "../../read/files/readJson.ts";
import { SHARED } from "../../read/shared/sharedCases.ts";
import type { ExpectedPremium, Fixture, Journey, JourneyStep } from "../steps/fixtures.ts";
import { BASE } from "./bases.ts";
import type { Portfolio } from "./portfolio.ts";

export interface JourneyProduct extends StepQuestions, Pick<Manifest, "key" | "flows"> {}

interface SharedStep extends Omit<JourneyStep, "answers"> {
  answers?: Answers;
  /** The first question of the step with this effect is answered otherwise than expected. */
  wrong?: "refer" | "decline";
}

type SharedJourney = Omit<Journey, "steps"> & { steps: SharedStep[] };

export const FROM_QUOTATION: readonly string[] = ["editQuote", "quoteToPolicy"];

/** Amounts that are not worked out yet. */
export const OPEN: ExpectedPremium = { per_year: null, per_term: null, tax: null, total: null };

export const isShared = ({ path }: Pick<JsonFile, "path">): boolean => basename(dirname(path)) === SHARED;

interface ProductParts {
  /** Cases of the product, with the expected answers in their bases. */
  fixtures: readonly Fixture[];
  portfolio: Portfolio;
  /** The file of cases that contains the amounts of the bases. */
  amounts?: JsonFile | undefined;
  memory?: Memory;
}

/** Returns the journeys of one product: its own, and each shared one as it is played for this product. */
export function shareJourneys(
  files: readonly JsonFile[],
  product: JourneyProduct,
  { fixtures, portfolio, amounts, memory = new Memory() }: ProductParts,
): JsonFile[] {
  const productFiles = files.filter((file) => !isShared(file) && file.content.product === product.key);
  const replaced = new Set(productFiles.map(({ path }) => basename(path)));
  const made = files.filter(isShared).flatMap((file): JsonFile[] => {
    const name = `${product.key}-${basename(file.path)}`;
    if (replaced.has(name)) return [];
    const parts = [file, product.flows, product.steps, product.questions, amounts, ...fixtures, ...portfolio.madeOf];
    const make = (): JsonFile | null => {
      const content = specialize(readShared(file), product, { fixtures, portfolio });
      const path = join(dirname(dirname(file.path)), name);
      return content && { ...file, path, content: { ...content }, ...(amounts ? { amounts } : {}) };
    };
    const special = memory.recall(`shared-journey ${name}`, parts, make);
    return special ? [special] : [];
  });
  return [...productFiles, ...made];
}

const readShared = ({ content }: JsonFile): SharedJourney => content as unknown as SharedJourney;

export const readSharedJourneys = (fixturesDir: string): SharedJourney[] =>
  readContents<SharedJourney>(join(fixturesDir, "journeys", SHARED)).map(([, journey]) => journey);

/** Whether a product has the flow, the action, the steps and the questions of a shared journey. */
export function fits({ flow, submit, steps, expect }: SharedJourney, product: JourneyProduct): boolean {
  const hidden = new Map(Object.entries(product.flows)).get(flow)?.hide ?? (product.flows[flow] ? [] : undefined);
  if (!hidden || (expect.outcome !== "declined" && hidden.includes(submit.action))) return false;
  return steps.every(({ step, wrong }) => {
    const manifestStep = product.steps.find(({ key }) => key === step);
    return manifestStep && (wrong === undefined || findQuestion(product, step, wrong));
  });
}

function findQuestion({ steps, questions }: JourneyProduct, step: string, effect: string) {
  const call = steps.find(({ key }) => key === step)?.questions;
  return call && storedQuestions(questions, call).find((question) => question.effect === effect);
}

/** Null: the product does not play it, or the sample data has no quotation of the product for its relation. */
function specialize(
  shared: SharedJourney,
  product: JourneyProduct,
  { fixtures, portfolio }: ProductParts,
): Journey | null {
  if (!fits(shared, product)) return null;
  const quotation = findQuotation(shared, product.key, portfolio);
  if (FROM_QUOTATION.includes(shared.flow) && quotation === undefined) return null;
  const premium = fixtures.find((fixture) => fixture.premium)?.premium ?? OPEN;
  const kvk = findCompany(shared, portfolio);
  const steps = product.steps.flatMap(({ key: step }): JourneyStep[] => {
    const written = shared.steps.find((sharedStep) => sharedStep.step === step);
    const base = fixtures.find((fixture) => fixture.step === step)?.base ?? {};
    const facts = companyFacts(kvk, base, portfolio);
    if (!written && Object.keys(facts).length === 0) return [];
    const { wrong, answers, ...named } = written ?? { step };
    const mistake = wrong ? answerWrongly(product, step, wrong, base) : {};
    return [{ ...named, ...(answers ? {} : { from: BASE }), answers: { ...facts, ...answers, ...mistake } }];
  });
  const expect = { ...shared.expect, ...(shared.expect.outcome === "refused" ? {} : { premium }) };
  return { ...shared, product: product.key, ...(quotation === undefined ? {} : { quotation }), steps, expect };
}

/** Returns the number of the quotation that a shared journey changes: the product's for its relation. */
export function findQuotation({ flow, relation }: SharedJourney, product: string, { quotations }: Portfolio) {
  if (!FROM_QUOTATION.includes(flow)) return undefined;
  const quotation = quotations.find(
    (candidate) => candidate.product_key === product && candidate.relation_number === relation && candidate.answers,
  );
  return quotation && Number(quotation.number);
}

/** Returns the number of the company that a new request is for. A quotation has its answers already. */
function findCompany({ flow, relation, steps }: SharedJourney, portfolio: Portfolio): string | undefined {
  if (FROM_QUOTATION.includes(flow)) return undefined;
  const named = steps.map(({ answers }) => answers?.kvk).find((kvk) => kvk !== undefined);
  return String(named ?? portfolio.companyOf(relation)?.kvk ?? "") || undefined;
}

/** What the register knows of a company, for the fields that the base answers: these are locked. */
function companyFacts(kvk: string | undefined, base: Answers, portfolio: Portfolio): Answers {
  if (kvk === undefined) return {};
  const facts: Answers = { kvk, ...portfolio.factsOf(kvk, undefined).facts.register };
  return Object.fromEntries(Object.entries(facts).filter(([name]) => name in base));
}

function answerWrongly(product: JourneyProduct, step: string, effect: string, base: Answers): JsonObject {
  const question = findQuestion(product, step, effect);
  const group = Object.entries(base).find(([, value]) => isObject(value))?.[0];
  if (!question || !group) return {};
  const answer = giveAnswer(question.expected_answer !== "yes", product.explained?.[step]);
  return { [group]: { [String(question.id)]: answer } };
}
