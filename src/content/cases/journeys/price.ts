// The premium of a journey with what made it: the lines of the tariff, and the answers that no price reads.
import { oncePer } from "#engine/schema/oncePer.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { namedAmounts } from "#underwriting/amounts.ts";
import { calculate, type Underwriting } from "#underwriting/calculate.ts";
import type { Tariff } from "#underwriting/tariff.ts";
import { type TraceLine, tracePremium } from "#underwriting/trace.ts";

export interface PricedRequest {
  amounts: Record<string, number | null>;
  lines: TraceLine[];
  /** Choices of cover that no price of the tariff names. */
  ignored: IgnoredAnswer[];
}

export interface IgnoredAnswer {
  answer: string;
  given: unknown;
}

/** `given`: the answers as they were given, also those that the product no longer offers. */
export function price(input: Underwriting, answers: RequestAnswers): PricedRequest {
  const amounts = namedAmounts(calculate(input));
  return { amounts, lines: tracePremium(input), ignored: findIgnored(input, answers) };
}

function findIgnored({ tariff }: Underwriting, answers: RequestAnswers): IgnoredAnswer[] {
  const written = writtenOut(tariff);
  const [step = ""] = tariff.main?.answer.split(".") ?? [];
  return Object.entries(answers[step] ?? {})
    .flatMap(([name, value]) => leaves(`${step}.${name}`, value))
    .filter(({ answer }) => ![`"${answer}"`, `"${answer}.`].some((named) => written.includes(named)));
}

/** Without the deductible that it only shows. */
const writtenOut = oncePer(({ own_risk: _shown, ...priced }: Tariff) => JSON.stringify(priced));

/** The members of an answer that is a group, otherwise the answer itself. */
const leaves = (answer: string, value: unknown): IgnoredAnswer[] =>
  isObject(value)
    ? Object.entries(value).map(([name, inner]) => ({ answer: `${answer}.${name}`, given: inner }))
    : [{ answer, given: value }];
