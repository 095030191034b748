// The answers that the premium depends on, as they are sent: without computed values, which the server works out itself and refuses.
import { withoutComputed } from "#engine/answers/computedAnswers.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import type { WizardCore } from "../core.ts";

export function readPremiumInputs({ manifest, opened, answers }: WizardCore): RequestAnswers {
  const { steps } = opened.bundle;
  const inputs = Object.entries(premiumInputs(manifest, answers()));
  return Object.fromEntries(inputs.map(([key, data]) => [key, withoutComputed(steps[key]?.schema ?? {}, data ?? {})]));
}
