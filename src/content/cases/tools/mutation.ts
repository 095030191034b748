// Changes every rule of a product by one step, and looks whether the cases, written and derived, notice. A change that none
// notices survives: a rule that could be wrong unseen, or one that another rule of the field always answers before.
import { withComputed } from "#engine/computedAnswers.ts";
import type { RawError } from "#engine/contract.ts";
import type { JsonObject } from "#engine/types.ts";
import { compileContract } from "../../check/judges.ts";
import type { Prepared } from "../../check/prepare.ts";
import { readManifest } from "../../read/catalogue.ts";
import { type Fixture, listed, pairs } from "../steps/fixtures.ts";
import { brokenRule } from "../steps/ruleCoverage.ts";
import { findMutants, type Mutant } from "./mutants.ts";
import { derivedRuns, type Run, writtenRuns } from "./runs.ts";

export interface StepMutation {
  mutants: number;
  /** Noticed by a written case, and by those or a derived one. */
  byWritten: number;
  caught: number;
  survivors: Survivor[];
}

interface Survivor {
  rule: string;
  change: string;
  why: string;
  /** It changes nothing that anybody could see. */
  unseen?: true;
}

interface Heard {
  byWritten: boolean;
  byDerived(): boolean;
  why(): Pick<Survivor, "why" | "unseen">;
}

/** Each change with who notices it. */
export function countNoticed<Mutant extends { rule: string; change: string }>(
  mutants: readonly Mutant[],
  hear: (mutant: Mutant) => Heard,
): StepMutation {
  const result: StepMutation = { mutants: mutants.length, byWritten: 0, caught: 0, survivors: [] };
  for (const mutant of mutants) {
    const { byWritten, byDerived, why } = hear(mutant);
    if (byWritten) result.byWritten += 1;
    if (byWritten || byDerived()) result.caught += 1;
    else result.survivors.push({ rule: mutant.rule, change: mutant.change, ...why() });
  }
  return result;
}

export function addUp(all: readonly StepMutation[]): StepMutation {
  const sum = (of: (stepMutation: StepMutation) => number) =>
    all.reduce((total, stepMutation) => total + of(stepMutation), 0);
  return {
    mutants: sum(({ mutants }) => mutants),
    byWritten: sum(({ byWritten }) => byWritten),
    caught: sum(({ caught }) => caught),
    survivors: all.flatMap(({ survivors }) => survivors),
  };
}

/** `pick`: which of them are tried, of all in a fixed order. By default all. */
export function mutateStep(
  fixture: Fixture,
  prepared: Prepared,
  pick: (index: number) => boolean = () => true,
): StepMutation {
  const source = prepared.steps[fixture.step];
  if (!source) return addUp([]);
  const mutants = findMutants(source.schema).filter((_mutant, index) => pick(index));
  const [written, derived] = [writtenRuns(fixture, prepared), derivedRuns(fixture, prepared)];
  return countNoticed(mutants, (mutant) => {
    const contract = compileContract(fixture.step, { ...source, schema: mutant.schema });
    const notices = ({ data, context, expected }: Run) =>
      expected !== listed(pairs(contract(withComputed(mutant.schema, data, context), context)));
    return {
      byWritten: written.some(notices),
      byDerived: () => near(derived, mutant).some(notices),
      why: () => explain(mutant, { fixture, prepared, runs: [...written, ...derived] }),
    };
  });
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
    if (shown.some(({ keyword }) => keyword === raw.keyword)) return { why: "no case would show it" };
    for (const { keyword } of shown) others.add(keyword);
  }
  const names = [...others].map((name) => `"${name}"`).join(" or ");
  if (others.size === 0) return { why: "no case breaks it" };
  return { why: `the field shows ${names} whenever it is broken`, unseen: true };
}

/** The lists that a manifest derives from answers, each value and condition changed by one step, and whether a case notices. */
export function mutateLists(fixtures: readonly Fixture[], prepared: Prepared): StepMutation {
  const mutants = findListMutants(prepared);
  if (mutants.length === 0) return addUp([]);
  const runs = fixtures.map((fixture) => ({
    fixture,
    written: writtenRuns(fixture, prepared),
    derived: derivedRuns(fixture, prepared),
  }));
  return countNoticed(mutants, ({ product }) => {
    const notices = (kind: "written" | "derived") =>
      runs.some(({ fixture, [kind]: caseRuns }) =>
        caseRuns.some((run) => run.give({ ...prepared, product }, fixture) !== run.expected),
      );
    return {
      byWritten: notices("written"),
      byDerived: () => notices("derived"),
      why: () => ({ why: "no case has these answers" }),
    };
  });
}

function findListMutants({ product }: Prepared) {
  const { lists } = readManifest(product);
  return Object.entries(lists).flatMap(([name, source]) => {
    if (!("rules" in source)) return [];
    return source.rules.flatMap((rule, index) => {
      const location = `product.json /lists/${name}/rules/${index}`;
      const changed = (change: string, next: JsonObject) => {
        const rules = source.rules.with(index, next as unknown as (typeof source.rules)[number]);
        const content = { ...product.manifest.content, lists: { ...lists, [name]: { rules } } };
        return { rule: location, change, product: { ...product, manifest: { ...product.manifest, content } } };
      };
      const fewer = rule.values.map((value) =>
        changed(`${value} taken away`, { ...rule, values: rule.values.filter((candidate) => candidate !== value) }),
      );
      const other = rule.if ? [changed("the condition turned round", { ...rule, if: { not: rule.if } })] : [];
      return [...fewer, ...other];
    });
  });
}
