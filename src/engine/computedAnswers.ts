// Answers with and without the values of computed fields: what a broker gave is sent and compared without them.
import { activeData } from "./activeData.ts";
import { computedFields, findComputed } from "./expressions/computed.ts";
import { valueAt } from "./fieldPath.ts";
import { sameValue, withValue } from "./formValues.ts";
import type { Schema } from "./schema.ts";
import type { Answers, EvaluationContext, RequestAnswers, StepSource } from "./types.ts";

/** Returns the same object when the step computes nothing. */
export const withoutComputed = (schema: Schema, data: Answers): Answers =>
  findComputed(schema, data).reduce<Answers>((rest, path) => withValue(rest, path, undefined), data);

/** Returns all answers, also those that do not count, with the values of the computed fields that count. */
export function withComputed(schema: Schema, data: Answers, context: EvaluationContext): Answers {
  if (computedFields(schema).length === 0) return data;
  const active = activeData(schema, data, context);
  return findComputed(schema, active).reduce<Answers>(
    (all, path) => withValue(all, path, valueAt(active, path)),
    withoutComputed(schema, data),
  );
}

/** Returns the answers that count of every step. A computed field may read those of earlier steps. */
function activeRequest(
  steps: Record<string, StepSource>,
  given: RequestAnswers,
  context: EvaluationContext,
): RequestAnswers {
  const answers: RequestAnswers = {};
  for (const [key, data] of Object.entries(given))
    answers[key] = activeData(steps[key]?.schema ?? {}, data, { ...context, answers });
  return answers;
}

/**
 * Returns the answers that count with what holds for them. `given` is in the order of the steps. `find` returns what
 * holds for answers, and is called once when all of them count.
 */
export function settleRequest<Facts extends { context: EvaluationContext }>(
  steps: Record<string, StepSource>,
  given: RequestAnswers,
  find: (answers: RequestAnswers) => Facts,
): { answers: RequestAnswers; facts: Facts } {
  const first = find(given);
  const answers = activeRequest(steps, given, first.context);
  if (sameValue(given, answers)) return { answers, facts: first };
  const facts = find(answers);
  const computes = Object.values(steps).some(({ schema }) => computedFields(schema).length > 0);
  if (!computes) return { answers, facts };
  // A list, a feature or a price may read a computed value, which the first pass did not have.
  const settled = activeRequest(steps, given, facts.context);
  return { answers: settled, facts: find(settled) };
}
