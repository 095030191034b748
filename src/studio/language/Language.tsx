// The language of the studio and of the forms that it draws. It fetches the texts of the app, which it does not import.
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect } from "react";
import { IntlProvider } from "react-intl";
import { useSearchParams } from "react-router";
import { call } from "#api/calls/call.ts";
import type { ProductMessages } from "#api/wizard/productIndex.ts";
import type { Language } from "#engine/schema/types.ts";
import { CONVENTIONS, DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { useSetting } from "../step/setting.ts";

/** What a portal fills in about its provider. */
export const PROVIDER = { provider: "Voorbeeld Verzekeraar", phone: "020 123 45 67", email: "hulp@voorbeeld.example" };

export const textsQuery = () =>
  queryOptions({
    queryKey: ["studio", "texts"],
    queryFn: () => call<Record<Language, ProductMessages>>("GET", "/studio/texts"),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function StudioLanguage({ children }: { children: ReactNode }) {
  const [setting] = useSetting();
  const [search] = useSearchParams();
  const chosenLanguage =
    readLanguage(search.get("ui")) ?? (search.has("language") ? readLanguage(setting.language) : null);
  const language = chosenLanguage ?? readLanguage(localStorage.getItem("studio.ui") ?? "") ?? DEFAULT_LANGUAGE;
  const { locale } = CONVENTIONS[language];
  useLayoutEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const { data: texts } = useSuspenseQuery(textsQuery());
  return (
    <IntlProvider locale={locale} defaultLocale={locale} messages={texts[language] as never} onError={() => undefined}>
      <TextDefaults value={PROVIDER}>{children}</TextDefaults>
    </IntlProvider>
  );
}
