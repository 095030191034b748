// Facts: named values over the answers of all steps. And which steps a request asks for: one with a condition (`when`) only while
// that condition is true. Facts are never stored and never sent; browser and server work them out in the same way.

import { compute, isTrueOf } from "../expressions/evaluate.ts";
import { readsIn } from "../expressions/paths.ts";
import type { Expression } from "../schema/schema.ts";
import type { Answers, Manifest, RequestAnswers, StepManifest } from "../schema/types.ts";

/** Where the facts are among the answers, and how paths name them. */
export const FACTS = "facts";

type FactsManifest = Pick<Manifest, "facts"> & { steps: readonly StepManifest[] };

/** Whether the answers call for a step or a notice. That of the extra step is decided by the judgement. */
export const isNeeded = ({ when }: Pick<StepManifest, "when">, answers: RequestAnswers, today: string): boolean =>
  when === undefined || isTrueOf(when, answers, today);

/** The names of the notices that the answers call for. */
export const findNotices = (
  { notices = [] }: Pick<StepManifest, "notices">,
  answers: RequestAnswers,
  today: string,
): string[] =>
  notices.flatMap((notice) =>
    typeof notice === "string" ? notice : isNeeded(notice, answers, today) ? notice.name : [],
  );

/** Returns the answers with the facts that follow from them, under `facts`. A fact that is unknown is left out. */
export function withFacts({ facts: written }: Pick<Manifest, "facts">, answers: RequestAnswers, today: string) {
  if (!written) return answers;
  const facts: Answers = {};
  const all = { ...answers, facts };
  for (const name in written) {
    const value = compute(written[name]!, { here: facts, answers: all, today });
    if (value !== undefined) facts[name] = value;
  }
  return all;
}

/** Returns the answers of the steps that are needed, each as `prune` leaves it, with their facts. */
export function countAnswers(
  manifest: FactsManifest,
  stepAnswers: Partial<RequestAnswers>,
  today: string,
  prune: (step: string, data: Answers, before: RequestAnswers) => Answers = (_step, data) => data,
): RequestAnswers {
  let answers = withFacts(manifest, {}, today);
  for (const step of manifest.steps) {
    const data = stepAnswers[step.key];
    if (data && isNeeded(step, answers, today))
      answers = withFacts(manifest, { ...answers, [step.key]: prune(step.key, data, answers) }, today);
  }
  return answers;
}

/** Returns the addresses of the answers that an expression follows from, by way of facts too. */
export const answersBehind = (manifest: Pick<Manifest, "facts">, expression: Expression): string[] =>
  readsIn(expression).flatMap((address) => {
    const [step, name = ""] = address.split(".");
    return step === FACTS ? answersBehind(manifest, manifest.facts?.[name] ?? 0) : [address];
  });

/** The facts that are yes or no, as the server sends them. */
export const findTruths = ({ facts = {} }: RequestAnswers): Record<string, boolean> =>
  Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, boolean] => typeof fact[1] === "boolean"));
