// The texts of the open product join those of the app, and the product's own figures become values every text may name.
import { type ReactNode, useContext, useMemo } from "react";
import { IntlProvider, useIntl } from "react-intl";
import type { ProductMessages } from "#api/wizard/productIndex.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { TextDefaults, type TextValues } from "#widgets/runtime/text.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

interface Props {
  texts: ProductMessages;
  values: JsonObject | undefined;
  children: ReactNode;
}

export function ProductTextsProvider({ texts, values, children }: Props) {
  const intl = useIntl();
  const defaults = useContext(TextDefaults);
  // An object without a prototype grows by hundreds of names in a tenth of the time.
  const messages: typeof intl.messages = useMemo(
    () => Object.assign(Object.create(null), intl.messages, texts),
    [intl, texts],
  );
  const merged = useMemo(() => ({ ...defaults, ...values }) as TextValues, [defaults, values]);
  return (
    <IntlProvider locale={intl.locale} defaultLocale={intl.defaultLocale} messages={messages} onError={intl.onError}>
      <TextDefaults value={merged}>{children}</TextDefaults>
    </IntlProvider>
  );
}

/** Texts outside of forms name the same values as those of fields. */
export function AnswersInTexts({ children }: { children: ReactNode }) {
  const { core } = useWizard();
  const values = useWizardState(core.textValues);
  const defaults = useContext(TextDefaults);
  const merged = useMemo(() => ({ ...defaults, ...values }) as TextValues, [defaults, values]);
  return <TextDefaults value={merged}>{children}</TextDefaults>;
}
