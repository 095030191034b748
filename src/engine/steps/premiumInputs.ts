// Which answers the premium depends on, read from the manifest. Computes no premium: the server's amount always wins.
import type { Manifest, RequestAnswers } from "../schema/types.ts";

type PremiumManifest = Pick<Manifest, "steps">;

/** The body of the premium call: the premium-dependent values of every step that has any, keyed by step. */
export function premiumInputs(manifest: PremiumManifest, answers: Partial<RequestAnswers>): RequestAnswers {
  const inputs: RequestAnswers = {};
  for (const step of manifest.steps) {
    const stepAnswers = answers[step.key];
    if (!stepAnswers || !step.premium) continue;
    const picked = step.premium
      .filter((field) => stepAnswers[field] !== undefined)
      .map((field) => [field, stepAnswers[field]]);
    if (picked.length > 0) inputs[step.key] = Object.fromEntries(picked);
  }
  return inputs;
}
