// Texts for widgets: those of the open form first, then the app's. A missing text shows as its key and throws nothing.
// The content check reports it before a broker can see it.
import { createContext, useCallback, useContext } from "react";
import { useIntl } from "react-intl";
import type { Translator } from "#engine/schema/types.ts";
import { type Language, readLanguageTag } from "#engine/values/languages.ts";

export type TextValues = Record<string, string | number | boolean | Date | null | undefined>;
export type Text = (key: string, values?: TextValues) => string;

/** An id of the app's catalogue: a wrong one is a compile error where `useMessage` is used. */
export type MessageId = FormatjsIntl.Message extends { ids: infer Ids extends string } ? Ids : string;

/** Values that many texts name and no caller should have to pass: the provider's name, phone and e-mail. */
export const TextDefaults = createContext<TextValues>({});

/** The provider's name and help lines, or empty where the page does not give them. */
export function useProvider() {
  const { provider, phone, email } = useContext(TextDefaults);
  return { provider: String(provider ?? ""), phone: String(phone ?? ""), email: String(email ?? "") };
}

/** Texts of a form of the portal itself. The wizard adds a product's texts to the catalogue instead. */
export const FormTexts = createContext<Translator>(() => null);

export function useText(): Text {
  const intl = useIntl();
  const formText = useContext(FormTexts);
  const defaults = useContext(TextDefaults);
  return useCallback(
    (key, fieldValues) => {
      const values = { ...defaults, ...fieldValues };
      const mine = formText(key, values);
      if (mine !== null) return mine;
      return key in intl.messages ? intl.formatMessage({ id: key as never }, values as never) : key;
    },
    [intl, formText, defaults],
  );
}

const MARK = "\u0000";

/** A text in two parts, around the place of one of its values: an element goes between them. Undefined: it has no such place. */
export function splitText(text: Text, key: string, name: string): [before: string, after: string | undefined] {
  const [before = "", after] = text(key, { [name]: MARK }).split(MARK);
  return [before, after];
}

/** The same for screens: only ids of the catalogue. */
export const useMessage = useText as () => (id: MessageId, values?: TextValues) => string;

/** Whether there is a text for the key at all, for texts that are optional by convention. */
export function useHasText(): (key: string) => boolean {
  const intl = useIntl();
  const formText = useContext(FormTexts);
  return useCallback((key) => formText(key) !== null || key in intl.messages, [intl, formText]);
}

export function useLanguage(): Language {
  return readLanguageTag(useIntl().locale);
}
