// Makes a journey of a request that was made by hand, shortened to what matters: of each step the base or valid case that it is
// nearest to and what differs, of a quotation what was changed, and nothing where it equals the base.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { sameValue } from "#engine/fields/formValues.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Manifest, RequestAnswers } from "#engine/schema/types.ts";
import { type StepQuestions, withExpectedAnswers } from "../../read/expectedAnswers.ts";
import { formatJson } from "../../read/files/formatJson.ts";
import { Memory } from "../../read/files/memory.ts";
import { jsonFiles, readJson } from "../../read/files/readJson.ts";
import { t } from "../../read/findings/translate.ts";
import { readCases } from "../../read/shared/sharedCases.ts";
import type { ExpectedPremium, Fixture, Journey, JourneyUpload } from "../steps/fixtures.ts";
import { BASE, type BaseDifferences, indexBases, merge } from "./bases.ts";
import { Portfolio } from "./portfolio.ts";
import { type JourneyProduct, shareJourneys } from "./shared.ts";

interface MadeRequest extends StepQuestions, Pick<Manifest, "flows"> {
  name: string;
  product: string;
  flow: string;
  today: string;
  relation: number | null;
  quotation: number | null;
  /** Answers that count. */
  answers: RequestAnswers;
  uploads: JourneyUpload[];
  /** Answers: undefined when nothing was sent. */
  submit: { action: string; answers: Answers | undefined };
  expect: { outcome: string; premium?: ExpectedPremium; extra_step?: boolean };
  /** The answers of a step that count among those of the request. */
  prune(step: string, data: Answers): Answers;
}

/** Why it is not written, in a sentence for the tester. */
export class RecordingError extends Error {}

export interface RecordedJourney {
  /** Where it is to be written, from the folder of the fixtures. No such file exists. */
  file: string;
  text: string;
  /** Another journey that uses the same relation or quotation. */
  sharedWith: string | null;
}

export function recordJourney(fixturesDir: string, request: MadeRequest): RecordedJourney {
  if (!/[A-Za-z0-9]/.test(request.name)) throw new RecordingError(t`Say what the journey shows.`);
  const named = request.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const file = `journeys/${request.product}-${request.flow}-${named}.json`;
  if (existsSync(join(fixturesDir, file))) throw new RecordingError(t`${file} is there already: give it another name.`);
  const sharedWith = findSharing(fixturesDir, request);
  const { quotation } = request;
  const stored = quotation === null ? {} : new Portfolio(fixturesDir, new Memory()).answersOf(quotation);
  if (!stored)
    throw new RecordingError(t`The sample data has no quotation ${quotation} with answers: begin from one of it.`);
  const journey = shortenJourney(request, readFixtures(fixturesDir, request.product, request), stored);
  const written = { $schema: "../../schemas/meta/journey.schema.json", ...journey };
  return { file, text: formatJson(JSON.stringify(written)), sharedWith };
}

/** With what the questions imply. */
export function readFixtures(fixturesDir: string, product: string, asking: StepQuestions): Fixture[] {
  const keys = [...asking.steps.map(({ key }) => ({ key })), { key: "request" }];
  const written = readCases(fixturesDir, { key: product, steps: keys }).map(
    ({ content }) => content as unknown as Fixture,
  );
  return written.filter(({ base }) => isObject(base)).map((fixture) => withExpectedAnswers(fixture, asking));
}

/** Returns the journeys that are played for a product, shared ones too, by the name of their file. */
export function readJourneys(fixturesDir: string, product: JourneyProduct): [name: string, journey: Journey][] {
  const folder = join(fixturesDir, "journeys");
  const files = jsonFiles(folder).flatMap((path) => readJson(path, folder, []) ?? []);
  const fixtures = readFixtures(fixturesDir, product.key, product);
  const portfolio = new Portfolio(fixturesDir, new Memory());
  const journeys = shareJourneys(files, product, { fixtures, portfolio });
  return journeys
    .map(({ path, content }): [string, Journey] => [basename(path, ".json"), content as unknown as Journey])
    .sort(([left], [other]) => (left < other ? -1 : 1));
}

/** Journeys run one after another on the same sample data: none should use what another has changed. */
function findSharing(fixturesDir: string, { relation, quotation, ...request }: MadeRequest): string | null {
  const product = { ...request, key: request.product };
  const other = readJourneys(fixturesDir, product).find(([, journey]) =>
    quotation === null ? relation !== null && journey.relation === relation : journey.quotation === quotation,
  );
  return other?.[0] ?? null;
}

/** `stored`: the answers of its quotation, as the sample data has them. */
function shortenJourney(request: MadeRequest, fixtures: readonly Fixture[], stored: RequestAnswers): Journey {
  const { name, product, flow, relation, quotation, today, submit, uploads, expect } = request;
  const steps = request.steps.flatMap(({ key: step, extra }): (BaseDifferences & { step: string })[] => {
    const data = request.answers[step];
    if (!data) return [];
    const before = stored[step];
    if (before) return sameValue(data, before) ? [] : [{ step, answers: difference(before, data) }];
    const short = shorten(request, fixtures, step, data);
    return short.from === BASE && !short.answers && !extra ? [] : [{ step, ...short }];
  });
  return {
    name,
    product,
    flow,
    ...(relation === null ? { temporary: true } : { relation }),
    ...(quotation === null ? {} : { quotation }),
    today,
    steps,
    ...(uploads.length > 0 ? { uploads } : {}),
    submit: {
      action: submit.action,
      ...(submit.answers ? shorten(request, fixtures, "request", submit.answers) : { from: BASE }),
    },
    expect,
  } as Journey;
}

/** Shortens a journey to the difference from the nearest base or valid case. Stays in full if none gives these answers. */
function shorten(request: MadeRequest, fixtures: readonly Fixture[], step: string, data: Answers): BaseDifferences {
  const bases = indexBases(fixtures);
  const cases = fixtures.find((fixture) => fixture.step === step)?.cases ?? [];
  const names = [BASE, ...cases.filter(({ expect }) => expect === "valid").map((fixtureCase) => fixtureCase.name)];
  const length = ({ answers }: BaseDifferences) => JSON.stringify(answers ?? {}).length;
  let best: BaseDifferences | undefined;
  for (const from of names) {
    const base = bases(step, from);
    const answers = base && difference(base, data);
    if (!answers || !sameValue(request.prune(step, merge(base, answers)), data)) continue;
    const written = { from, ...(Object.keys(answers).length > 0 ? { answers } : {}) };
    if (!best || length(written) < length(best)) best = written;
  }
  return best ?? { answers: data };
}

/** Members that differ. Of a group, its members one by one. */
function difference(base: JsonObject, data: JsonObject): JsonObject {
  const changed: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const before = base[name];
    if (sameValue(before, value)) continue;
    changed[name] = isObject(before) && isObject(value) ? difference(before, value) : value;
  }
  return changed;
}
