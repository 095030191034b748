// What each step looks like now, made once for the same meta and the same lists: a step that stays the same keeps its
// schema's identity, so that its form is not drawn again.
import { type Presented, present } from "#engine/present.ts";
import type { Lists, ProductBundle, StepForm, Translate } from "#engine/types.ts";
import { type Features, withFeatures } from "./offered.ts";

interface Facts {
  form: StepForm;
  lists: Lists;
  defaults: Record<string, string | number>;
  features: Features;
}

export function createPresenter(
  { bundle, today }: { bundle: ProductBundle; today: string },
  translate: Translate,
  factsOf: (key: string) => Facts,
): (key: string) => Presented {
  const shown = new Map<string, Facts & { presented: Presented }>();
  return (key) => {
    const { form, lists, defaults, features } = factsOf(key);
    const known = shown.get(key);
    const same = known?.form.meta === form.meta && known.lists === lists && known.features === features;
    if (known && same) return known.presented;
    const presented = present(bundle.steps[key] ?? { schema: { type: "object" }, ui: {} }, {
      step: key,
      meta: withFeatures(form.meta, features),
      lists,
      features: {},
      today,
      translate,
      values: bundle.manifest.text_values,
      defaults,
    });
    shown.set(key, { form, lists, defaults, features, presented });
    return presented;
  };
}
