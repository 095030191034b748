// Gives the whole app its language, texts and the provider's name. A change goes through `useSwitchLanguage`, which
// stores it, forgets what the server said in the old language and returns to the dashboard (spec: portal 4).
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useMemo, useState } from "react";
import { IntlProvider } from "react-intl";
import type { Language } from "#engine/types.ts";
import { TextDefaults } from "#widgets/text.ts";
import { loadTexts, locales, storedLanguage, storeLanguage } from "./language.ts";
import { readProvider } from "./provider.ts";

const CurrentLanguage = createContext<Language>("nl");
const ChangeLanguage = createContext<(language: Language) => void>(() => undefined);

export const useLanguage = (): Language => useContext(CurrentLanguage);
export const useChangeLanguage = () => useContext(ChangeLanguage);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => storedLanguage() ?? "nl");
  const texts = use(loadTexts(language));
  const defaults = useMemo(() => ({ ...readProvider(language) }), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const queries = useQueryClient();
  const change = useMemo(
    () => (next: Language) => {
      storeLanguage(next);
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "profile" && !query.isActive() });
      startTransition(() => setLanguage(next));
      void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== "profile" });
    },
    [queries],
  );
  return (
    <CurrentLanguage value={language}>
      <ChangeLanguage value={change}>
        <IntlProvider
          locale={locales[language]}
          defaultLocale="nl-NL"
          messages={texts as never}
          onError={reportMissing}
        >
          <TextDefaults value={defaults}>{children}</TextDefaults>
        </IntlProvider>
      </ChangeLanguage>
    </CurrentLanguage>
  );
}

function reportMissing(error: Error): void {
  if (import.meta.env.DEV) console.error(error.message);
}
