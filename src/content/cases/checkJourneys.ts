// The rules of journeys: their product and steps exist, and they give the errors, amounts and outcome that they expect.
// Journeys with the same failure, or whose amounts differ by the same line of the tariff, are listed once.

import { basename } from "node:path";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { readManifest } from "../read/catalogue.ts";
import type { Memory } from "../read/files/memory.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { error, type Finding, markFollower, note } from "../read/findings/finding.ts";
import { unknownStep } from "../read/findings/reporting.ts";
import { type OtherAmounts, PremiumDifferences } from "./journeys/amounts.ts";
import { indexBases, unknownBases, withAllSteps } from "./journeys/bases.ts";
import { explain, type Reason } from "./journeys/because.ts";
import { type JourneyContext, type JourneyRun, runJourney } from "./journeys/inProcess.ts";
import { comparePlayed, INCOMPLETE, type WholeJourney } from "./journeys/play.ts";
import type { PricedRequest } from "./journeys/price.ts";
import { nameBase, nameDifference } from "./steps/caseRuns.ts";
import type { ExpectedPremium, Fixture, Journey } from "./steps/fixtures.ts";
import { withinTime } from "./steps/withinTime.ts";

type Report = (pointer: string, sentence: string, hint: string, more?: Pick<Finding, "follows" | "about">) => void;

export class JourneyChecks {
  readonly #findings: Finding[] = [];
  readonly #premiums = new PremiumDifferences();
  /** Failures seen before: the same one in another journey follows. */
  readonly #failures = new Set<string>();
  readonly #refused: ReadonlyMap<string, string>;
  readonly #memory: Memory;
  readonly #fixtures: readonly Fixture[];
  readonly #added: JourneyEntry[] = [];

  /** `refused`: what the bases of the cases give instead of "valid", by product and step. */
  constructor(fixtures: readonly Fixture[], refused: ReadonlyMap<string, string>, memory: Memory) {
    this.#memory = memory;
    this.#fixtures = fixtures;
    this.#refused = refused;
  }

  get findings(): Finding[] {
    return [...this.#findings, ...this.#premiums.findings()];
  }

  /** Whether a journey expects an amount that this file prices. */
  prices(product: string, file: JsonFile): boolean {
    return this.#premiums.uses(product, basename(file.path, ".json"));
  }

  get otherAmounts(): OtherAmounts[] {
    return this.#premiums.others();
  }

  /** `sound`: nothing is wrong with its names and form, from which another result would follow. */
  add(file: JsonFile, road: JourneyContext, sound: boolean): void {
    const written = file.content as unknown as Journey;
    const fixtures = this.#fixtures.filter(({ product }) => product === written.product);
    const bases = indexBases(fixtures);
    const report: Report = (pointer, sentence, hint, more = {}) =>
      this.#findings.push({ ...error(file.file, pointer, sentence, hint), product: written.product, ...more });
    const stepKeys = readManifest(road.prepared.product).steps.map((step) => step.key);
    for (const [index, { step }] of written.steps.entries()) {
      if (!stepKeys.includes(step))
        report(`/steps/${index}`, `there is no step "${step}"`, `the steps are ${stepKeys.join(", ")}`, {
          about: unknownStep(step),
        });
    }
    const unknown = unknownBases(written, bases);
    for (const [pointer, step, name] of unknown.filter(([, step]) => fixtures.some((fixture) => fixture.step === step)))
      report(pointer, `${step} has no base and no valid case "${name}"`, 'write "base", or the name of a valid case');
    if (unknown.length > 0) return;
    const stored = this.#storedFor(file, road, report);
    if (!stored) return;
    const whole = withAllSteps(written, { bases, manifest: readManifest(road.prepared.product), stored });
    const journey = { ...whole, steps: whole.steps.filter(({ step }) => stepKeys.includes(step)) };
    const made = [file, ...road.prepared.madeOf, road.rates, ...road.portfolio.madeOf, ...fixtures];
    const recall: JourneyEntry["recall"] = (make) => this.#memory.recall(`run of ${file.path}`, made, make);
    this.#added.push({ file, journey, road, sound, report, recall, walk: () => walk(road, journey, stored) });
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
        report("", "the journey takes too long to judge", "a pattern of a step hangs on one of its answers");
      else if (typeof run === "string")
        report("", `the journey cannot be played (${run})`, "look at what changed last");
      else this.#compare({ ...added, run }, report);
    }
  }

