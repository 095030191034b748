// How present() finds its words: texts of the open product, then of the app. Days among the values are written as the
// language does, and a label that contains a document's link gets the name of that link, since a label is plain text here.

import { useContext } from "react";
import { type IntlShape, useIntl } from "react-intl";
import type { Language, Translator } from "#engine/schema/types.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { TextDefaults, type TextValues, useLanguage } from "#widgets/runtime/text.ts";

export function useTranslate(): Translator {
  const intl = useIntl();
  const language = useLanguage();
  return translateWith(intl, language, useContext(TextDefaults));
}

export function translateWith(intl: IntlShape, language: Language, defaults: TextValues): Translator {
  const written = (value: unknown) =>
    typeof value === "string" && isCalendarDay(value) ? formatDate(value, language) : value;
  const translate: Translator = (key, values = {}) => {
    if (!(key in intl.messages)) return null;
    const writtenValues = Object.entries(values).map(([name, value]) => [name, written(value)]);
    const link = key.endsWith(".label") ? translate(key.replace(/label$/, "link")) : null;
    const all = { ...defaults, ...(link === null ? {} : { link }), ...Object.fromEntries(writtenValues) };
    return intl.formatMessage({ id: key as never }, all as never);
  };
  return translate;
}
