// The words of one language outside a component, because the studio shows both languages at once. A missing text is shown by its key.

import { createIntl } from "react-intl";
import type { Language, Translator } from "#engine/schema/types.ts";
import { keyIn, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { constantValues } from "#engine/texts/answersInTexts.ts";
import { CONVENTIONS, inEachLanguage } from "#engine/values/languages.ts";
import type { Text, TextValues } from "#widgets/runtime/text.ts";
import { translateWith } from "#wizard/texts/useTranslate.ts";
import type { PreviewProduct } from "../data.ts";
import { PROVIDER } from "./Language.tsx";

export interface Words {
  language: Language;
  messages: Readonly<Record<string, unknown>>;
  /** Values that every text may name. */
  defaults: TextValues;
  text: Text;
  has(key: string): boolean;
  translate: Translator;
}

function wordsIn(language: Language, messages: Record<string, unknown>, values: TextValues = {}): Words {
  const intl = createIntl({
    locale: CONVENTIONS[language].locale,
    defaultLocale: CONVENTIONS[language].locale,
    messages: messages as never,
    onError: () => undefined,
  });
  const defaults: TextValues = { ...PROVIDER, ...values };
  const has = (key: string) => key in messages;
  return {
    language,
    messages,
    defaults,
    has,
    text(key, givenValues) {
      if (!has(key)) return key;
      return String(intl.formatMessage({ id: key as never }, { ...defaults, ...givenValues } as never));
    },
    translate: translateWith(intl, language, defaults),
  };
}

/** Undefined: the step has none. */
export function findStepTitle(words: Words, step: string): string | undefined {
  const key = keyIn(words.has, stepTextKeys(step, "title"));
  return words.has(key) ? words.text(key) : undefined;
}

export function buildWords({ bundle, messages }: PreviewProduct): Record<Language, Words> {
  const values = constantValues(bundle.manifest) as TextValues;
  return inEachLanguage((language) => wordsIn(language, messages[language], values));
}
