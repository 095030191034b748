// How requests of a product can end otherwise than as asked: which questions and rules refer or decline. The browser's bundle does
// not hold that.
import type { Condition } from "#engine/schema.ts";
import { isJudged } from "#engine/stepKinds.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { type AnswerRule, type Effect, type StoredQuestion, storedQuestions } from "#underwriting/judgement.ts";

export interface ProductEnds {
  /** Of each step whose answers are judged: the questions by what a wrong answer does. */
  steps: Record<string, Record<Effect, number[]>>;
  rules: { name: string; effect: Effect; if: Condition }[];
}

export function findEnds({ bundle, back }: LoadedProduct): ProductEnds {
  const judged = bundle.manifest.steps.filter(isJudged);
  const steps = judged.map(({ key, questions }) => {
    const all: StoredQuestion[] = questions ? storedQuestions(back.questions, questions) : [];
    const having = (effect: Effect) => all.filter((one) => (one.effect ?? "refer") === effect).map(({ id }) => id);
    return [key, { refer: having("refer"), decline: having("decline") }];
  });
  const rules = (back.questions?.answer_rules as AnswerRule[] | undefined) ?? [];
  return {
    steps: Object.fromEntries(steps),
    rules: rules.map(({ name, effect = "refer", if: condition }) => ({ name, effect, if: condition })),
  };
}
