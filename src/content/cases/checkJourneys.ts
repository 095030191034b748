// The rules of journeys: their product and steps exist, and they give the errors, amounts and outcome that they expect.
// Journeys with the same failure, or whose amounts differ by the same line of the tariff, are listed once.
import { basename } from "node:path";
import type { RequestAnswers, StepSource } from "#engine/schema/types.ts";
import { readManifest } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding, note } from "../read/findings/finding.ts";
import { t } from "../read/findings/translate.ts";
import { type OtherAmounts, PremiumDifferences } from "./journeys/amounts.ts";
import { indexBases, unknownBases, withAllSteps } from "./journeys/bases.ts";
import { explain, type Reason } from "./journeys/because.ts";
import { type JourneyContext, type JourneyRun, runJourney } from "./journeys/inProcess.ts";
import { comparePlayed, INCOMPLETE, type WholeJourney } from "./journeys/play.ts";
import type { PricedRequest } from "./journeys/price.ts";
import { isShared } from "./journeys/shared.ts";
import { describeFormats, type ExpectedPremium, type Fixture, type Journey } from "./steps/fixtures.ts";
import { withinTime } from "./steps/withinTime.ts";

/** `shows`: as in a finding. */
type Report = (pointer: string, sentence: string, hint: string, shows?: string) => void;

export class JourneyChecks {
  readonly #findings: Finding[] = [];
  readonly #premiums = new PremiumDifferences();
  readonly #memory: Memory;
  readonly #fixtures: readonly Fixture[];
  readonly #added: JourneyEntry[] = [];
  /** By product the answers with which journeys were sent. */
  readonly #ends = new Map<string, RequestAnswers[]>();

  constructor(fixtures: readonly Fixture[], memory: Memory) {
    this.#memory = memory;
    this.#fixtures = fixtures;
  }

  get findings(): Finding[] {
    return [...this.#findings, ...this.#premiums.findings()];
  }

  /** Whether a journey expects an amount that this file prices. */
  prices(product: string, file: JsonFile): boolean {
    return this.#premiums.uses(product, basename(file.path, ".json"));
  }

  endsOf = (product: string): readonly RequestAnswers[] => this.#ends.get(product) ?? [];

  get otherAmounts(): OtherAmounts[] {
    return this.#premiums.others();
  }

  add(file: JsonFile, context: JourneyContext): void {
    const written = file.content as unknown as Journey;
    const fixtures = this.#fixtures.filter(({ product }) => product === written.product);
    const bases = indexBases(fixtures);
    const report: Report = (pointer, sentence, hint, shows) =>
      void this.#findings.push({
        ...error(file.file, pointer, sentence, hint),
        product: written.product,
        ...(shows !== undefined && { shows }),
      });
    const stepKeys = readManifest(context.prepared.product).steps.map((step) => step.key);
    const unknownSteps = [...written.steps.entries()].filter(([, { step }]) => !stepKeys.includes(step));
    for (const [index, { step }] of unknownSteps)
      report(`/steps/${index}`, t`there is no step "${step}"`, t`the steps are ${stepKeys.join(", ")}`);
    const unknown = unknownBases(written, bases);
    for (const [pointer, step, name] of unknown.filter(([, step]) => fixtures.some((fixture) => fixture.step === step)))
      report(pointer, t`${step} has no base and no valid case "${name}"`, t`write "base", or the name of a valid case`);
    if (unknown.length > 0 || unknownSteps.length > 0) return;
    const stored = this.#storedFor(file, context, report);
    if (!stored) return;
    const journey = withAllSteps(written, { bases, manifest: readManifest(context.prepared.product), stored });
    const made = [file, ...context.prepared.madeOf, context.rates, ...context.portfolio.madeOf, ...fixtures];
    const recall: JourneyEntry["recall"] = (make) => this.#memory.recall(`run ${file.path}`, made, make);
    this.#added.push({ file, journey, context, report, recall, walk: () => walk(context, journey, stored) });
  }

  /**
   * Walks all that were added within one limit, because watching the time costs a thread. If that is not enough, one by
   * one.
   */
  play(): void {
    const walkAll = () => {
      for (const { recall, walk } of this.#added) recall(walk);
    };
    const inTime = withinTime(walkAll);
    for (const { report, recall, walk, ...added } of this.#added) {
      const run = inTime || withinTime(() => void recall(walk)) ? recall(walk) : recall(() => "slow");
      if (run === "slow")
        report("", t`the journey takes too long to judge`, t`a pattern of a step hangs on one of its answers`);
      else if (typeof run === "string")
        report("", t`the journey cannot be played (${run})`, t`look at what changed last`);
      else this.#compare({ ...added, run }, report);
    }
  }

  /** The answers of its quotation, or undefined where they are not known. */
  #storedFor(file: JsonFile, { prepared, portfolio }: JourneyContext, report: Report): RequestAnswers | undefined {
    const { quotation, product } = file.content as unknown as Journey;
    const stored = quotation === undefined ? {} : portfolio.answersOf(quotation);
    if (!stored && portfolio.quotations.length > 0) {
      const sentence = t`fixtures/portfolio/quotations.json has no quotation ${quotation} with answers`;
      const hint = t`name one of the same product that no other journey uses, or add one`;
      if (readManifest(prepared.product).offered) report("/quotation", sentence, hint);
      else this.#findings.push({ ...note(file.file, "/quotation", sentence, hint), product });
    }
    return stored;
  }

  /** Reports what differs first: the errors of steps, then amounts, then how the request ends. */
  #compare({ file, journey, run, context }: JourneyCheck, report: Report): void {
    const manifest = readManifest(context.prepared.product);
    const { product } = journey;
    const differences = comparePlayed(journey, manifest, run);
    this.#ends.set(product, [...this.endsOf(product), run.end.answers]);
    const ofSteps = differences.filter((difference) => difference.step !== undefined);
    const waits = ({ given }: (typeof differences)[number]) => String(given).split(" ")[1] === INCOMPLETE;
    for (const difference of ofSteps.filter((each) => !waits(each)))
      reportErrors(difference, context.prepared.steps, report);
    // A stored quotation whose answers are refused explains how its request ends.
    const isStored = journey.quotation !== undefined && journey.expect.outcome !== "refused";
    const waiting = isStored ? [] : ofSteps.filter(waits);
    for (const difference of waiting) reportWaiting(difference, ofSteps, report);
    if (!ofSteps.every(waits) || waiting.length > 0) return;
    const { offered } = manifest;
    const price = (step: string, wanted: ExpectedPremium | undefined, priced: PricedRequest | undefined) => {
      const written = file.amounts
        ? { file: file.amounts, place: "/premium" }
        : { file, place: `${step}/expect/premium` };
      if (wanted && priced) this.#premiums.add({ ...written, product, wanted, priced, offered });
    };
    if (ofSteps.length === 0) {
      for (const [index, { place, expect }] of journey.steps.entries())
        price(place, expect?.premium, run.steps[index]?.priced);
      price("", journey.expect.premium, run.priced);
    }
    const others = new Map(differences.map(({ place, ...difference }) => [place, difference]));
    for (const pointer of ["/temporary", "/resume_after"]) {
      const difference = others.get(pointer);
      if (difference) report(pointer, t`this should be ${difference.wanted} and is ${difference.given}`, t`correct it`);
    }
    if (others.has("/expect/outcome")) reportOutcome({ file, journey, run }, report);
    else if (others.has("/expect/extra_step")) reportExtra({ run, context }, report);
  }
}

