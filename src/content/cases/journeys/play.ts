// Plays a journey: the one way in which the check, the tests over HTTP, `npm run contract` and the studio fill in a request. A
// transport makes the calls, in this process or over HTTP. What differs from the expectation is listed, and explained elsewhere.
import { defaultFileField, fileAddress } from "#engine/answers/fileFields.ts";
import { sameValue, withValue } from "#engine/fields/formValues.ts";
import { withRecordIds } from "#engine/fields/recordFields.ts";
import type { Answers, Manifest, SendAction, StepSource } from "#engine/schema/types.ts";
import { type ExpectedPremium, type Journey, type JourneyStep, type JourneyUpload, listed } from "../steps/fixtures.ts";
import { merge } from "./bases.ts";
import { filesToAdd, type PlayedProduct, withoutFiles } from "./files.ts";

/** Refuses a step before which another one is not finished. Its error names that step. */
export const INCOMPLETE = "incomplete";

type Errors = readonly (readonly [pointer: string, keyword: string])[];
type SyncOrAsync<T> = T | Promise<T>;

/** A step as the wizard shows it before it is filled in. */
export interface OpenedForm {
  data: Answers;
  /** Fields that the broker cannot change. */
  locked: readonly string[];
}

export interface PlayedPremium {
  /** In euros by name. Null: the amount does not exist. Absent: the back end does not report it. */
  amounts: Record<string, number | null>;
}

export interface PlayedEnd {
  outcome: string;
  /** Errors of the request block. */
  block: Errors;
  /** Whether the answers call for the step that explains them. */
  explains: boolean;
}

export interface Transport<Premium extends PlayedPremium = PlayedPremium, End extends PlayedEnd = PlayedEnd> {
  /** Returns whether the request is for a company without a relation, and the step at which it is resumed. */
  open(): SyncOrAsync<{ temporary: boolean; resumed: string | null }>;
  form(step: string): SyncOrAsync<OpenedForm>;
  /** Returns the ids of files that are added to a field, which is named where it is not that of the explanation. */
  upload(files: readonly JourneyUpload[], field: string | undefined): SyncOrAsync<string[]>;
  /** Returns the errors that refuse the step. */
  save(step: string, answers: Answers): SyncOrAsync<Errors>;
  /** `day`: the first day of cover. */
  premium(day?: string): SyncOrAsync<Premium>;
  send(action: SendAction, answers: Answers): SyncOrAsync<End>;
}

/** A journey with all its steps and answers (`withAllSteps`). */
export interface WholeJourney extends Omit<Journey, "steps"> {
  steps: (JourneyStep & { own: Answers; place: string })[];
}

export interface JourneyResult<Premium extends PlayedPremium, End extends PlayedEnd> {
  temporary: boolean;
  steps: { errors: string; priced?: Premium }[];
  /** Where the request was resumed, and the answers that were not there any more. */
  resumed?: { step: string | null; lost: string[] };
  priced: Premium;
  end: End;
}

/**
 * The answers of a step as a broker would send them, without the files to add: a locked field keeps its value unless the
 * journey itself names it.
 */
export function fillForm(
  { data, locked }: OpenedForm,
  { answers, own }: { answers: Answers; own: Answers },
  source: StepSource | undefined,
): Answers {
  const given = withoutFiles(source, answers);
  const fixed = [...locked, "kvk"].filter((name) => data[name] !== undefined && !Object.hasOwn(own, name));
  const filled = { ...merge(data, given), ...Object.fromEntries(fixed.map((name) => [name, data[name]])) };
  return source ? withRecordIds(source.schema, filled) : filled;
}

type Calls<T> = Generator<unknown, T, unknown>;

/** Waits for one call of the transport. */
function* call<T>(answer: SyncOrAsync<T>): Calls<T> {
  return (yield answer) as T;
}

