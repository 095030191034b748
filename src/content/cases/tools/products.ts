// The products with their cases and journeys, as the tools of testers take them: only what has no errors of its own.
import { resolve } from "node:path";
import { activeData } from "#engine/activeData.ts";
import { countAnswers } from "#engine/facts.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import { findFeatures, type Tariff } from "#underwriting/tariff.ts";
import { type Prepared, prepare } from "../../check/prepare.ts";
import { allProducts, findAsking, findExamples, readCatalogue, readManifest } from "../../read/catalogue.ts";
import { withExpectedAnswers } from "../../read/expectedAnswers.ts";
import { Memory } from "../../read/files/memory.ts";
import { readCases } from "../../read/sharedCases.ts";
import { indexBases, withBases } from "../journeys/bases.ts";
import { Portfolio } from "../journeys/portfolio.ts";
import { readJourneys } from "../journeys/record.ts";
import { allSteps, contextFor, FIXTURE_DAY, type Fixture, type Journey } from "../steps/fixtures.ts";
import type { BackRequest } from "./backMutants.ts";

export interface Tested {
  key: string;
  prepared: Prepared;
  /** By the order of the steps. */
  fixtures: Fixture[];
  journeys: Journey[];
  /** The bases together, then the answers of each journey. */
  requests: BackRequest[];
}

export interface TestedContent {
  rates: JsonObject;
  products: Tested[];
}

export async function readTested(schemasDir: string, fixturesDir: string, only?: string): Promise<TestedContent> {
  const catalogue = readCatalogue(schemasDir, undefined, findExamples(fixturesDir));
  const memory = new Memory();
  const portfolio = new Portfolio(resolve(fixturesDir), memory);
  const tested: Tested[] = [];
  for (const product of allProducts(catalogue)) {
    if (only !== undefined && product.key !== only) continue;
    const prepared = await prepare(product, catalogue, [], memory);
    if (!prepared) continue;
    const order = Object.keys(prepared.steps);
    const files = readCases(fixturesDir, product).map(({ content }) => content as unknown as Fixture);
    const written = files.filter(({ step }) => order.includes(step));
    const fixtures = written.map((fixture) => withExpectedAnswers(fixture, findAsking(product)));
    fixtures.sort((left, right) => order.indexOf(left.step) - order.indexOf(right.step));
    const named = indexBases(fixtures);
    const journeys = readJourneys(resolve(fixturesDir), findAsking(product)).map(([, journey]) =>
      withBases(journey, named),
    );
    const bases = Object.fromEntries(fixtures.map(({ step, base }) => [step, base]));
    const filled = journeys.map((journey) => fill(journey, bases, prepared, portfolio));
    const requests = [bases, ...filled].map((answers) => {
      return { answers: countRequest(prepared, answers), day: readDay(answers) };
    });
    tested.push({ key: product.key, prepared, fixtures, journeys, requests });
  }
  return { rates: catalogue.rates?.content ?? {}, products: tested };
}

/** The answers as the back end prices them: of the steps that are needed, with computed values and facts. */
function countRequest({ product, steps }: Prepared, answers: RequestAnswers): RequestAnswers {
  const { request, ...ofSteps } = answers;
  const tariff = (product.tariff?.content ?? {}) as Pick<Tariff, "features">;
  const counted = countAnswers(readManifest(product), ofSteps, FIXTURE_DAY, (step, data, before) => {
    const features = findFeatures(tariff, { ...before, [step]: data });
    return activeData(steps[step]?.schema ?? {}, data, contextFor(product, { answers: before, features }));
  });
  return { ...counted, ...(request ? { request } : {}) };
}

const readDay = ({ request }: RequestAnswers): string => String(request?.effective_date);

function fill(journey: Journey, bases: RequestAnswers, { product }: Prepared, portfolio: Portfolio): RequestAnswers {
  const stored = journey.quotation === undefined ? {} : (portfolio.answersOf(journey.quotation) ?? {});
  const answers: RequestAnswers = structuredClone(stored);
  const steps = allSteps(journey, readManifest(product), (step) => bases[step] ?? {}, stored);
  for (const { step, answers: stepAnswers } of steps) answers[step] = { ...answers[step], ...stepAnswers };
  return { ...answers, request: journey.submit.answers };
}
