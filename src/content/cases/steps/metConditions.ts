// Tries the conditions over the answers of a whole request: those of steps and their notices, of the rules of lists, of the judgement
// and of prices. Each must be true for the bases of the cases, or with other valid cases of the steps that it reads, written or
// derived. The condition of a step must be false for some too.
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { isTrueOf } from "#engine/expressions/evaluate.ts";
import { countAnswers } from "#engine/rules/facts.ts";
import type { Expression } from "#engine/schema/schema.ts";
import type { Answers, RequestAnswers } from "#engine/schema/types.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { checkFacts, stepsRead } from "../../check/rules/facts.ts";
import { readManifest } from "../../read/catalogue.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { listNames, t } from "../../read/findings/translate.ts";
import { type AnswerCondition, productConditions } from "../../read/steps/answerConditions.ts";
import { deriveCases } from "./derivedCases.ts";
import { buildAnswers, FIXTURE_DAY, type Fixture } from "./fixtures.ts";

/** Enough for two steps of fifty cases each; the last of many more say nothing new. */
const MOST = 3000;

/** `fixtures`: of the product, and only those of steps whose cases give what they expect. */
export function checkMet(prepared: PreparedProduct, fixtures: readonly Fixture[]): Finding[] {
  const manifest = readManifest(prepared.product);
  const { steps } = checkFacts(prepared.product, prepared.steps);
  const findings: Finding[] = [];
  for (const placed of productConditions(prepared.product)) {
    const { condition = true, before = [], kind } = placed;
    const read = stepsRead([condition, ...before], steps);
    const stepFixtures = fixtures.filter((fixture) => read.includes(fixture.step));
    if (stepFixtures.length < read.length) continue;
    const sides = new Set<boolean>();
    const isDone = () => sides.has(true) && (sides.has(false) || kind !== "step");
    for (const answers of combine(fixtures, stepFixtures, prepared)) {
      const counted = countAnswers(manifest, answers, FIXTURE_DAY, (key, data, earlier) =>
        withComputed(prepared.steps[key]?.schema ?? {}, data, { lists: {}, today: FIXTURE_DAY, answers: earlier }),
      );
      const isMet = (tried: Expression) => isTrueOf(tried, counted, FIXTURE_DAY);
      sides.add(isMet(condition) && !before.some(isMet));
      if (isDone()) break;
    }
    const asked = kind === "step" ? manifest.steps[placed.index ?? 0]?.key : undefined;
    if (!isDone())
      findings.push(describeLack(placed, listNames(read, "conjunction"), { isMet: sides.has(true), asked }));
  }
  return findings;
}

/** `asked`: the step that is asked while the condition is true. */
function describeLack(
  { file, place, kind, before = [] }: AnswerCondition,
  read: string,
  { isMet, asked }: { isMet: boolean; asked: string | undefined },
): Finding {
  if (asked !== undefined && isMet) {
    const hint = t`add a valid case that does not to fixtures/steps, or correct the condition`;
    return error(file, place, t`every case of ${read} asks for ${asked}`, hint);
  }
  if (asked !== undefined) {
    const hint = t`add a valid case that does to fixtures/steps, or correct the condition`;
    return error(file, place, t`no case of ${read} asks for ${asked}`, hint);
  }
  // A rule of a list as a whole.
  const pointer = kind === "list" ? place.replace(/\/when$/, "") : place;
  if (before.length === 0) {
    const hint = t`add a valid case that meets it to fixtures/steps, or correct the condition`;
    return error(file, pointer, t`the condition is true for no case of ${read}`, hint);
  }
  const sentence =
    read === ""
      ? t`no case comes to this rule, because a rule before it applies`
      : t`no case of ${read} comes to this rule, because a rule before it applies`;
  return error(file, pointer, sentence, t`put it before them, remove it, or add a valid case that comes to it`);
}

/** The bases of all steps, with each combination of valid cases of those that are read: written cases first, then derived ones too. */
function* combine(
  fixtures: readonly Fixture[],
  read: readonly Fixture[],
  prepared: PreparedProduct,
): Generator<RequestAnswers> {
  const bases = Object.fromEntries(fixtures.map(({ step, base }) => [step, base]));
  const written = read.map((fixture) => writtenAnswers(fixture));
  yield* combineChoices(bases, read, written);
  if (read.length === 0) return;
  const derived = read.map((fixture, index) => {
    const valid = deriveCases(fixture, prepared).filter(({ expect }) => expect === "valid");
    return [...(written[index] ?? []), ...valid.map(({ data }) => data)];
  });
  yield* combineChoices(bases, read, derived);
}

function* combineChoices(bases: RequestAnswers, read: readonly Fixture[], choices: readonly Answers[][]) {
  const all = choices.reduce((product, stepChoices) => product * stepChoices.length, 1);
  for (let combination = 0; combination < Math.min(all, MOST); combination += 1) {
    const answers: RequestAnswers = { ...bases };
    let rest = combination;
    for (const [index, { step }] of read.entries()) {
      const stepChoices = choices[index] ?? [];
      answers[step] = stepChoices[rest % stepChoices.length] ?? {};
      rest = Math.floor(rest / stepChoices.length);
    }
    yield answers;
  }
}

function writtenAnswers({ base, cases }: Fixture): Answers[] {
  const answers = [base];
  for (const fixtureCase of cases) {
    const [data] = fixtureCase.expect === "valid" ? buildAnswers(base, fixtureCase) : [null];
    if (data) answers.push(data);
  }
  return answers;
}
