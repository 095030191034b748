// How components reach the open wizard, listen to parts of its state, and write addresses and amounts.
import { createContext, useContext, useMemo, useSyncExternalStore } from "react";
import { timeAtInstant } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { paths } from "#routes/paths.ts";
import type { FormServices } from "#widgets/runtime/runtime.ts";
import { useLanguage } from "#widgets/runtime/text.ts";
import type { WizardState } from "./model/state.ts";
import type { Wizard } from "./model/wizard.ts";

const Context = createContext<Wizard | null>(null);
export const WizardProvider = Context.Provider;

/** What the wizard lends its forms, and the words of their answers. */
const Services = createContext<FormServices>({});
export const ServicesProvider = Services.Provider;
export const useServices = (): FormServices => useContext(Services);

export function useWizard(): Wizard {
  const wizard = useContext(Context);
  if (!wizard) throw new Error("A part of the wizard stands outside it.");
  return wizard;
}

/** `select` gives a value that stays the same object while nothing it shows has changed. */
export function useWizardState<T>(select: (state: WizardState) => T): T {
  const { state } = useWizard().core;
  return useSyncExternalStore(state.subscribe, () => select(state.get()));
}

export function usePaths() {
  const language = useLanguage();
  return useMemo(() => paths(language), [language]);
}

/** Amounts and days in the language's notation. Whole euros lose their cents where requested. */
export function useFormats() {
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
      money: (amount: number) => formatMoney(amount, language),
      euros: (amount: number) => formatMoney(amount, language, Number.isInteger(amount) ? 0 : 2),
      date: (day: string) => formatDate(day, language),
      time: (instant: number) => timeAtInstant(instant),
    }),
    [language],
  );
}
