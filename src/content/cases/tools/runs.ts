// Cases, written and derived, made ready to be judged again and again: by other rules, with other lists.

import type { EvaluationContext, JsonObject } from "#engine/types.ts";
import type { Prepared } from "../../check/prepare.ts";
import { deriveCases } from "../steps/cases.ts";
import {
  buildAnswers,
  contextFor,
  createContexts,
  type Fixture,
  type FixtureCase,
  listed,
  pairs,
} from "../steps/fixtures.ts";

export interface Run {
  /** Of a derived case the rule that it is about. */
  rule?: string;
  data: JsonObject;
  context: EvaluationContext;
  expected: string;
  /** What it gives with another product's lists. */
  give(prepared: Prepared, fixture: Fixture): string;
}

export const writtenRuns = (fixture: Fixture, prepared: Prepared): Run[] =>
  buildRuns(fixture, prepared, [{ name: "", expect: "valid" }, ...fixture.cases]);

export const derivedRuns = (fixture: Fixture, prepared: Prepared): Run[] =>
  buildRuns(fixture, prepared, deriveCases(fixture, prepared).cases);

type Case = FixtureCase & { rule?: string };

function buildRuns(fixture: Fixture, { product }: Prepared, cases: readonly Case[]): Run[] {
  const findContext = createContexts(product, fixture.context);
  return cases.flatMap((one) => {
    const data = buildAnswers(fixture.base, one)[0];
    if (!data) return [];
    const give = (prepared: Prepared, { step, context }: Fixture) =>
      listed(
        pairs(prepared.judges.judge(step, data, contextFor(prepared.product, context, one.context))?.errors ?? []),
      );
    const expected = one.expect === "valid" ? "valid" : listed(one.expect);
    return [
      {
        data,
        context: findContext(one.context),
        expected,
        give,
        ...(one.rule === undefined ? {} : { rule: one.rule }),
      },
    ];
  });
}
