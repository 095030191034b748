// The presentation of each step of the open wizard with its choices and texts.
import { sameValue } from "#engine/fields/formValues.ts";
import type { EvaluationContext, ProductBundle, StepForm, Translator } from "#engine/schema/types.ts";
import { type PresentedForm, present } from "#engine/texts/present.ts";
import type { Choices } from "./lists.ts";

interface StepChoices {
  meta: StepForm["meta"];
  choices: Choices;
}

/**
 * What each step looks like, made once for the same meta and the same lists: a step that stays the same keeps its schema's
 * identity, also when a list changed that it does not show, so that its form is not drawn again.
 */
export function createPresenter(
  { bundle, today }: { bundle: ProductBundle; today: string },
  translate: Translator,
  read: (key: string) => StepChoices,
  context: (key: string) => EvaluationContext,
): (key: string) => PresentedForm {
  const shown = new Map<string, StepChoices & { presented: PresentedForm }>();
  return (key) => {
    const { meta, choices } = read(key);
    const cached = shown.get(key);
    if (cached?.meta === meta && cached.choices === choices) return cached.presented;
    const made = present(bundle.steps[key] ?? { schema: { type: "object" }, ui: {} }, {
      step: key,
      meta,
      lists: choices.lists,
      answers: context(key).answers,
      today,
      translate,
      values: choices.values,
      defaults: choices.defaults,
    });
    const presented = cached && sameValue(cached.presented, made) ? cached.presented : made;
    shown.set(key, { meta, choices, presented });
    return presented;
  };
}
