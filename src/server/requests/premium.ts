// The premium call: the values sent, over the stored answers of the other steps. Stores nothing.
import { activeData } from "#engine/activeData.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import type { PremiumAnswer } from "#engine/wire.ts";
import { badRequest } from "../portalError.ts";
import { premiumAnswer } from "../underwriting/premiumAnswer.ts";
import { contextFor, type EvaluateOptions, type StepState } from "./evaluate.ts";
import type { LoadedProduct } from "./products.ts";
import { questionsOf } from "./questions.ts";

export function premiumOf(
  product: LoadedProduct,
  steps: Map<string, StepState>,
  body: unknown,
  options: EvaluateOptions,
): PremiumAnswer {
  if (body !== undefined && body !== null && !isObject(body))
    throw badRequest("De waarden voor de premie staan per stap.");
  const sent = (body ?? {}) as JsonObject;
  const answers: Record<string, JsonObject> = {};
  for (const step of product.bundle.manifest.steps) {
    const stored = steps.get(step.key)?.data ?? {};
    const given = sent[step.key];
    answers[step.key] = isObject(given) ? withSent(stored, given, step.premium ?? []) : stored;
  }
  const { context } = contextFor(product, answers, options);
  for (const [key, data] of Object.entries(answers))
    answers[key] = activeData(product.bundle.steps[key]?.schema ?? {}, data, context);
  const { underwriting } = contextFor(product, answers, options);
  const { premium } = premiumAnswer(product, underwriting, options.language);
  return { premium: { ...premium, acceptance_questions: questionsOf(product, "acceptance", options.language) } };
}

/** Of a step that is sent, its premium fields come from the body alone: a field that was emptied is empty. */
function withSent(stored: JsonObject, given: JsonObject, fields: string[]): JsonObject {
  const kept = Object.entries(stored).filter(([name]) => !fields.includes(name));
  return { ...Object.fromEntries(kept), ...given };
}
