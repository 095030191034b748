// The texts that are published with the portal's forms, for screens that show them and draw no form. Apart from usePortalForm,
// which brings everything that draws one.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { createIntl } from "react-intl";
import { type ProductMessages, productIndexQuery, sharedTextsQuery } from "#api/wizard/productIndex.ts";
import type { Language, Translator } from "#engine/schema/types.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { useLanguage } from "#widgets/runtime/text.ts";

export function createTranslate(texts: ProductMessages, language: Language): Translator {
  const intl = createIntl({ locale: CONVENTIONS[language].locale, messages: texts as never });
  return (key, values) => (key in texts ? intl.formatMessage({ id: key as never }, values as never) : null);
}

/** The texts that are published with the portal's forms: those of fields and steps that all products share. */
export function useSharedTexts(): Translator {
  const language = useLanguage();
  const index = useQuery(productIndexQuery());
  const { data } = useQuery(sharedTextsQuery(index.data, language));
  return useMemo(() => (data ? createTranslate(data, language) : () => null), [data, language]);
}

/** True while those texts are on their way. */
export function useSharedTextsWait(): boolean {
  const language = useLanguage();
  const index = useQuery(productIndexQuery());
  const texts = useQuery(sharedTextsQuery(index.data, language));
  return index.isLoading || texts.isLoading;
}
