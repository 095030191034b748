// The wizard's own screen around the same form: steps, sidebar and premium, and the draft that is kept on this device. Real but
// for its calls, which answer what a server answered when the page was built.

import * as recorded from "virtual:bench-wizard";
import { QueryClientProvider } from "@tanstack/react-query";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { openDraft } from "#api/drafts/openDraft.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import * as read from "#api/wizard/wizardAnswers.ts";
import { loadTexts } from "#app/language/language.ts";
import { toBundle } from "#engine/rules/contract.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/notice/Toast.tsx";
import { parseDraft } from "#wizard/model/drafts/draft.ts";
import type { LoadedWizard } from "#wizard/model/loading/load.ts";
import { createSubmitKeys } from "#wizard/model/sending/submitKeys.ts";
import { OpenWizard } from "#wizard/OpenWizard.tsx";
import { ProductTextsProvider } from "#wizard/texts/ProductTextsProvider.tsx";
import { loadContract, STEP } from "./contract.ts";
import { buildSchema, buildUiSchema } from "./forms.ts";
import { answers, draw, form, formName } from "./page.ts";

/** The step that the bench's form replaces. */
const REPLACED = "company-data";
const rename = <T,>(steps: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(steps).map(([key, step]) => [key === REPLACED ? STEP : key, step]));

async function buildBundle() {
  const { manifest, steps, contracts, conditions } = recorded;
  const replaced = manifest.steps.map((step) =>
    step.key === REPLACED ? { key: STEP, kind: "form" as const, sidebar: step.sidebar } : step,
  );
  return toBundle(
    {
      manifest: { ...manifest, steps: replaced },
      steps: { ...rename(steps), [STEP]: { schema: buildSchema(form), ui: buildUiSchema(form) } },
      contracts: { ...rename(contracts), [STEP]: await loadContract(formName) },
      conditions,
    },
    "bench",
  );
}

/** Compiled, as all texts are: a plain one throws an error each time it is written. */
const compiled = (value: string) => [{ type: 0, value }];
const WORDS = {
  [`wizard.step.${STEP}.title`]: compiled("Company"),
  [`wizard.step.${STEP}.intro`]: compiled("About the company."),
};
const recordedAnswers = recorded.answers;
const progress = read.toProgress(recordedAnswers.progress);
const refused = () => Promise.reject(new Error("The bench sends nothing."));
const api: WizardApi = {
  forms: async () => read.toForms(recordedAnswers.forms),
  progress: async () => progress,
  professions: async () => read.toProfessions(recordedAnswers.professions),
  questions: async (which) => read.toQuestions(recordedAnswers[which]),
  premium: async () => read.toPremium(recordedAnswers.premium),
  save: refused,
  submit: refused,
};

async function load(): Promise<LoadedWizard> {
  const forms = rename((await api.forms()).data);
  const { exists } = recordedAnswers;
  const owner = { user: "bench", key: null, scope: `bench/${formName}`, parse: parseDraft };
  const bundle = await buildBundle();
  return {
    opened: {
      flow: "newRequest",
      exists,
      bundle,
      texts: { ...recorded.texts, ...WORDS },
      today: "2026-11-20",
      language: "nl",
    },
    forms: { ...forms, [STEP]: { data: answers, meta: { revision: 0 } } },
    progress: { ...progress, data: rename(progress.data) },
    sources: {
      professions: await api.professions(),
      acceptance: await api.questions("acceptance"),
      "closing-questions": await api.questions("closing-questions"),
    },
    api,
    vault: await openDraft(owner),
    draft: null,
    keys: createSubmitKeys("bench", null),
    place: { product: bundle.manifest.key, intermediary: exists.intermediary_number, relation: exists.relation_number },
    icon: bundle.manifest.icon,
    offered: null,
  };
}

const [messages, loaded] = await Promise.all([loadTexts("nl"), load()]);

draw(
  <QueryClientProvider client={createQueryClient()}>
    <IntlProvider locale={CONVENTIONS.nl.locale} defaultLocale={CONVENTIONS.nl.locale} messages={messages as never}>
      <MemoryRouter>
        <TextDefaults value={{ provider: "Voorbeeld Verzekeraar" }}>
          <ProductTextsProvider texts={loaded.opened.texts} values={loaded.opened.bundle.manifest.text_values}>
            <OpenWizard again={false} loaded={loaded} onStartAnew={() => undefined} onGoOn={() => undefined} />
          </ProductTextsProvider>
        </TextDefaults>
      </MemoryRouter>
      <Toasts />
      <LiveRegion />
    </IntlProvider>
  </QueryClientProvider>,
);
