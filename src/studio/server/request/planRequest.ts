// Plans the answers for a request that is begun in the studio, from a journey, the cases of its steps or an earlier request.

import { BASE, indexBases, withBases } from "#content/cases/journeys/bases.ts";
import { filesToAdd } from "#content/cases/journeys/files.ts";
import { readFixtures, readJourneys } from "#content/cases/journeys/record.ts";
import type { JourneyProduct } from "#content/cases/journeys/shared.ts";
import { allSteps, buildAnswers, FIXTURE_DAY, type Fixture, type Journey } from "#content/cases/steps/fixtures.ts";
import { findFiles } from "#engine/answers/fileFields.ts";
import type { Answers, FlowName, ProductBundle } from "#engine/schema/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { readUploads } from "#server/requests/drafts/uploads.ts";
import { sampleFile } from "#server/samples/sampleFiles.ts";
import { BLOCK } from "#underwriting/sending.ts";
import type { StudioPortal } from "./portal.ts";

/** The request to begin, as read from the page's address: every member may be absent or wrong. */
export interface Order {
  product: string;
  flow?: string;
  journey?: string;
  /** The steps before this one are answered with their base, this one with `case`. */
  step?: string;
  case?: string;
  relation?: number;
  quotation?: number;
  today?: string;
  /** A request whose answers are copied. */
  draft?: string;
}

/** The request cannot be begun. The message is shown on the page. */
export class RequestStartError extends Error {}

interface File {
  name: string;
  type: string;
  content: Uint8Array;
}

interface FilesOfField {
  path: readonly string[];
  files: File[];
}

export interface FilledStep {
  step: string;
  answers: Answers;
  /** Those that the journey itself names. The others give way to locked fields. */
  own?: Answers;
  /** Files to upload. The answers get the ids that the back end gives them. */
  files?: FilesOfField[];
  /** The step is saved but not finished. */
  open?: boolean;
}

export interface Plan {
  flow: FlowName;
  relation?: number | undefined;
  quotation?: number | undefined;
  today: string;
  steps: FilledStep[];
  /** Values of the request block. */
  block?: Answers | undefined;
}

const FLOWS: readonly string[] = ["newRequest", "newTempRequest", "editQuote", "quoteToPolicy"];
/** Returns a published product as its cases and journeys see it. */
export const toJourneyProduct = ({ bundle, back }: LoadedProduct): JourneyProduct => ({
  ...bundle.manifest,
  questions: back.questions,
});

export const onQuotation = (flow: FlowName) => flow === "editQuote" || flow === "quoteToPolicy";

/** Reads an earlier request from the studio's database, all else from the fixtures. */
export async function planRequest(
  portal: StudioPortal,
  fixturesDir: string,
  { bundle, ...product }: LoadedProduct,
  order: Order,
): Promise<Plan> {
  const asking = toJourneyProduct({ bundle, ...product });
  if (order.draft) return planAgain(portal, bundle, order, order.draft);
  const { uploads, ...plan } = planFrom(fixturesDir, asking, { ...order, today: order.today ?? "" });
  return { ...plan, steps: await Promise.all(plan.steps.map((step) => withSamples(bundle, uploads, step))) };
}

type PlanWithUploads = Plan & Pick<Journey, "uploads">;

function planFrom(fixturesDir: string, asking: JourneyProduct, order: Order & { today: string }): PlanWithUploads {
  const fixtures = readFixtures(fixturesDir, order.product, asking);
  if (order.journey) return planJourney(fixturesDir, asking, fixtures, order);
  const otherwise = order.quotation === undefined ? "newRequest" : "editQuote";
  const flow = (FLOWS.includes(order.flow ?? "") ? order.flow : otherwise) as FlowName;
  const { relation, quotation, today } = order;
  const bases = indexBases(fixtures);
  const keys = asking.steps.filter(({ extra }) => !extra).map(({ key }) => key);
  const from = keys.indexOf(order.step ?? "");
  // Before the request block, which comes after all steps, all of them are answered.
  const before = order.step && !onQuotation(flow) ? keys.slice(0, from < 0 ? keys.length : from) : [];
  const steps: FilledStep[] = before.map((step) => ({ step, answers: bases(step, BASE) ?? {} }));
  const fixture = fixtures.find(({ step }) => step === order.step);
  const answers = order.case && fixture ? findCase(fixture, order.case) : undefined;
  const ofBlock = order.step === BLOCK;
  if (order.step && answers && !ofBlock) steps.push({ step: order.step, answers, open: true });
  return { flow, relation, quotation, today, steps, block: ofBlock ? answers : undefined };
}

