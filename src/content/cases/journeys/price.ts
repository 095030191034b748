// The premium of a journey with what made it: the lines of the tariff, and the answers that no price reads.
import { oncePer } from "#engine/schema/oncePer.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Manifest, RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { namedAmounts } from "#underwriting/amounts.ts";
import { calculate, type Underwriting } from "#underwriting/calculate.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { type TraceLine, tracePremium } from "#underwriting/trace.ts";

export interface Priced {
  amounts: Record<string, number | null>;
  lines: TraceLine[];
  /** Answers that go with the premium call and that no price of the tariff names. */
  ignored: Ignored[];
}

export interface Ignored {
  answer: string;
  given: unknown;
}

/** `given`: the answers as they were given, also those that the product no longer offers. */
export function price(input: Underwriting, manifest: Pick<Manifest, "steps">, answers: RequestAnswers): Priced {
  const amounts = namedAmounts(calculate(input));
  return { amounts, lines: tracePremium(input), ignored: findIgnored(input, manifest, answers) };
}

function findIgnored({ tariff }: Underwriting, manifest: Pick<Manifest, "steps">, answers: RequestAnswers): Ignored[] {
  const written = writtenOut(tariff);
  return Object.entries(premiumInputs(manifest, answers))
    .flatMap(([step, fields]) =>
      Object.entries(fields ?? {}).flatMap(([name, value]) => leaves(`${step}.${name}`, value)),
    )
    .filter(({ answer }) => ![`"${answer}"`, `"${answer}.`].some((named) => written.includes(named)));
}

/** Without the deductible that it only shows. */
const writtenOut = oncePer(({ own_risk: _shown, ...priced }: Tariff) => JSON.stringify(priced));

/** The members of an answer that is a group, otherwise the answer itself. */
const leaves = (answer: string, value: unknown): Ignored[] =>
  isObject(value)
    ? Object.entries(value).map(([name, inner]) => ({ answer: `${answer}.${name}`, given: inner }))
    : [{ answer, given: value }];
