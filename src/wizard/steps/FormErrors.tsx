// What stops a form of the wizard after Next or sending: the summary of its errors, first thing in it, which takes the focus
// each time the form is refused.
import { ErrorSummary } from "#widgets/templates/ErrorSummary.tsx";
import { requestForm } from "../model/core.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

export function FormErrors({ step }: { step: string }) {
  const { core } = useWizard();
  const refused = useWizardState((state) => (state.refused?.step === step ? state.refused : null));
  const presented = useWizardState(() => core.presented(step));
  const title = step === requestForm || refused?.sending ? "error.submit_validation" : "error.save_step";
  return <ErrorSummary session={core.session(step)} presented={presented} attempt={refused} title={title} />;
}
