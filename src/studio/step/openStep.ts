// One step of the preview: the engine's own session over a case of the testers or a step of a whole request, with the lists of
// the product and the server's meta of such a request. The same engine as in the wizard.

import { withComputed } from "#engine/answers/computedAnswers.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { errorPresentation } from "#engine/form/errorPresentation.ts";
import { FormSession } from "#engine/form/session.ts";
import { FACTS, withFacts } from "#engine/rules/facts.ts";
import type {
  Answers,
  EvaluationContext,
  FlowName,
  Language,
  Lists,
  RequestAnswers,
  StepMeta,
  StepSource,
} from "#engine/schema/types.ts";
import { type ResolvedLists, resolveLists } from "#engine/steps/lists.ts";
import { labelRecords } from "#engine/texts/answerWords.ts";
import { type PresentedForm, present } from "#engine/texts/present.ts";
import { textValues } from "#engine/texts/textValues.ts";
import { DEFAULT_LANGUAGE, inEachLanguage } from "#engine/values/languages.ts";
import type { PreviewProduct } from "../data.ts";
import type { Words } from "../language/words.ts";
import type { PreviewCase } from "../server/previewCases.ts";
import type { Origin, Setting } from "./setting.ts";

/** What a step is opened with: a case, or what a whole request answers in it. */
export interface Start {
  origin: Origin;
  data: Answers;
  context: PreviewCase["context"];
  /** Null if the expected result is unknown. */
  expect: PreviewCase["expect"] | null;
  flow: FlowName;
  meta: Partial<Record<Language, StepMeta>>;
}

export interface OpenStep {
  /** Another number is another form on the page. */
  serial: number;
  step: string;
  source: StepSource;
  flow: FlowName;
  session: FormSession;
  /** Lists of the chosen language. The values are the same in both. */
  context(): EvaluationContext;
  presented(language: Language): PresentedForm;
  /** Replaces the answer of the premium call, which lists take prices from. */
  setPrices(answered: Record<Language, unknown>): void;
  /** The contract on answers as they are, without pruning, with what is computed of them: how a case is judged. */
  judge(data: Answers): ReturnType<FormSession["errors"]>;
}

let opened = 0;
const NOTHING: StepSource = { schema: { type: "object" }, ui: {} };

export function openStep(
  product: PreviewProduct,
  words: Record<Language, Words>,
  step: string,
  { setting, ...given }: Start & { setting?: Setting },
): OpenStep {
  const chosen = setting ? { ...given, context: setContext(given, setting) } : given;
  const { data } = chosen;
  const { bundle } = product;
  const source = bundle.steps[step] ?? NOTHING;
  const contract = bundle.contracts[step] ?? (() => []);
  const { today } = chosen.context;
  const computed = withFacts(bundle.manifest, chosen.context.answers ?? {}, today);
  const before = { ...computed, [FACTS]: { ...computed[FACTS], ...chosen.context.facts } };
  let prices: Partial<Record<Language, unknown>> = {};
  let now = resolve(data);
  let shown: Partial<Record<Language, PresentedForm>> = {};

  function resolve(answers: Answers) {
    const all = withFacts(bundle.manifest, { ...chosen.context.answers, [step]: answers }, today);
    return inEachLanguage((language) => {
      const { lists: offered, defaults } = listsIn(product, language, { chosen, prices }, all);
      const shownLists = Object.entries(offered).filter(([name]) => !setting?.absent.includes(name));
      const lists = Object.fromEntries(shownLists);
      const { translate } = words[language];
      const from = { bundle, answers: all, lists, translate, language };
      const labelled = labelRecords(from);
      return { lists: labelled, defaults, values: textValues({ ...from, lists: labelled }, today) };
    });
  }
  const context = (): EvaluationContext => ({ today, lists: now[DEFAULT_LANGUAGE].lists, answers: before });
  function presented(language: Language): PresentedForm {
    const cached = shown[language];
    if (cached) return cached;
    const meta = chosen.meta[language];
    const made = present(source, {
      step,
      meta: { ...meta, disabled: [...(meta?.disabled ?? []), ...(setting?.locked ?? [])] },
      lists: now[language].lists,
      answers: before,
      today,
      translate: words[language].translate,
      values: now[language].values,
      defaults: now[language].defaults,
    });
    shown = { ...shown, [language]: made };
    return made;
  }
  const session = new FormSession({
    step,
    contract,
    context,
    data,
    schema: () => presented(DEFAULT_LANGUAGE).schema,
    presentation: errorPresentation(source.ui),
  });
  const renewLists = () => {
    const next = resolve(session.active());
    if (sameValue(now[DEFAULT_LANGUAGE], next[DEFAULT_LANGUAGE])) return;
    now = next;
    shown = {};
    session.contextChanged();
  };
  session.subscribeAll(renewLists);
  const setPrices = (answered: Record<Language, unknown>) => {
    prices = answered;
    renewLists();
  };
  const compute = (given: Answers) => withComputed(presented(DEFAULT_LANGUAGE).schema, given, context());
  const judge = (given: Answers) => contract(compute(given), context());
  const flow = setting?.flow || chosen.flow;
  return { serial: ++opened, step, source, flow, session, context, presented, setPrices, judge };
}

function setContext({ context, meta }: Start, { today, allowed }: Setting): Start["context"] {
  const set = Object.fromEntries(allowed.map((name) => [name, true]));
  return {
    ...context,
    today: today || context.today,
    facts: { ...meta[DEFAULT_LANGUAGE]?.features, ...context.facts, ...set },
  };
}

/** A case may bring lists of its own: alone, or with `$from` beside the product's. */
function listsIn(
  product: PreviewProduct,
  language: Language,
  { chosen, prices }: { chosen: Start; prices: Partial<Record<Language, unknown>> },
  answers: RequestAnswers,
): ResolvedLists {
  const caseLists = chosen.context.lists;
  const sources = {
    ...product.sources[language],
    ...(prices[language] !== undefined && { premium: prices[language] }),
  };
  const resolved = resolveLists(product.bundle.manifest, sources, answers, chosen.context.today);
  if (!caseLists) return resolved;
  const { $from, ...given } = caseLists;
  return { ...resolved, lists: ($from === undefined ? given : { ...resolved.lists, ...given }) as Lists };
}
