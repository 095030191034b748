// A journey contains only differences: `from` names the answers that it starts from, the base of the step's cases or a valid case of
// it. So a new question is answered in one place.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Manifest, RequestAnswers } from "#engine/schema/types.ts";
import { allSteps, buildAnswers, type Fixture, type Journey } from "../steps/fixtures.ts";

/** The answers that a step's cases have under a name, or undefined if there are none. */
export type Bases = (step: string, name: string) => Answers | undefined;

export const BASE = "base";

export function indexBases(fixtures: Iterable<Fixture>): Bases {
  const byStep = new Map([...fixtures].map((fixture) => [fixture.step, fixture]));
  return (step, name) => {
    const fixture = byStep.get(step);
    if (name === BASE) return fixture?.base;
    const fixtureCase = fixture?.cases.find((each) => each.name === name && each.expect === "valid");
    return (fixtureCase && fixture && buildAnswers(fixture.base, fixtureCase)[0]) ?? undefined;
  };
}

export interface BaseDifferences {
  from?: string;
  answers?: Answers;
}

interface JourneyBases {
  steps: readonly (BaseDifferences & { step: string })[];
  submit: BaseDifferences;
}

type Step<J extends JourneyBases> = J["steps"][number] & {
  answers: Answers;
  /** Those that the journey itself names. The others are of the base or case. */
  own: Answers;
  /** The place in the journey as it is written, or of its steps where it does not name this one. */
  place: string;
};

type FilledJourney<J extends JourneyBases> = Omit<J, "steps" | "submit"> & {
  steps: Step<J>[];
  submit: J["submit"] & { answers: Answers };
};

/** With the answers in full. */
export function withBases<J extends JourneyBases>(journey: J, bases: Bases): FilledJourney<J> {
  const fill = (step: string, { from, answers = {} }: BaseDifferences): Answers =>
    from === undefined ? answers : merge(bases(step, from) ?? {}, answers);
  const steps = journey.steps.map((journeyStep, index) => {
    return {
      ...journeyStep,
      answers: fill(journeyStep.step, journeyStep),
      own: journeyStep.answers ?? {},
      place: `/steps/${index}`,
    };
  });
  return { ...journey, steps, submit: { ...journey.submit, answers: fill("request", journey.submit) } };
}

/** Includes the steps that it does not name. `stored`: the answers of its quotation. */
export function withAllSteps<J extends JourneyBases & Pick<Journey, "expect">>(
  written: J,
  { bases, manifest, stored = {} }: { bases: Bases; manifest: Pick<Manifest, "steps">; stored?: RequestAnswers },
): FilledJourney<J> {
  const journey = withBases(written, bases);
  const steps = allSteps(journey, manifest, (step) => bases(step, BASE) ?? {}, stored);
  return { ...journey, steps: steps.map((journeyStep) => ({ own: {}, place: "/steps", ...journeyStep })) as Step<J>[] };
}

/** Members of groups one by one: of twenty questions a journey names the one that it answers otherwise. */
export function merge(base: JsonObject, change: JsonObject): JsonObject {
  const merged = structuredClone(base);
  for (const [name, value] of Object.entries(change)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

/** Where a journey names a base that there is not: the place, the step and the name. */
export function unknownBases(
  { steps, submit }: JourneyBases,
  bases: Bases,
): [place: string, step: string, name: string][] {
  const named = [
    ...steps.map(({ step, from }, index) => [`/steps/${index}/from`, step, from] as const),
    ["/submit/from", "request", submit.from] as const,
  ];
  return named.flatMap(([pointer, step, from]): [string, string, string][] =>
    from === undefined || bases(step, from) ? [] : [[pointer, step, from]],
  );
}
