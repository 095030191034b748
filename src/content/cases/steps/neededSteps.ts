// Tries both sides of the condition of each step: with the bases of the steps before it, and with those that the condition reads as in
// each of their valid cases, written and derived.
import { countAnswers, isNeeded } from "#engine/rules/facts.ts";
import type { Answers, RequestAnswers, StepManifest } from "#engine/schema/types.ts";
import type { Prepared } from "../../check/prepare.ts";
import { checkFacts, stepsRead } from "../../check/rules/facts.ts";
import { readManifest } from "../../read/catalogue.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { deriveCases } from "./cases.ts";
import { buildAnswers, FIXTURE_DAY, type Fixture, type FixtureCase } from "./fixtures.ts";

/** Enough for two steps of fifty cases each; the last of many more say nothing new. */
const MOST = 3000;

/** `fixtures`: of the product. A step without cases has a finding already. */
export function checkNeeded(prepared: Prepared, fixtures: readonly Fixture[]): Finding[] {
  const manifest = readManifest(prepared.product);
  return manifest.steps.flatMap((step, index): Finding[] => {
    const read = step.when ? stepsRead(step.when, checkFacts(prepared.product, prepared.steps).steps) : [];
    const stepFixtures = read.flatMap((key) => fixtures.find((fixture) => fixture.step === key) ?? []);
    if (read.length === 0 || stepFixtures.length < read.length) return [];
    const sides = new Set<boolean>();
    for (const answers of combine(fixtures, stepFixtures, prepared)) {
      sides.add(isNeeded(step, countAnswers(manifest, answers, FIXTURE_DAY)));
      if (sides.size === 2) return [];
    }
    return [lacking(step, { index, read, asked: sides.has(true), file: prepared.product.manifest.file })];
  });
}

interface Lacking {
  index: number;
  read: readonly string[];
  asked: boolean;
  file: string;
}

function lacking({ key }: StepManifest, { index, read, asked, file }: Lacking): Finding {
  const names = read.join(" and ");
  const sentence = asked ? `every case of ${names} asks for ${key}` : `no case of ${names} asks for ${key}`;
  const hint = `add a valid case that ${asked ? "does not" : "does"} to fixtures/steps, or correct the condition`;
  return error(file, `/steps/${index}/when`, sentence, hint);
}

/** The bases of all steps, with each combination of the valid cases of those that are read. */
function* combine(
  fixtures: readonly Fixture[],
  read: readonly Fixture[],
  prepared: Prepared,
): Generator<RequestAnswers> {
  const bases = Object.fromEntries(fixtures.map(({ step, base }) => [step, base]));
  const choices = read.map((fixture) => validAnswers(fixture, prepared));
  const all = choices.reduce((product, stepChoices) => product * stepChoices.length, 1);
  for (let combination = 0; combination < Math.min(all, MOST); combination += 1) {
    let rest = combination;
    const chosen = read.map(({ step }, index): [string, Answers] => {
      const stepChoices = choices[index] ?? [];
      const choice = stepChoices[rest % stepChoices.length] ?? {};
      rest = Math.floor(rest / stepChoices.length);
      return [step, choice];
    });
    yield { ...bases, ...Object.fromEntries(chosen) };
  }
}

function validAnswers(fixture: Fixture, prepared: Prepared): Answers[] {
  const all: FixtureCase[] = [...fixture.cases, ...deriveCases(fixture, prepared).cases];
  const cases = all.filter(({ expect }) => expect === "valid");
  return [fixture.base, ...cases.flatMap((fixtureCase) => asAnswers(buildAnswers(fixture.base, fixtureCase)[0]))];
}

const asAnswers = (data: Answers | null): Answers[] => (data ? [data] : []);