/** A step before it that is refused too is reported itself. */
function reportWaiting(
  { place, given }: { place: string; given: unknown },
  others: readonly { step?: unknown }[],
  report: Report,
): void {
  const [open = ""] = String(given).split(" ");
  if (others.some(({ step }) => step === open)) return;
  report(place, t`${open} comes before it and is not answered well`, t`answer ${open} in a step before it`);
}

function reportErrors(
  { place, step = "", wanted, given }: { place: string; step?: string; wanted: unknown; given: unknown },
  steps: Record<string, StepSource>,
  report: Report,
): void {
  const hint = /\/other_company required/.test(String(given))
    ? t`the answers name another company than the relation: leave out kvk, which then is the relation's`
    : t`${describeFormats(steps[step]?.schema ?? {}, String(given))}correct the answers or what is expected`;
  report(place, t`this should give ${wanted} and gives ${given}`, hint);
}

function reportOutcome({ file, journey, run: { end } }: Omit<JourneyCheck, "context">, report: Report): void {
  const { outcome } = journey.expect;
  const reason = explain(end.because);
  const sentence = t`the request should end as ${outcome} and ends as ${end.outcome}, because ${reason}`;
  const { step, errors: actual } = findRefusing(end.because);
  const stored = step !== undefined && !journey.steps.some((journeyStep) => journeyStep.step === step);
  const hint = stored
    ? sayStored(journey, String(actual)) + t`add { "step": "${step}", "answers": { … } } to "steps"${sayOwn(file)}`
    : t`correct the answers, what is expected, or the rule that decides`;
  report("/expect/outcome", sentence, hint, reason);
}

function reportExtra({ run: { end }, context }: Pick<JourneyCheck, "run" | "context">, report: Report): void {
  const extra = readManifest(context.prepared.product).steps.find((step) => step.extra)?.key;
  const reason = end.explains ? explain(end.calls ?? end.because) : undefined;
  const sentence = end.explains ? t`${extra} is asked for too, because ${reason}` : t`no answer calls for ${extra}`;
  const hint = end.explains
    ? t`fill it in, or write "extra_step": true`
    : t`remove "extra_step", or correct the answers`;
  report("/expect/extra_step", sentence, hint, reason);
}

/** The step that refuses the request. */
function findRefusing({ name, values }: Reason): { step?: string; errors?: string } {
  if (name === "both") return findRefusing(values.refused as Reason);
  return name === "step" ? { step: String(values.step), errors: String(values.errors) } : {};
}

/** Why a step that the journey does not fill in is refused. A new request lacks only the extra step. */
function sayStored({ quotation }: Journey, errors: string): string {
  if (quotation === undefined) return "";
  const lacking = errors.split(", ").every((refusal) => refusal.endsWith(" required"));
  return lacking ? t`its quotation was made without them: ` : t`its quotation was made under another rule: `;
}

/** What other products play too is not changed for one. */
const sayOwn = ({ file, path }: JsonFile): string =>
  isShared({ path: file }) ? t` of a copy of this file, fixtures/journeys/${basename(path)}` : "";

interface JourneyEntry {
  file: JsonFile;
  journey: WholeJourney;
  context: JourneyContext;
  report: Report;
  /** Its run, or why it cannot be judged or priced. */
  walk: () => JourneyRun | string;
  /** What was made before of the same parts, otherwise what this makes. */
  recall: (make: () => JourneyRun | string) => JourneyRun | string;
}

type JourneyCheck = Omit<JourneyEntry, "report" | "walk" | "recall"> & { run: JourneyRun };

function walk(context: JourneyContext, journey: WholeJourney, stored: RequestAnswers): JourneyRun | string {
  try {
    return runJourney(context, journey, stored);
  } catch (reason) {
    return String(reason);
  }
}
