// Changes every rule of a product by one step, and looks whether the cases, written and derived, notice. A change that none
// notices survives: a rule that could be wrong unseen, or one that another rule of the field always answers before.
import type { RawError } from "#engine/contract.ts";
import { type Fixture, listed, pairs } from "../fixtures.ts";
import { contractOf } from "../judges.ts";
import type { Prepared } from "../prepare.ts";
import { brokenRule } from "../ruleCoverage.ts";
import { findMutants, type Mutant } from "./mutants.ts";
import { derivedRuns, type Run, writtenRuns } from "./runs.ts";

export interface StepMutation {
  mutants: number;
  /** Noticed by a written case, and by those or a derived one. */
  byWritten: number;
  caught: number;
  survivors: Survivor[];
}

export interface Survivor {
  rule: string;
  change: string;
  why: string;
  /** It changes nothing that anybody could see. */
  unseen?: true;
}

/** `pick`: which of them are tried, of all in a fixed order; by default all. */
export function mutateStep(
  fixture: Fixture,
  prepared: Prepared,
  pick: (at: number) => boolean = () => true,
): StepMutation {
  const source = prepared.steps[fixture.step];
  const result: StepMutation = { mutants: 0, byWritten: 0, caught: 0, survivors: [] };
  if (!source) return result;
  const [written, derived] = [writtenRuns(fixture, prepared), derivedRuns(fixture, prepared)];
  for (const [at, mutant] of findMutants(source.schema).entries()) {
    if (!pick(at)) continue;
    result.mutants += 1;
    const contract = contractOf(fixture.step, { ...source, schema: mutant.schema });
    const notices = ({ data, context, expected }: Run) => expected !== listed(pairs(contract(data, context)));
    const byWritten = written.some(notices);
    if (byWritten) result.byWritten += 1;
    if (byWritten || near(derived, mutant).some(notices)) result.caught += 1;
    else {
      const why = explain(mutant, { fixture, prepared, runs: [...written, ...derived] });
      result.survivors.push({ rule: mutant.rule, change: mutant.change, ...why });
    }
  }
  return result;
}

/** Those about the rule first: they mostly notice. */
const near = (runs: readonly Run[], { rule }: Mutant): Run[] => [
  ...runs.filter((run) => run.rule === rule),
  ...runs.filter((run) => run.rule !== rule),
];

interface Judged {
  fixture: Fixture;
  prepared: Prepared;
  runs: readonly Run[];
}

/** Where that can be seen: whenever the rule is broken, the field shows the error of another. */
function explain({ rule }: Mutant, { fixture, prepared, runs }: Judged): Pick<Survivor, "why" | "unseen"> {
  const others = new Set<string>();
  for (const { data, context } of runs) {
    const verdict = prepared.judges.judge(fixture.step, data, context);
    const raw = verdict?.raw.find((error: RawError) => brokenRule(error) === rule);
    if (!raw) continue;
    const shown = verdict?.errors.filter(({ pointer }) => pointer.startsWith(raw.instancePath)) ?? [];
    if (shown.some(({ keyword }) => keyword === raw.keyword)) return { why: "no case stands where it would be seen" };
    for (const { keyword } of shown) others.add(keyword);
  }
  const names = [...others].map((name) => `"${name}"`).join(" or ");
  if (others.size === 0) return { why: "no case breaks it" };
  return { why: `whoever breaks it is told of ${names} of the same field`, unseen: true };
}
