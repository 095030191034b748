// The lists that a manifest derives from answers, each value and condition changed by one step, and whether a case notices.
import type { JsonObject } from "#engine/types.ts";
import { readManifest } from "../catalogue.ts";
import type { Fixture } from "../fixtures.ts";
import type { Prepared } from "../prepare.ts";
import type { StepMutation } from "./mutation.ts";
import { derivedRuns, type Run, writtenRuns } from "./runs.ts";

export function mutateLists(fixtures: readonly Fixture[], prepared: Prepared): StepMutation {
  const result: StepMutation = { mutants: 0, byWritten: 0, caught: 0, survivors: [] };
  const mutants = findListMutants(prepared);
  if (mutants.length === 0) return result;
  const derived = new Map(fixtures.map((fixture) => [fixture, derivedRuns(fixture, prepared)]));
  for (const { rule, change, product } of mutants) {
    result.mutants += 1;
    const notices = (fixture: Fixture, runs: readonly Run[]) =>
      runs.some((run) => run.give({ ...prepared, product }, fixture) !== run.expected);
    const byWritten = fixtures.some((fixture) => notices(fixture, writtenRuns(fixture, prepared)));
    if (byWritten) result.byWritten += 1;
    if (byWritten || fixtures.some((fixture) => notices(fixture, derived.get(fixture) ?? []))) result.caught += 1;
    else result.survivors.push({ rule, change, why: "no case has these answers" });
  }
  return result;
}

function findListMutants({ product }: Prepared) {
  const { lists } = readManifest(product);
  return Object.entries(lists).flatMap(([name, source]) => {
    if (!("rules" in source)) return [];
    return source.rules.flatMap((rule, at) => {
      const place = `product.json /lists/${name}/rules/${at}`;
      const changed = (change: string, next: JsonObject) => {
        const rules = source.rules.with(at, next as unknown as (typeof source.rules)[number]);
        const content = { ...product.manifest.content, lists: { ...lists, [name]: { rules } } };
        return { rule: place, change, product: { ...product, manifest: { ...product.manifest, content } } };
      };
      const fewer = rule.values.map((value) =>
        changed(`${value} taken away`, { ...rule, values: rule.values.filter((one) => one !== value) }),
      );
      const other = rule.if ? [changed("the condition turned round", { ...rule, if: { not: rule.if } })] : [];
      return [...fewer, ...other];
    });
  });
}
