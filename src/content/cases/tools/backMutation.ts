// The rules that only the back end knows, each changed by one step: prices, factors, bands and rates, what a question expects and
// leads to, rules over answers. Noticed by the amounts and judgements of the journeys, and of requests derived from the tariff.
import type { JsonObject } from "#engine/types.ts";
import { calculate } from "#underwriting/calculate.ts";
import { findWrongAnswers } from "#underwriting/judgement.ts";
import { findProductCode } from "#underwriting/tariff.ts";
import type { Prepared } from "../../check/prepare.ts";
import { readManifest } from "../../read/catalogue.ts";
import { type Back, type BackRequest, buildBacks, buildUnderwriting, findBackMutants } from "./backMutants.ts";
import { addUp, countNoticed, type StepMutation } from "./mutation.ts";
import { deriveRequests } from "./requests.ts";

/** Of every tariff, with questions and rates in the first. */
export function mutateBack({ product }: Prepared, rates: JsonObject, written: readonly BackRequest[]): StepMutation {
  const all = buildBacks(product, rates).map(({ name, counts, ...back }) => {
    const fixtureRequests = written.filter((request, index) => index === 0 || counts(request));
    return mutateVersion({ product, back, name }, fixtureRequests);
  });
  return addUp(all);
}

function mutateVersion(
  { product, back, name }: { product: Prepared["product"]; back: Back; name: string },
  written: readonly BackRequest[],
): StepMutation {
  const derived = deriveRequests(back, written);
  const manifest = readManifest(product);
  const tell = (of: Back, request: BackRequest): string => {
    const input = buildUnderwriting(of, request);
    const { tariff, answers, features } = input;
    const { questions, rules, refers, declines } = findWrongAnswers(of.questions, manifest.steps, answers);
    const wrong = questions.map(({ question, effect }) => [question.id, effect]);
    const code = findProductCode(tariff, product.professions?.content ?? null, answers);
    return JSON.stringify([calculate(input), features, code, wrong, rules.map(({ name }) => name), refers, declines]);
  };
  const heard = (requests: readonly BackRequest[]) =>
    requests.map((request) => ({ request, said: tell(back, request) }));
  const [writtenOutcomes, more] = [heard(written), heard(derived)];
  return countNoticed(findBackMutants(back, name), (mutant) => {
    const notices = ({ request, said }: (typeof writtenOutcomes)[number]) => tell(mutant.back, request) !== said;
    return {
      byWritten: writtenOutcomes.some(notices),
      byDerived: () => more.some(notices),
      why: () => ({ why: "no request comes to it" }),
    };
  });
}
