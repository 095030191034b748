// The rules of journeys: their product and steps exist, and their answers give the errors they expect. `npm test` checks
// outcomes and premiums. Journeys with the same failure are listed once.
import { activeData } from "#engine/activeData.ts";
import type { Answers, RequestAnswers } from "#engine/types.ts";
import { backFeatures } from "./backLists.ts";
import { readManifest } from "./catalogue.ts";
import { error, type Finding } from "./finding.ts";
import { allSteps, contextFor, type Journey, type JourneyStep, listed, pairs } from "./fixtures.ts";
import type { Memory } from "./memory.ts";
import type { Prepared } from "./prepare.ts";
import type { JsonFile } from "./readJson.ts";
import { withinTime } from "./withinTime.ts";

const LIMIT_MS = 5000;

/** One step of a journey: where it stands in the file, and all answers up to it. */
interface Filled {
  place: string;
  step: string;
  answers: RequestAnswers;
  expected: [string, string][];
}

export class JourneyChecks {
  readonly findings: Finding[] = [];
  /** Failures seen before: the same one in another journey follows. */
  readonly #failures: Set<string>;
  readonly #memory: Memory;
  /** Of the cases, by product and step. */
  readonly #bases: ReadonlyMap<string, Answers>;

  /** `baseFailures`: what the bases of the cases give already, as `formatFailure` says it. */
  constructor(bases: ReadonlyMap<string, Answers>, baseFailures: Iterable<string>, memory: Memory) {
    this.#memory = memory;
    this.#bases = bases;
    this.#failures = new Set(baseFailures);
  }

  add(file: JsonFile, prepared: Prepared): void {
    const journey = file.content as unknown as Journey;
    const report = (place: string, sentence: string, hint: string, follows = false) =>
      this.findings.push({
        ...error(file.file, place, sentence, hint),
        product: journey.product,
        ...(follows ? { follows: true } : {}),
      });
    const known = readManifest(prepared.product).steps.map((step) => step.key);
    for (const [index, { step }] of journey.steps.entries()) {
      if (!known.includes(step))
        report(`/steps/${index}`, `there is no step "${step}"`, `the steps are ${known.join(", ")}`);
    }
    // A change of an existing quotation may name only what changes; its other answers are the back end's.
    if (journey.quotation !== undefined) return;
    const steps = allSteps(
      journey,
      readManifest(prepared.product),
      (step) => this.#bases.get(`${journey.product} ${step}`) ?? {},
    );
    const all = filledIn(journey, steps, known);
    const made = [file, ...prepared.madeOf, ...this.#bases.values()];
    const answered = this.#memory.recall(`answers of ${file.file}`, made, () => {
      const given: string[] = [];
      withinTime(() => {
        for (const filled of all) given.push(this.#given(prepared, journey, filled));
      }, LIMIT_MS);
      return given;
    });
    for (const [index, filled] of all.entries()) {
      const given = answered[index] ?? "no answer in time";
      if (given === listed(filled.expected)) continue;
      const failure = formatFailure(journey.product, filled.step, given);
      const sentence = `this should give ${listed(filled.expected)} and gives ${given}`;
      report(filled.place, sentence, "correct the answers or what is expected", this.#failures.has(failure));
      this.#failures.add(failure);
    }
  }

  /** What is filled in is judged as the server judges it: without the fields that do not show. */
  #given({ product, steps, judges }: Prepared, { today }: Journey, { step, answers, expected }: Filled): string {
    const context = contextFor(product, { today, answers, features: backFeatures(product, answers) });
    const source = steps[step];
    if (!source) return listed(expected);
    try {
      const verdict = judges.judge(step, activeData(source.schema, answers[step] ?? {}, context), context);
      return listed(pairs(verdict?.errors ?? []));
    } catch (reason) {
      return String(reason);
    }
  }
}

export const formatFailure = (product: string, step: string, given: string): string => `${product} ${step} ${given}`;

function filledIn({ submit, expect }: Journey, steps: readonly JourneyStep[], known: readonly string[]): Filled[] {
  const answers: RequestAnswers = {};
  const filled: Filled[] = [];
  for (const [index, { step, answers: own, expect: expected }] of steps.entries()) {
    if (!known.includes(step)) continue;
    answers[step] = own;
    filled.push({ place: `/steps/${index}/answers`, step, answers: { ...answers }, expected: expected?.errors ?? [] });
  }
  if (expect.errors || expect.outcome !== "refused") {
    const all = { ...answers, request: submit.answers };
    filled.push({ place: "/submit/answers", step: "request", answers: all, expected: expect.errors ?? [] });
  }
  return filled;
}
