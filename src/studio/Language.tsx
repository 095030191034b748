// The language of the drawn forms. The studio itself speaks English; its server hands it the texts of the app, which it does
// not import.
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { call } from "#api/call.ts";
import type { ProductMessages } from "#api/productIndex.ts";
import { CONVENTIONS, DEFAULT_LANGUAGE, readLanguage } from "#engine/languages.ts";
import type { Language } from "#engine/types.ts";
import { TextDefaults } from "#widgets/text.ts";
import { LanguageSwitch } from "#widgets/ui/LanguageSwitch.tsx";
import { useSetting } from "./setting.ts";

/** What a portal fills in about its provider. */
export const PROVIDER = { provider: "Voorbeeld Verzekeraar", phone: "020 123 45 67", email: "hulp@voorbeeld.example" };

export const textsQuery = () =>
  queryOptions({
    queryKey: ["studio", "texts"],
    queryFn: () => call<Record<Language, ProductMessages>>("GET", "/studio/texts"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function StudioLanguage({ children }: { children: (choice: ReactNode) => ReactNode }) {
  const [setting, change] = useSetting();
  const language = readLanguage(setting.language) ?? DEFAULT_LANGUAGE;
  const { data: texts } = useSuspenseQuery(textsQuery());
  return (
    <IntlProvider
      locale={CONVENTIONS[language].locale}
      defaultLocale={CONVENTIONS[language].locale}
      messages={texts[language] as never}
      onError={() => undefined}
    >
      <TextDefaults value={PROVIDER}>
        {children(<LanguageSwitch onChange={(next) => change({ language: next })} />)}
      </TextDefaults>
    </IntlProvider>
  );
}
