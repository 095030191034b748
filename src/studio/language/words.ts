// The words of one language outside a component, because the studio shows both languages at once. What a text
// lacks (the text itself, a value it names) is collected instead of hidden.

import { createIntl } from "react-intl";
import type { FieldError, Language, Translator } from "#engine/schema/types.ts";
import { keyIn, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { constantValues } from "#engine/texts/answersInTexts.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import { CONVENTIONS, inEachLanguage } from "#engine/values/languages.ts";
import type { Text, TextValues } from "#widgets/runtime/text.ts";
import { formatErrorLine } from "#widgets/templates/ErrorSummary.tsx";
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
  /** What went wrong while texts were made since the last call. */
  problems(): string[];
}

export interface Sentence {
  /** Name of the field. Empty when it has none. */
  label: string;
  text: string;
  /** Text key of the message. Absent for the server's own words. */
  key: string | undefined;
  problem: string | null;
}

function wordsIn(language: Language, messages: Record<string, unknown>, values: TextValues = {}): Words {
  let problems: string[] = [];
  const intl = createIntl({
    locale: CONVENTIONS[language].locale,
    defaultLocale: CONVENTIONS[language].locale,
    messages: messages as never,
    onError: (error) => problems.push(error.message.split("\n")[0] ?? ""),
  });
  const defaults: TextValues = { ...PROVIDER, ...values };
  const has = (key: string) => key in messages;
  return {
    language,
    messages,
    defaults,
    has,
    text(key, givenValues) {
      if (!has(key)) {
        problems.push(`There is no text "${key}".`);
        return key;
      }
      return String(intl.formatMessage({ id: key as never }, { ...defaults, ...givenValues } as never));
    },
    translate: translateWith(intl, language, defaults),
    problems() {
      const problemsSoFar = problems;
      problems = [];
      return problemsSoFar;
    },
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

/** The sentence of an error, with the key it came from: the last text that is asked for is the message itself. */
export function formatError(error: FieldError, presented: PresentedForm, words: Words): Sentence {
  let key: string | undefined;
  words.problems();
  const text: Text = (textKey, values) => {
    key = textKey;
    return words.text(textKey, values);
  };
  const { label, message } = formatErrorLine(
    error,
    { ...presented, answers: {} },
    { text, has: words.has, language: words.language, fileName: String },
  );
  return { label, text: message, key: error.message ? undefined : key, problem: words.problems()[0] ?? null };
}
