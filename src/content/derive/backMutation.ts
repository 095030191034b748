// The rules that only the back end knows, each changed by one step: prices, factors, bands and rates, what a question expects and
// leads to, rules over answers. Noticed by the amounts and judgements of the journeys, and of requests derived from the tariff.
import type { JsonObject } from "#engine/types.ts";
import { calculate } from "#underwriting/calculate.ts";
import { findWrongAnswers } from "#underwriting/judgement.ts";
import { findFeatures, findProductCode, type Rates, type Tariff } from "#underwriting/tariff.ts";
import { readManifest } from "../catalogue.ts";
import type { Prepared } from "../prepare.ts";
import { type Back, type BackRequest, buildBacks, findBackMutants } from "./backMutants.ts";
import type { StepMutation } from "./mutation.ts";
import { deriveRequests } from "./requests.ts";

/** Of every tariff; questions and rates with the first. */
export function mutateBack(
  { product }: Prepared,
  rates: JsonObject,
  written: readonly BackRequest[],
  pick: (at: number) => boolean = () => true,
): StepMutation {
  const all = buildBacks(product, rates).map(({ name, counts, ...back }) => {
    const own = written.filter((request, at) => at === 0 || counts(request));
    return mutateVersion({ product, back, name }, own, pick);
  });
  const sum = (of: (one: StepMutation) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    mutants: sum(({ mutants }) => mutants),
    byWritten: sum(({ byWritten }) => byWritten),
    caught: sum(({ caught }) => caught),
    survivors: all.flatMap(({ survivors }) => survivors),
  };
}

function mutateVersion(
  { product, back, name }: { product: Prepared["product"]; back: Back; name: string },
  written: readonly BackRequest[],
  pick: (at: number) => boolean,
): StepMutation {
  const bases = written[0]?.answers ?? {};
  const derived = deriveRequests(back, bases);
  const manifest = readManifest(product);
  const tell = (of: Back, { answers, day }: BackRequest): string => {
    const tariff = of.tariff as unknown as Tariff;
    const features = findFeatures(tariff, answers);
    const premium = calculate({ tariff, rates: of.rates as unknown as Rates, answers, features, day });
    const { questions, rules, refers, declines } = findWrongAnswers(of.questions, manifest.steps, answers);
    const wrong = questions.map(({ question, effect }) => [question.id, effect]);
    const code = findProductCode(tariff, product.professions?.content ?? null, answers);
    return JSON.stringify([premium, features, code, wrong, rules.map(({ name }) => name), refers, declines]);
  };
  const heard = (requests: readonly BackRequest[]) =>
    requests.map((request) => ({ request, said: tell(back, request) }));
  const [own, more] = [heard(written), heard(derived)];
  const result: StepMutation = { mutants: 0, byWritten: 0, caught: 0, survivors: [] };
  for (const [at, mutant] of findBackMutants(back, name).entries()) {
    if (!pick(at)) continue;
    result.mutants += 1;
    const notices = ({ request, said }: (typeof own)[number]) => tell(mutant.back, request) !== said;
    const byWritten = own.some(notices);
    if (byWritten) result.byWritten += 1;
    if (byWritten || more.some(notices)) result.caught += 1;
    else result.survivors.push({ rule: mutant.rule, change: mutant.change, why: "no request comes to it" });
  }
  return result;
}
