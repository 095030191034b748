// An open wizard on a page of a real browser: the miniature product, its back end in memory, the app's own words. A link
// leads out of it, as any link of the portal does.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createIntl, RawIntlProvider } from "react-intl";
import { Link, MemoryRouter, Route, Routes, useLocation } from "react-router";
import { render } from "vitest-browser-react";
import { toPremium } from "#api/wizardAnswers.ts";
import sharedFr from "#schemas/shared/texts.fr.json";
import sharedNl from "#schemas/shared/texts.nl.json";
import { TextDefaults } from "#widgets/text.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/Toast.tsx";
import { parseDraft } from "#wizard/draft/draft.ts";
import type { Opened } from "#wizard/model/core.ts";
import type { LoadedWizard } from "#wizard/model/load.ts";
import { createSubmitKeys } from "#wizard/model/submitting.ts";
import { OpenWizard } from "#wizard/OpenWizard.tsx";
import fr from "../../../src/app/messages/fr.json";
import nl from "../../../src/app/messages/nl.json";
import { type BackEnd, bundle, existing, memoryVault, questions } from "./miniature.ts";
import "#widgets/styles/index.css";

export type Language = "nl" | "fr";
const catalogues = { nl: { ...sharedNl, ...nl }, fr: { ...sharedFr, ...fr } };
const PRODUCT = { title: "Miniature", "wizard.step.general.title": "General" };
const buildIntl = (language: Language) =>
  createIntl({
    locale: language === "fr" ? "fr-FR" : "nl-NL",
    messages: { ...catalogues[language], ...PRODUCT } as never,
    onError: () => undefined,
  });

/** The words of a text, as this language says them. */
export function wordsIn(language: Language) {
  const intl = buildIntl(language);
  return (key: string, values: Record<string, string> = {}) =>
    String(intl.formatMessage({ id: key as never }, values as never));
}

export interface Shown {
  language?: Language;
  vault?: ReturnType<typeof memoryVault> | null;
  opened?: Partial<Opened>;
  address?: string;
  onStartAnew?: () => void;
}

function loadedFrom(server: BackEnd, { vault = memoryVault(), opened }: Shown): LoadedWizard {
  return {
    opened: { flow: "newRequest", exists: existing, bundle, texts: {}, today: "2026-11-20", ...opened },
    forms: structuredClone(server.forms),
    progress: server.answer(),
    sources: { "closing-questions": { data: questions } },
    // As the calls read it: every member that a screen shows is there.
    api: { ...server.api, premium: async (inputs) => toPremium(await server.api.premium(inputs)) },
    vault,
    draft: parseDraft(vault?.kept ?? null),
    keys: createSubmitKeys("scope", null),
    place: { product: bundle.manifest.key, intermediary: 100245, relation: existing.relation_number },
    icon: "briefcase",
  };
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
export function inPortal(language: Language, content: ReactNode, at = "/wizard") {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RawIntlProvider value={buildIntl(language)}>
        <TextDefaults value={{ provider: "Voorbeeld Verzekeraar", email: "hulp@example.nl" }}>
          <MemoryRouter initialEntries={[at]}>
            <main>
              <Routes>
                <Route path="/wizard" element={content} />
                <Route path="*" element={<h1>elsewhere</h1>} />
              </Routes>
            </main>
            <Link to="/elsewhere">out</Link>
            <Address />
          </MemoryRouter>
          <Toasts />
          <LiveRegion />
        </TextDefaults>
      </RawIntlProvider>
    </QueryClientProvider>
  );
}

export async function showWizard(server: BackEnd, shown: Shown = {}) {
  const { language = "nl", onStartAnew = () => undefined } = shown;
  const wizard = <OpenWizard loaded={loadedFrom(server, shown)} again={false} onStartAnew={onStartAnew} />;
  return render(inPortal(language, wizard, shown.address));
}
