// The answers that go with the premium call: those that the manifest lists per step (`premium`, derived when a product is
// published). The browser and the journeys of the check select with it. Computes no premium: the server's amount always wins.
import { withoutComputed } from "../answers/computedAnswers.ts";
import type { Manifest, ProductBundle, RequestAnswers } from "../schema/types.ts";

/**
 * The body of the premium call, by step and without computed values, which the server works out itself and refuses. A step whose
 * answers were all emptied is there too: the server would otherwise price by the stored ones.
 */
export function premiumInputs(
  { manifest, steps }: { manifest: Pick<Manifest, "steps">; steps: ProductBundle["steps"] },
  answers: Partial<RequestAnswers>,
): RequestAnswers {
  const inputs: RequestAnswers = {};
  for (const { key, premium = [] } of manifest.steps) {
    const given = answers[key];
    if (!given || premium.length === 0) continue;
    const picked = premium.filter((field) => given[field] !== undefined).map((field) => [field, given[field]] as const);
    inputs[key] = withoutComputed(steps[key]?.schema ?? {}, Object.fromEntries(picked));
  }
  return inputs;
}
