// The rules of journeys: their product and steps exist, and they give the errors, amounts and outcome that they expect.
// Journeys with the same failure, or whose amounts differ by the same line of the tariff, are listed once.

import { basename } from "node:path";
import { nameBase, nameDifference } from "./caseRuns.ts";
import { readManifest } from "./catalogue.ts";
import { explain } from "./diff/words.ts";
import { error, type Finding, followsIf, note } from "./finding.ts";
import { allSteps, type ExpectedPremium, type Fixture, type Journey, type JourneyStep, listed } from "./fixtures.ts";
import { BASE, type Bases, indexBases, unknownBases, withBases } from "./journeyBases.ts";
import { type JourneyRun, JourneyWalk, type Priced, type Reason, type Road } from "./journeyRun.ts";
import type { Memory } from "./memory.ts";
import { type OtherAmounts, PremiumDifferences } from "./premiumDifferences.ts";
import type { JsonFile } from "./readJson.ts";
import { unknownStep } from "./reporting.ts";
import { withinTime } from "./withinTime.ts";

const LIMIT_MS = 5000;

type Report = (place: string, sentence: string, hint: string, more?: Pick<Finding, "follows" | "about">) => void;

export class JourneyChecks {
  readonly #findings: Finding[] = [];
  readonly #premiums = new PremiumDifferences();
  /** Failures seen before: the same one in another journey follows. */
  readonly #failures = new Set<string>();
  readonly #refused: ReadonlyMap<string, string>;
  readonly #memory: Memory;
  readonly #fixtures: readonly Fixture[];

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
  add(file: JsonFile, road: Road, sound: boolean): void {
    const written = file.content as unknown as Journey;
    const fixtures = this.#fixtures.filter(({ product }) => product === written.product);
    const bases = indexBases(fixtures);
    const journey = withBases(written, bases);
    const report: Report = (place, sentence, hint, more = {}) =>
      this.#findings.push({ ...error(file.file, place, sentence, hint), product: journey.product, ...more });
    const known = readManifest(road.prepared.product).steps.map((step) => step.key);
    for (const [index, { step }] of journey.steps.entries()) {
      if (!known.includes(step))
        report(`/steps/${index}`, `there is no step "${step}"`, `the steps are ${known.join(", ")}`, {
          about: unknownStep(step),
        });
    }
    const unknown = unknownBases(written, bases);
    for (const [place, step, name] of unknown.filter(([, step]) => fixtures.some((one) => one.step === step)))
      report(place, `${step} has no base and no valid case "${name}"`, 'write "base", or the name of a valid case');
    if (unknown.length > 0) return;
    const steps = this.#steps({ file, journey, bases }, road, report)?.filter(({ step }) => known.includes(step));
    if (!steps) return;
    const made = [file, ...road.prepared.madeOf, road.rates, ...road.portfolio.madeOf, ...fixtures];
    const run = this.#memory.recall(`run of ${file.file}`, made, () => walk(road, journey, steps));
    if (run === null)
      report("", "the journey takes too long to judge", "a pattern of a step hangs on one of its answers");
    else this.#compare({ file, journey, steps, run, road, sound }, report);
  }

