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
  return cases.flatMap((fixtureCase) => {
    const data = buildAnswers(fixture.base, fixtureCase)[0];
    if (!data) return [];
    const give = (prepared: Prepared, { step, context }: Fixture) =>
      listed(pairs(prepared.judges.errors(step, data, contextFor(prepared.product, context, fixtureCase.context))));
    const expected = fixtureCase.expect === "valid" ? "valid" : listed(fixtureCase.expect);
    return [
      {
        data,
        context: findContext(fixtureCase.context),
        expected,
        give,
        ...(fixtureCase.rule === undefined ? {} : { rule: fixtureCase.rule }),
      },
    ];
  });
}
