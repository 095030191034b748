// Which journeys end otherwise: each is played with both contents as the check plays it.
import { resolve } from "node:path";
import { type Bases, indexBases, withAllSteps } from "../cases/journeys/bases.ts";
import { explain } from "../cases/journeys/because.ts";
import { runJourney } from "../cases/journeys/inProcess.ts";
import { Portfolio } from "../cases/journeys/portfolio.ts";
import { readJourneys } from "../cases/journeys/record.ts";
import type { Fixture, Journey } from "../cases/steps/fixtures.ts";
import { type PreparedProduct, prepare } from "../check/prepare.ts";
import { allProducts, type Catalogue, findAsking, readManifest } from "../read/catalogue.ts";
import { withExpectedAnswers } from "../read/expectedAnswers.ts";
import { Memory } from "../read/files/memory.ts";
import { t } from "../read/findings/translate.ts";
import { readCases } from "../read/shared/sharedCases.ts";
import type { Row } from "./differences.ts";
import { writeValue } from "./labels.ts";

interface Content {
  catalogue: Catalogue;
  fixtures: string;
}

type Side = "old" | "now";
type Contents = Record<Side, Content>;

/** Of the products that differ. The others give the same results. */
export async function compareJourneys(contents: Contents, products: Iterable<string>): Promise<Row[]> {
  const compared = [...products].map(async (key) => {
    const [old, now] = await Promise.all([prepareProduct(contents.old, key), prepareProduct(contents.now, key)]);
    return old && now ? playBoth({ old, now }, contents) : [];
  });
  return (await Promise.all(compared)).flat();
}

async function prepareProduct({ catalogue }: Content, key: string): Promise<PreparedProduct | null> {
  const product = allProducts(catalogue).find((candidate) => candidate.key === key);
  return product ? prepare(product, catalogue, [], new Memory()) : null;
}

function playBoth(prepared: Record<Side, PreparedProduct>, contents: Contents): Row[] {
  const read = <Value>(readSide: (side: Side) => Iterable<readonly [string, Value]>): Value[] => {
    // As they were written for the old content. New ones as they are.
    const all = new Map([...readSide("now"), ...readSide("old")]);
    return [...all.values()];
  };
  const fixtures = read<Fixture>((side) =>
    readCases(contents[side].fixtures, prepared[side].product, new Memory()).map(
      ({ content }) => [String(content.step), content as unknown as Fixture] as const,
    ),
  );
  const journeys = read<Journey>((side) =>
    readJourneys(resolve(contents[side].fixtures), findAsking(prepared[side].product)),
  );
  // Questions are answered as the old content expects them, and new ones as the new content does.
  const before = fixtures.map((fixture) => withExpectedAnswers(fixture, findAsking(prepared.old.product)));
  const after = before.map((fixture) => withExpectedAnswers(fixture, findAsking(prepared.now.product)));
  const product = prepared.now.product.key;
  return journeys.flatMap((journey) => {
    const from = play(prepared.old, contents.old, journey, indexBases(before));
    const to = play(prepared.now, contents.now, journey, indexBases(after));
    const where = t`journey "${journey.name}" (${journey.flow})`;
    return from && to && from !== to ? [{ product, part: "journeys", where, before: from, after: to, place: "" }] : [];
  });
}

/** The result in words, or undefined if the journey cannot be played. */
function play(
  prepared: PreparedProduct,
  { catalogue, fixtures }: Content,
  written: Journey,
  bases: Bases,
): string | undefined {
  const portfolio = new Portfolio(resolve(fixtures), new Memory());
  const stored = written.quotation === undefined ? {} : (portfolio.answersOf(written.quotation) ?? {});
  const manifest = readManifest(prepared.product);
  try {
    const journey = withAllSteps(written, { bases, manifest, stored });
    const steps = journey.steps.filter(({ step }) => manifest.steps.some(({ key }) => key === step));
    const rates = catalogue.rates?.content ?? null;
    const { end, priced } = runJourney({ prepared, rates, portfolio }, { ...journey, steps }, stored);
    return t`${end.outcome}, premium ${writeValue(priced.amounts.total ?? undefined)}: ${explain(end.because)}`;
  } catch {
    return undefined;
  }
}
