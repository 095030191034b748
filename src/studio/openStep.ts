// One step of the preview: the engine's own session over a case of the testers, with the sample lists of the development
// server. The same engine as in the wizard; only the server's meta is missing, because there is no request.
import { errorPresentation } from "#engine/errorPresentation.ts";
import { sameValue } from "#engine/formValues.ts";
import { DEFAULT_LANGUAGE, inEachLanguage } from "#engine/languages.ts";
import { type ResolvedLists, resolveLists } from "#engine/lists.ts";
import { type Presented, present } from "#engine/present.ts";
import { createFormSession, type FormSession } from "#engine/session.ts";
import type { Answers, EvaluationContext, Language, Lists, RequestAnswers, StepSource } from "#engine/types.ts";
import type { PreviewCase, PreviewProduct } from "./data.ts";
import type { Setting } from "./setting.ts";
import type { Words } from "./words.ts";

export interface OpenStep {
  /** Another number is another form on the page. */
  serial: number;
  step: string;
  source: StepSource;
  session: FormSession;
  /** Lists of the chosen language; the values are the same in both. */
  context(): EvaluationContext;
  presented(language: Language): Presented;
  /** The contract on answers as they are, without pruning: how a case is judged. */
  judge(data: Answers): ReturnType<FormSession["errors"]>;
}

let opened = 0;
const NOTHING: StepSource = { schema: { type: "object" }, ui: {} };

export function openStep(
  product: PreviewProduct,
  words: Record<Language, Words>,
  step: string,
  { setting, ...given }: PreviewCase & { setting?: Setting },
): OpenStep {
  const chosen = setting ? { ...given, context: setContext(given.context, setting) } : given;
  const absent = new Set(setting?.absent);
  const { data } = chosen;
  const { bundle } = product;
  const source = bundle.steps[step] ?? NOTHING;
  const contract = bundle.contracts[step] ?? (() => []);
  const { today, features = {} } = chosen.context;
  let now = resolve(data);
  let shown: Partial<Record<Language, Presented>> = {};

  function resolve(answers: Answers): Record<Language, ResolvedLists> {
    const all = { ...chosen.context.answers, [step]: answers };
    return inEachLanguage((language) => without(listsIn(product, language, chosen, all), absent));
  }
  const context = (): EvaluationContext => ({ today, lists: now[DEFAULT_LANGUAGE].lists, features });
  function presented(language: Language): Presented {
    const known = shown[language];
    if (known) return known;
    const made = present(source, {
      step,
      meta: { features, disabled: [...(setting?.locked ?? [])] },
      lists: now[language].lists,
      features,
      today,
      translate: words[language].translate,
      values: bundle.manifest.text_values,
      defaults: now[language].defaults,
    });
    shown = { ...shown, [language]: made };
    return made;
  }
  const session = createFormSession({
    step,
    contract,
    context,
    data,
    schema: () => presented(DEFAULT_LANGUAGE).schema,
    presentation: errorPresentation(source.ui),
  });
  session.subscribeAll(() => {
    const next = resolve(session.active());
    if (sameValue(now[DEFAULT_LANGUAGE].lists, next[DEFAULT_LANGUAGE].lists)) return;
    now = next;
    shown = {};
    session.contextChanged();
  });
  opened += 1;
  const judge = (answers: Answers) => contract(answers, context());
  return { serial: opened, step, source, session, context, presented, judge };
}

const setContext = (context: PreviewCase["context"], { today, allowed }: Setting): PreviewCase["context"] => ({
  ...context,
  today: today || context.today,
  features: { ...context.features, ...Object.fromEntries(allowed.map((name) => [name, true])) },
});

const without = (resolved: ResolvedLists, absent: ReadonlySet<string>): ResolvedLists => ({
  ...resolved,
  lists: Object.fromEntries(Object.entries(resolved.lists).filter(([name]) => !absent.has(name))),
});

/** A case may bring lists of its own: alone, or with `$from` beside the product's. */
function listsIn(
  product: PreviewProduct,
  language: Language,
  chosen: PreviewCase,
  answers: RequestAnswers,
): ResolvedLists {
  const own = chosen.context.lists;
  const resolved = resolveLists(product.bundle.manifest, product.sources[language], answers);
  if (!own) return resolved;
  const { $from, ...given } = own;
  return { ...resolved, lists: ($from === undefined ? given : { ...resolved.lists, ...given }) as Lists };
}