function planJourney(fixturesDir: string, asking: JourneyProduct, fixtures: Fixture[], order: Order): PlanWithUploads {
  const written = readJourneys(fixturesDir, asking).find(([name]) => name === order.journey)?.[1];
  if (!written) throw new RequestStartError(`There is no journey "${order.journey}" of ${order.product}.`);
  const bases = indexBases(fixtures);
  const journey = withBases(written, bases);
  // A quotation has answers already, so only the steps that the journey changes are filled in.
  const steps = onQuotation(journey.flow as FlowName)
    ? journey.steps
    : allSteps(journey, asking, (step) => bases(step, BASE) ?? {});
  const { flow, relation, quotation, uploads = [], submit } = journey;
  const today = order.today || journey.today;
  return { flow: flow as FlowName, relation, quotation, today, steps, block: submit.answers, uploads };
}

/** Sample files of the kinds that are to be added, or a PDF when there is no sample of a kind. */
async function withSamples(
  bundle: ProductBundle,
  uploads: Journey["uploads"],
  filled: FilledStep,
): Promise<FilledStep> {
  const { step, answers } = filled;
  // Without a journey the base of the explanation has a file too.
  const explains = uploads === undefined;
  const fields = filesToAdd({ uploads: uploads ?? [] }, bundle, { step, answers, data: {}, explains });
  const files = fields.map(async ({ path, uploads: wanted }) => ({
    path,
    files: await Promise.all(wanted.map(({ name, type }) => makeSample(name, type, step))),
  }));
  return fields.length > 0 ? { ...filled, files: await Promise.all(files) } : filled;
}

async function makeSample(name: string, type: string, step: string): Promise<File> {
  const made = await sampleFile(type, name, [step], FIXTURE_DAY).catch(() => null);
  const { mediaType, content } = made ?? (await sampleFile("pdf", name, [step], FIXTURE_DAY));
  return { name: made ? name : `${name}.pdf`, type: mediaType, content };
}

/** Repeats an earlier request: its answers, at its place. */
async function planAgain(
  { db, blocks }: StudioPortal,
  { manifest, steps: sources }: ProductBundle,
  { today = "", flow }: Order,
  draft: string,
): Promise<Plan> {
  const isId = /^[0-9a-f-]{36}$/.test(draft);
  const row = isId && (await db.selectFrom("requests").selectAll().where("request_id", "=", draft).executeTakeFirst());
  if (!row) throw new RequestStartError("The request is not known any more: the back end was started again since.");
  const saved = await db
    .selectFrom("request_steps")
    .select(["step", "data", "finished"])
    .where("request_id", "=", draft)
    .execute();
  const order = manifest.steps.map(({ key }) => key);
  const steps = saved
    .filter(({ step }) => order.includes(step))
    .sort((first, second) => order.indexOf(first.step) - order.indexOf(second.step))
    .map(async ({ step, data, finished }) => {
      const fields = findFiles(sources[step], data).map(async ({ path, ids }) => {
        const rows = await readUploads(db, draft, ids);
        const files = rows.map(({ name, type, content }) => ({ name, type, content: content ?? new Uint8Array() }));
        return { path, files };
      });
      const files = await Promise.all(fields);
      return { step, answers: data, open: !finished, ...(files.length > 0 ? { files } : {}) };
    });
  const { quotation_number: quotation, relation_number: relation, temporary, product, address_number } = row;
  const block = blocks.get(`${product}/${address_number}`);
  const plan = { today, steps: await Promise.all(steps), block };
  if (quotation !== null) return { flow: flow === "quoteToPolicy" ? flow : "editQuote", quotation, ...plan };
  if (temporary) return { flow: "newTempRequest", ...plan };
  return { flow: "newRequest", relation: relation ?? undefined, ...plan };
}

function findCase({ base, cases }: Fixture, name: string): Answers | undefined {
  if (name === BASE) return base;
  const fixtureCase = cases.find((candidate) => candidate.name === name);
  return (fixtureCase && buildAnswers(base, fixtureCase)[0]) ?? undefined;
}