  /** The answers of its quotation, or undefined where they are not known. */
  #storedFor(file: JsonFile, { prepared, portfolio }: JourneyContext, report: Report): RequestAnswers | undefined {
    const { quotation, product } = file.content as unknown as Journey;
    const stored = quotation === undefined ? {} : portfolio.answersOf(quotation);
    if (!stored && portfolio.quotations.length > 0) {
      const sentence = `fixtures/portfolio/quotations.json has no quotation ${quotation} with answers`;
      const hint = "name one of the same product that no other journey uses, or add one";
      if (readManifest(prepared.product).offered) report("/quotation", sentence, hint);
      else this.#findings.push({ ...note(file.file, "/quotation", sentence, hint), product });
    }
    return stored;
  }

  /** A step without cases is a finding already, and has no base to fill it in with. */
  #hasCases(product: string, step: string): boolean {
    return this.#fixtures.some((fixture) => fixture.product === product && fixture.step === step);
  }

  /** What a base gives already, whole or in part, alone or among others. */
  #followsBase(product: string, step: string, actual: string): Pick<Finding, "follows" | "about"> {
    const errors = this.#refused.get(`${product} ${step}`)?.split(", ");
    const all = actual.split(", ");
    return errors?.some((refusal) => all.includes(refusal)) ? { follows: true, about: nameBase(step) } : {};
  }

  #compare({ file, journey, run, road, sound: begun }: JourneyCheck, report: Report): void {
    const manifest = readManifest(road.prepared.product);
    const { product } = journey;
    const differences = comparePlayed(journey, manifest, run);
    let sound = begun;
    const waiting = new Set<string>();
    const stored = journey.quotation !== undefined;
    for (const { place, step, wanted, given } of differences.filter((difference) => difference.step !== undefined)) {
      const [open = "", rule] = String(given).split(" ");
      if (rule === INCOMPLETE) {
        waiting.add(place.replace("/answers", ""));
        const order = journey.steps.map((saved) => saved.step);
        const follows =
          differences.some((difference) => difference.step === open) ||
          // Reported as a step out of order.
          order.indexOf(open) > order.indexOf(String(step)) ||
          (stored && journey.expect.outcome !== "refused");
        const sentence = `${open} comes before it and is not answered well`;
        report(place, sentence, `answer ${open} in a step before it`, {
          about: `waits for ${open}`,
          ...markFollower(follows),
        });
        continue;
      }
      sound = false;
      this.#errors({ product, step: String(step), wanted: String(wanted), given: String(given) }, place, begun, report);
    }
    const { offered } = manifest;
    const price = (step: string, wanted: ExpectedPremium | undefined, priced: PricedRequest | undefined) => {
      const follows = !sound || waiting.has(step) || (step === "" && waiting.size > 0);
      const written = file.amounts
        ? { file: file.amounts, place: "/premium" }
        : { file, place: `${step}/expect/premium` };
      if (wanted && priced) this.#premiums.add({ ...written, product, wanted, priced, follows, offered });
    };
    for (const [index, { place, expect }] of journey.steps.entries())
      price(place, expect?.premium, run.steps[index]?.priced);
    price("", journey.expect.premium, run.priced);
    const others = new Map(differences.map(({ place, ...difference }) => [place, difference]));
    for (const pointer of ["/temporary", "/resume_after"]) {
      const difference = others.get(pointer);
      if (difference)
        report(
          pointer,
          `this should be ${difference.wanted} and is ${difference.given}`,
          "correct it",
          markFollower(!sound),
        );
    }
    const ends = !others.has("/expect/outcome");
    if (others.has("/expect/extra_step")) this.#extra({ run, road }, report, sound && ends);
    if (!ends) this.#outcome({ journey, run }, report, sound);
  }

  #errors(
    { product, step, wanted, given }: Record<"product" | "step" | "wanted" | "given", string>,
    pointer: string,
    begun: boolean,
    report: Report,
  ): void {
    const failure = `${product} ${step} ${given}`;
    const follows = !begun || this.#failures.has(failure) || !this.#hasCases(product, step);
    const about = nameDifference(step, wanted, given);
    const more = { about, ...markFollower(follows), ...this.#followsBase(product, step, given) };
    const other = given.includes("/other_company required");
    const hint = other
      ? "the answers name another company than the relation: leave out kvk, which then is the relation's"
      : "correct the answers or what is expected";
    report(pointer, `this should give ${wanted} and gives ${given}`, hint, more);
    if (begun) this.#failures.add(failure);
  }

  #outcome({ journey, run: { end } }: Pick<JourneyCheck, "journey" | "run">, report: Report, sound: boolean): void {
    const { outcome } = journey.expect;
    const sentence = `the request should end as ${outcome} and ends as ${end.outcome}, because ${explain(end.because)}`;
    const { step, errors: actual } = findRefusing(end.because);
    const decided = end.wrong ? explain(end.wrong) : "no wrong answer";
    const about = `outcome by ${step === undefined ? decided : `${step} ${actual}`}`;
    const stored = step !== undefined && !journey.steps.some((journeyStep) => journeyStep.step === step);
    const hint = stored
      ? `${sayStored(journey, String(actual))}add { "step": "${step}", "answers": { … } } to "steps"`
      : "correct the answers, what is expected, or the rule that decides";
    const ofBase = step === undefined ? {} : this.#followsBase(journey.product, step, String(actual));
    report("/expect/outcome", sentence, hint, { about, ...markFollower(!sound), ...ofBase });
  }

  #extra({ run: { end }, road }: Pick<JourneyCheck, "run" | "road">, report: Report, sound: boolean): void {
    const extra = readManifest(road.prepared.product).steps.find((step) => step.extra)?.key;
    const calls = explain(end.calls ?? end.because);
    const sentence = end.explains ? `${extra} is asked for too, because ${calls}` : `no answer calls for ${extra}`;
    const hint = end.explains
      ? `fill it in, or write "extra_step": true`
      : 'remove "extra_step", or correct the answers';
    report("/expect/extra_step", sentence, hint, {
      about: `extra step by ${end.explains ? calls : "nothing"}`,
      ...markFollower(!sound),
    });
  }
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
  return `its quotation was made ${lacking ? "without them" : "under another rule"}: `;
}

interface JourneyEntry {
  file: JsonFile;
  journey: WholeJourney;
  road: JourneyContext;
  sound: boolean;
  report: Report;
  /** Its run, or why it cannot be judged or priced. */
  walk: () => JourneyRun | string;
  /** What was made before of the same parts, otherwise what this makes. */
  recall: (make: () => JourneyRun | string) => JourneyRun | string;
}

type JourneyCheck = Omit<JourneyEntry, "report" | "walk" | "recall"> & { run: JourneyRun };

function walk(road: JourneyContext, journey: WholeJourney, stored: RequestAnswers): JourneyRun | string {
  try {
    return runJourney(road, journey, stored);
  } catch (reason) {
    return String(reason);
  }
}
