// The language of the drawn forms. The studio itself speaks English; its server hands it the texts of the app, which it does
// not import.
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IntlProvider } from "react-intl";
import { useSearchParams } from "react-router";
import { call } from "#api/call.ts";
import type { ProductMessages } from "#api/productIndex.ts";
import { CONVENTIONS, readLanguageTag } from "#engine/languages.ts";
import type { Language } from "#engine/types.ts";
import { TextDefaults } from "#widgets/text.ts";
import { LanguageSwitch } from "#widgets/ui/LanguageSwitch.tsx";

/** What a portal fills in about its provider. */
export const PROVIDER = { provider: "Voorbeeld Verzekeraar", phone: "020 123 45 67", email: "hulp@voorbeeld.example" };

export const textsQuery = () =>
  queryOptions({
    queryKey: ["studio", "texts"],
    queryFn: () => call<Record<Language, ProductMessages>>("GET", "/studio/texts"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function StudioLanguage({ children }: { children: (choice: ReactNode) => ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const [language, setLanguage] = useState<Language>(readLanguageTag(search.get("language") ?? ""));
  const { data: texts } = useSuspenseQuery(textsQuery());
  const choose = (next: Language) => {
    setLanguage(next);
    setSearch((before) => ({ ...Object.fromEntries(before), language: next }), { replace: true });
  };
  return (
    <IntlProvider
      locale={CONVENTIONS[language].locale}
      defaultLocale={CONVENTIONS[language].locale}
      messages={texts[language] as never}
      onError={() => undefined}
    >
      <TextDefaults value={PROVIDER}>{children(<LanguageSwitch onChange={choose} />)}</TextDefaults>
    </IntlProvider>
  );
}
