// The line under the title: what is being done, and for whom.
import { useText } from "#widgets/text.ts";
import { useWizard } from "./WizardContext.ts";

export function useFlowTitle(): string {
  const text = useText();
  const { opened } = useWizard().core;
  const { exists, flow } = opened;
  const company = exists.company ?? "";
  if (flow === "newRequest" && !company) return text("wizard.flow.newTempRequest");
  return text(`wizard.flow.${flow}`, { company, number: exists.quotation_number ?? "" });
}
