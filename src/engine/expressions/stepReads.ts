// Which other steps the expressions of a step read: their answers decide what the step shows and whether it is valid.
import { oncePer } from "../schema/oncePer.ts";
import type { Expression, Schema } from "../schema/schema.ts";
import { visitSchema } from "../schema/schemaVisitor.ts";
import { answerRules } from "./breach.ts";
import { pathSegments, readsIn } from "./paths.ts";

interface StepReads {
  /** The steps, and `facts`. */
  steps: ReadonlySet<string>;
  /** Whether a field starts with an answer of one of them. */
  starts: boolean;
}

const namesOfSteps = (...expressions: (Expression | undefined)[]): string[] =>
  expressions
    .flatMap((expression) => readsIn(expression ?? 0))
    .flatMap((path) => (path.startsWith(".") ? [] : pathSegments(path).slice(0, 1)));

export const stepReads = oncePer((schema: Schema): StepReads => {
  const steps = new Set<string>();
  let starts = false;
  visitSchema(schema, ({ schema: field }) => {
    const names = namesOfSteps(field.startsWith);
    starts ||= names.length > 0;
    for (const name of [...names, ...namesOfSteps(field.computed, ...answerRules(field).map(({ rule }) => rule))])
      steps.add(name);
  });
  return { steps, starts };
});
