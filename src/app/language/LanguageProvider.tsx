// Gives the whole app its language, texts and the provider's name. A change drops cached answers in the old
// language. The user's own choice is stored, the profile's language is not (spec: portal 4, decisions 55).
import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useMemo, useState } from "react";
import { IntlProvider } from "react-intl";
import { refreshQueries } from "#api/calls/changes.ts";
import { CONVENTIONS, DEFAULT_LANGUAGE, type Language, nameLanguage } from "#engine/values/languages.ts";
import { TextDefaults, useMessage } from "#widgets/runtime/text.ts";
import { useAnnounced } from "#widgets/ui/LiveRegion.tsx";
import { readProvider } from "../provider.ts";
import { firstLanguage, loadTexts, storedLanguage, storeLanguage } from "./language.ts";

interface Changes {
  /** The user's own choice. */
  choose(language: Language): void;
  /** The profile's language, if the user did not choose one in this browser. */
  follow(language: Language): void;
}

const nothing = () => undefined;
const ChangeLanguage = createContext<Changes>({ choose: nothing, follow: nothing });

export const useChangeLanguage = () => useContext(ChangeLanguage).choose;
export const useFollowLanguage = () => useContext(ChangeLanguage).follow;

/** The response of a query in one language. Only the profile is the same in every language. */
const hasLanguage = ({ queryKey }: Query) => queryKey[0] !== "profile";

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const texts = use(loadTexts(language));
  const defaults = useMemo(() => ({ ...readProvider(language) }), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const queries = useQueryClient();
  const changes = useMemo(() => {
    const change = (next: Language) => {
      startTransition(() => setLanguage(next));
      void refreshQueries(queries, hasLanguage);
    };
    const choose = (next: Language) => {
      storeLanguage(next);
      change(next);
    };
    const follow = (next: Language) => {
      if (!storedLanguage() && next !== document.documentElement.lang) change(next);
    };
    return { choose, follow };
  }, [queries]);
  return (
    <ChangeLanguage value={changes}>
      <IntlProvider
        locale={CONVENTIONS[language].locale}
        defaultLocale={CONVENTIONS[DEFAULT_LANGUAGE].locale}
        messages={texts as never}
        onError={reportMissing}
      >
        <TextDefaults value={defaults}>
          {children}
          <AnnouncedLanguage language={language} />
        </TextDefaults>
      </IntlProvider>
    </ChangeLanguage>
  );
}

/** The focus stays where it is, so the new language is announced, in that language. */
function AnnouncedLanguage({ language }: { language: Language }) {
  const text = useMessage();
  useAnnounced(language, text("portal.language.current", { language: nameLanguage(language) }));
  return null;
}

function reportMissing(error: Error): void {
  if (import.meta.env.DEV) console.error(error.message);
}
