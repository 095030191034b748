// Whether one of the two ways of sending can be used now.
import { useWizard, useWizardState } from "../WizardContext.ts";

export function useSendable(): boolean {
  const wizard = useWizard();
  return useWizardState(() => wizard.sendButtons().some(({ allowed }) => allowed));
}