  /** All that is filled in; undefined where the answers of its quotation are not known. */
  #steps({ file, journey, bases }: Named, { prepared, portfolio }: Road, report: Report): JourneyStep[] | undefined {
    const { quotation } = journey;
    const manifest = readManifest(prepared.product);
    const stored = quotation === undefined ? {} : portfolio.answersOf(quotation);
    if (!stored && portfolio.quotations.length > 0) {
      const sentence = `fixtures/portfolio/quotations.json has no quotation ${quotation} with answers`;
      const hint = "name one of the same product that no other journey uses, or add one";
      if (manifest.offered) report("/quotation", sentence, hint);
      else this.#findings.push({ ...note(file.file, "/quotation", sentence, hint), product: journey.product });
    }
    const base = (step: string) => bases(step, BASE) ?? {};
    return stored && allSteps(journey, manifest, base, stored);
  }

  /** A step without cases is a finding already, and has no base to fill it in with. */
  #hasCases(product: string, step: string): boolean {
    return this.#fixtures.some((one) => one.product === product && one.step === step);
  }

  /** What a base gives already, whole or in part, alone or among others. */
  #followsBase(product: string, step: string, given: string): Pick<Finding, "follows" | "about"> {
    const errors = this.#refused.get(`${product} ${step}`)?.split(", ");
    const all = given.split(", ");
    return errors?.some((one) => all.includes(one)) ? { follows: true, about: nameBase(step) } : {};
  }

  #compare({ file, journey, steps, run, road, sound: begun }: Walked, report: Report): void {
    let sound = begun;
    const compare = (step: string, place: string, wanted: [string, string][], given: string) => {
      if (given === listed(wanted)) return;
      sound = false;
      const failure = formatFailure(journey.product, step, given);
      const sentence = `this should give ${listed(wanted)} and gives ${given}`;
      const follows = !begun || this.#failures.has(failure) || !this.#hasCases(journey.product, step);
      const about = nameDifference(step, listed(wanted), given);
      const more = { about, ...followsIf(follows), ...this.#followsBase(journey.product, step, given) };
      report(place, sentence, "correct the answers or what is expected", more);
      if (begun) this.#failures.add(failure);
    };
    for (const [index, { step, expect }] of steps.entries())
      compare(step, `/steps/${index}/answers`, expect?.errors ?? [], run.steps[index]?.errors ?? "");
    const { outcome, errors, premium } = journey.expect;
    if (errors || outcome !== "refused") compare("request", "/submit/answers", errors ?? [], run.block);
    const { offered } = readManifest(road.prepared.product);
    const price = (place: string, wanted: ExpectedPremium | undefined, priced: Priced | undefined) => {
      if (wanted && priced)
        this.#premiums.add({ file, product: journey.product, place, wanted, priced, follows: !sound, offered });
    };
    for (const [index, { expect }] of steps.entries())
      price(`/steps/${index}/expect/premium`, expect?.premium, run.steps[index]?.priced);
    price("/expect/premium", premium, run.priced);
    this.#compareExtra({ journey, steps, run, road }, report, sound && run.outcome === outcome);
    if (run.outcome === outcome) return;
    const sentence = `the request should end as ${outcome} and ends as ${run.outcome}, because ${explain(run.because).en}`;
    const { step, errors: given } = findRefusing(run.because);
    const decided = run.wrong ? explain(run.wrong).en : "no wrong answer";
    const about = `outcome by ${step === undefined ? decided : `${step} ${given}`}`;
    const stored = step !== undefined && !steps.some((one) => one.step === step);
    const hint = stored
      ? `${sayStored(journey, String(given))}add { "step": "${step}", "answers": { … } } to "steps"`
      : "correct the answers, what is expected, or the rule that decides";
    const ofBase = step === undefined ? {} : this.#followsBase(journey.product, step, String(given));
    report("/expect/outcome", sentence, hint, { about, ...followsIf(!sound), ...ofBase });
  }

  /** Of a request that is refused nothing is said: it may stop before the answers that call for it. */
  #compareExtra({ journey, steps, run, road }: Omit<Walked, "file" | "sound">, report: Report, sound: boolean): void {
    const { outcome, extra_step: expected = false } = journey.expect;
    const extra = readManifest(road.prepared.product).steps.find((step) => step.extra)?.key;
    if (!extra || run.explains === undefined || outcome === "refused") return;
    if (steps.some(({ step }) => step === extra) || run.explains === expected) return;
    const sentence = run.explains
      ? `${extra} is asked for too, because ${explain(run.calls ?? run.because).en}`
      : `no answer calls for ${extra}`;
    const hint = run.explains
      ? `fill it in, or write "extra_step": true`
      : 'remove "extra_step", or correct the answers';
    const about = `extra step by ${run.explains ? explain(run.calls ?? run.because).en : "nothing"}`;
    report("/expect/extra_step", sentence, hint, { about, ...followsIf(!sound) });
  }
}

/** The step that refuses the request. */
function findRefusing({ name, values }: Reason): { step?: string; errors?: string } {
  if (name === "both") return findRefusing(values.refused as Reason);
  return name === "step" ? { step: String(values.step), errors: String(values.errors) } : {};
}

/** Why a step that the journey does not fill in is refused; a new request lacks only the extra step. */
function sayStored({ quotation }: Journey, errors: string): string {
  if (quotation === undefined) return "";
  const lacking = errors.split(", ").every((one) => one.endsWith(" required"));
  return `its quotation was made ${lacking ? "without them" : "under another rule"}: `;
}

interface Named {
  file: JsonFile;
  journey: Journey;
  bases: Bases;
}

interface Walked {
  file: JsonFile;
  journey: Journey;
  steps: JourneyStep[];
  run: JourneyRun;
  road: Road;
  sound: boolean;
}

/** Null when it hangs. What cannot be judged or priced says so in place of the errors. */
function walk(road: Road, journey: Journey, steps: JourneyStep[]): JourneyRun | null {
  let run: JourneyRun | null = null;
  const work = () => {
    const stored = journey.quotation === undefined ? {} : (road.portfolio.answersOf(journey.quotation) ?? {});
    try {
      run = new JourneyWalk(road, journey, stored).run(steps);
    } catch (reason) {
      const outcome = journey.expect.outcome;
      run = {
        steps: steps.map(() => ({ errors: String(reason) })),
        block: String(reason),
        outcome,
        because: { name: "nothing", values: {} },
      };
    }
  };
  return withinTime(work, LIMIT_MS) ? run : null;
}

const formatFailure = (product: string, step: string, given: string): string => `${product} ${step} ${given}`;