function* play<P extends PlayedPremium, E extends PlayedEnd>(
  journey: WholeJourney,
  product: PlayedProduct,
  transport: Transport<P, E>,
): Calls<JourneyResult<P, E>> {
  const { temporary } = yield* call(transport.open());
  const steps: JourneyResult<P, E>["steps"] = [];
  let resumed: JourneyResult<P, E>["resumed"];
  for (const filled of journey.steps) {
    const { step, expect } = filled;
    const form = yield* call(transport.form(step));
    let answers = fillForm(form, filled, product.steps[step]);
    for (const { path, uploads } of filesToAdd(journey, product, { step, answers: filled.answers, data: form.data })) {
      const address = fileAddress(step, path);
      const field = address === defaultFileField(product) ? undefined : address;
      answers = withValue(answers, path, yield* call(transport.upload(uploads, field)));
    }
    const errors = listed(yield* call(transport.save(step, answers)));
    const priced = expect?.premium ? { priced: yield* call(transport.premium()) } : {};
    steps.push({ errors, ...priced });
    if (journey.resume_after === step) resumed = yield* resume(transport, filled, product);
  }
  const { submit } = journey;
  const priced = yield* call(transport.premium(String(submit.answers.effective_date ?? journey.today)));
  const end = yield* call(transport.send(submit.action, submit.answers));
  return { temporary, steps, priced, end, ...(resumed ? { resumed } : {}) };
}

/** The same product for the same relation opens the draft again, with every value (decisions 32). */
function* resume(
  transport: Transport,
  { step, own: written }: { step: string; own: Answers },
  product: PlayedProduct,
): Calls<JourneyResult<PlayedPremium, PlayedEnd>["resumed"]> {
  const opened = yield* call(transport.open());
  const { data } = yield* call(transport.form(step));
  const own = withoutFiles(product.steps[step], written);
  const again = merge(data, own);
  return { step: opened.resumed, lost: Object.keys(own).filter((name) => !sameValue(again[name], data[name])) };
}

/** With a transport that answers at once. */
export function playNow<P extends PlayedPremium, E extends PlayedEnd>(
  ...parts: Parameters<typeof play<P, E>>
): JourneyResult<P, E> {
  const calls = play(...parts);
  let next = calls.next();
  while (!next.done) next = calls.next(next.value);
  return next.value;
}

export async function playOver<P extends PlayedPremium, E extends PlayedEnd>(
  ...parts: Parameters<typeof play<P, E>>
): Promise<JourneyResult<P, E>> {
  const calls = play(...parts);
  let next = calls.next();
  while (!next.done) next = calls.next(await next.value);
  return next.value;
}

export interface Difference {
  /** In the journey as it is written. */
  place: string;
  step?: string;
  wanted: unknown;
  given: unknown;
}

/** Amounts that are not worked out yet (null) are not compared. */
export const differingAmounts = (wanted: ExpectedPremium, { amounts }: PlayedPremium): string[] =>
  Object.entries(wanted).flatMap(([name, amount]) =>
    amount === null || amounts[name] === undefined || amounts[name] === amount ? [] : [name],
  );

/** What came otherwise than the journey expects, in its order. */
export function comparePlayed(
  journey: WholeJourney,
  manifest: Pick<Manifest, "steps">,
  played: JourneyResult<PlayedPremium, PlayedEnd>,
): Difference[] {
  const differences: Difference[] = [];
  const compare = (pointer: string, wanted: unknown, actual: unknown, step?: string) => {
    if (wanted !== actual)
      differences.push({ place: pointer, wanted, given: actual, ...(step === undefined ? {} : { step }) });
  };
  const price = (pointer: string, wanted: ExpectedPremium | undefined, priced: PlayedPremium | undefined) => {
    for (const name of wanted && priced ? differingAmounts(wanted, priced) : [])
      compare(`${pointer}/${name}`, wanted?.[name], priced?.amounts[name]);
  };
  compare("/temporary", journey.temporary === true, played.temporary);
  for (const [index, { step, expect, place }] of journey.steps.entries()) {
    const { errors = "", priced } = played.steps[index] ?? {};
    compare(place === "/steps" ? place : `${place}/answers`, listed(expect?.errors ?? []), errors, step);
    price(`${place}/expect/premium`, expect?.premium, priced);
  }
  if (played.resumed) {
    compare("/resume_after", journey.resume_after, played.resumed.step);
    compare("/resume_after", "", played.resumed.lost.join(", "));
  }
  const { outcome, errors, premium, extra_step = false } = journey.expect;
  const { end } = played;
  if (errors || outcome !== "refused") compare("/submit/answers", listed(errors ?? []), listed(end.block), "request");
  price("/expect/premium", premium, played.priced);
  const extra = manifest.steps.find((step) => step.extra)?.key;
  const fills = journey.steps.some(({ step }) => step === extra);
  // A request that is refused may stop before the answers that call for it.
  if (extra && !fills && outcome !== "refused") compare("/expect/extra_step", extra_step, end.explains);
  compare("/expect/outcome", outcome, end.outcome);
  return differences;
}
