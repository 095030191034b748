// An open wizard on a page of a real browser: a request of its own on the real application (tests/support/pagePortal.ts), the
// app's own words. A link leads out of it, as any link of the portal does.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createIntl, RawIntlProvider } from "react-intl";
import { Link, MemoryRouter, Route, Routes, useLocation } from "react-router";
import { render } from "vitest-browser-react";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { createWizardApi, openRequest } from "#api/wizard/wizard.ts";
import productFr from "#schemas/products/cyber/texts.fr.json";
import productNl from "#schemas/products/cyber/texts.nl.json";
import sharedFr from "#schemas/shared/texts.fr.json";
import sharedNl from "#schemas/shared/texts.nl.json";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/notice/Toast.tsx";
import type { Opened } from "#wizard/model/core.ts";
import { type Draft, parseDraft } from "#wizard/model/drafts/draft.ts";
import { loadWizard } from "#wizard/model/loading/load.ts";
import { createWizard } from "#wizard/model/wizard.ts";
import { OpenWizard } from "#wizard/OpenWizard.tsx";
import { ProductTextsProvider } from "#wizard/texts/ProductTextsProvider.tsx";
import fr from "../../../src/app/messages/fr.json";
import nl from "../../../src/app/messages/nl.json";
import { product, type StepKey } from "./answers.ts";
import { type Given, saveUpTo, withFaults } from "./calls.ts";
import { memoryVault } from "./memory.ts";
import "#widgets/styles/index.css";

export type Language = "nl" | "fr";
const catalogues = { nl: { ...sharedNl, ...productNl, ...nl }, fr: { ...sharedFr, ...productFr, ...fr } };
export const buildIntl = (language: Language) =>
  createIntl({
    locale: language === "fr" ? "fr-FR" : "nl-NL",
    messages: catalogues[language] as never,
    onError: () => undefined,
  });

/** The words of a text in this language. */
export function wordsIn(language: Language) {
  const intl = buildIntl(language);
  return (key: string, values: Record<string, string> = {}) =>
    String(intl.formatMessage({ id: key as never }, values as never));
}

export interface Shown {
  language?: Language;
  /** The steps before this one are saved. */
  at?: StepKey;
  given?: Given;
  vault?: ReturnType<typeof memoryVault> | null;
  /** What this device kept of the request. */
  draft?: Draft["steps"];
  /** What else was found when it opened. */
  opened?: (request: Opened) => Partial<Opened>;
  address?: string;
  onStartAnew?: () => void;
  onGoOn?: (request: number) => void;
}

const route = { product, intermediary: 100245 };

let there: Promise<unknown> | undefined;
/** The first call waits for the application to start: no limit of ours ends it. */
const started = () => {
  there ??= fetch("/products/index.json");
  return there;
};

/** A new request, loaded as the wizard's page loads it. Calls of the wizard may be made to fail. */
export async function loadRequest({ language = "nl", at, given, vault = memoryVault(), draft, opened }: Shown = {}) {
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads the language there
  document.cookie = `language=${language}; path=/`;
  await started();
  const { relation_number: relation } = await openRequest(route);
  await saveUpTo(createWizardApi({ ...route, relation }), at, given);
  const client = new QueryClient();
  const request = await loadWizard(client, { flow: "newRequest", ...route, resume: relation }, language);
  if (vault && draft) await vault.write({ version: 1, relation, open: null, steps: draft });
  const wired = withFaults(request.api);
  const stored = parseDraft(vault?.kept ?? null);
  const loaded = {
    ...request,
    api: wired.api,
    opened: { ...request.opened, ...opened?.(request.opened) },
    vault,
    draft: stored,
  };
  return { ...wired, vault, loaded };
}

/** An open wizard that is not on the page. */
export async function openWizard(shown: Shown = {}) {
  const { loaded } = await loadRequest(shown);
  return createWizard({ ...loaded, translate: () => null });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

/** Leaves the wizard the way a link of the portal does. */
export const leave = () =>
  [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "out")?.click();
export const address = () => document.querySelector("output")?.textContent;

/** Anything of the wizard's, with the words of a language and an address. */
export function inPortal(language: Language, content: ReactNode, path = "/wizard") {
  return inProviders(
    language,
    <MemoryRouter initialEntries={[path]}>
      <main>
        <Routes>
          <Route path="/wizard" element={content} />
          <Route path="*" element={<h1>elsewhere</h1>} />
        </Routes>
      </main>
      <Link to="/elsewhere">out</Link>
      <Address />
    </MemoryRouter>,
  );
}

/** Content that has a router of its own. */
export const inProviders = (language: Language, content: ReactNode) => (
  <QueryClientProvider client={createQueryClient()}>
    <RawIntlProvider value={buildIntl(language)}>
      <TextDefaults value={{ provider: "Voorbeeld Verzekeraar", email: "hulp@example.nl" }}>
        {content}
        <Toasts />
        <LiveRegion />
      </TextDefaults>
    </RawIntlProvider>
  </QueryClientProvider>
);

export async function showWizard(shown: Shown = {}) {
  const { language = "nl", onStartAnew = () => undefined, onGoOn = () => undefined } = shown;
  const request = await loadRequest(shown);
  const { texts, bundle } = request.loaded.opened;
  const screen = await render(
    inPortal(
      language,
      <ProductTextsProvider texts={texts} values={bundle.manifest.text_values}>
        <OpenWizard loaded={request.loaded} again={false} onStartAnew={onStartAnew} onGoOn={onGoOn} />
      </ProductTextsProvider>,
      shown.address,
    ),
  );
  return { ...request, ...screen };
}
