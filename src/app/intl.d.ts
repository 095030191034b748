// A message id that is not in the catalogue is a compile error.

import type { Locale } from "#engine/values/languages.ts";
import type sharedTexts from "#schemas/shared/texts.nl.json";
import type texts from "./messages/nl.json";

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof texts | keyof typeof sharedTexts;
    }
    interface IntlConfig {
      locale: Locale;
    }
  }
}
