// The summary of a form's errors after Next or sending, first in the form; it takes the focus each time the form is refused.
import type { Presented } from "#engine/present.ts";
import { ErrorSummary } from "#widgets/templates/ErrorSummary.tsx";
import { requestForm } from "../model/core.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

export function FormErrors({ step, presented }: { step: string; presented: Presented }) {
  const { core } = useWizard();
  const refused = useWizardState((state) => (state.refused?.step === step ? state.refused : null));
  const title = step === requestForm || refused?.sending ? "error.submit_validation" : "error.save_step";
  return <ErrorSummary session={core.session(step)} presented={presented} attempt={refused} title={title} />;
}
