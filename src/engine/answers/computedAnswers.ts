// Answers with and without the values of computed fields: what a broker gave is sent and compared without them.

import { computedFields, findComputed } from "../expressions/computed.ts";
import { valueAt } from "../fields/fieldPath.ts";
import { sameValue, withValue } from "../fields/formValues.ts";
import { countAnswers, FACTS } from "../rules/facts.ts";
import type { Schema } from "../schema/schema.ts";
import { isRecordsList } from "../schema/schemaTree.ts";
import type { Answers, EvaluationContext, ProductBundle, RequestAnswers } from "../schema/types.ts";
import { activeData } from "./activeData.ts";

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

/** Returns the answers that count of every step, with their facts. A computed field may read those of earlier steps. */
const activeRequest = ({ manifest, steps }: Product, rawAnswers: RequestAnswers, context: EvaluationContext) =>
  countAnswers(manifest, rawAnswers, context.today, (key, data, answers) =>
    activeData(steps[key]?.schema ?? {}, data, { ...context, answers }),
  );

type Product = Pick<ProductBundle, "manifest" | "steps">;

/** Returns the answers that count with the terms for them. `find` returns the terms, and is called once when all answers count. */
export function settleRequest<Terms extends { context: EvaluationContext }>(
  product: Product,
  rawAnswers: RequestAnswers,
  find: (answers: RequestAnswers) => Terms,
): { answers: RequestAnswers; terms: Terms } {
  const first = find(rawAnswers);
  const answers = activeRequest(product, rawAnswers, first.context);
  // `find` derives the facts itself.
  const { [FACTS]: _derived, ...counting } = answers;
  if (sameValue(rawAnswers, counting)) return { answers, terms: first };
  const terms = find(answers);
  const { manifest, steps } = product;
  const chooses = Object.keys(terms.context.lists).some(isRecordsList);
  const computes =
    chooses || manifest.facts || Object.values(steps).some(({ schema }) => computedFields(schema).length > 0);
  if (!computes) return { answers, terms };
  // A list, a feature or a price may read a computed value, which the first pass did not have.
  const settled = activeRequest(product, rawAnswers, terms.context);
  return { answers: settled, terms: sameValue(answers, settled) ? terms : find(settled) };
}
