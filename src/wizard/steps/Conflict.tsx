// Someone else changed this step meanwhile: per field the broker chooses what stays, then the step is saved again.
import { useText } from "#widgets/text.ts";
import { ConflictChoices } from "#widgets/ui/ConflictChoices.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { useWording } from "../wording/useWording.ts";

export function Conflict({ step }: { step: string }) {
  const text = useText();
  const wording = useWording();
  const { saving } = useWizard();
  const conflict = useWizardState((state) => state.conflicts[step]);
  if (!conflict) return null;
  const fields = conflict.comparison.conflicts.map(({ path, yours, stored }) => ({
    key: path.join("/"),
    label: wording.label(step, path),
    yours: wording.value(step, path, yours),
    stored: wording.value(step, path, stored),
  }));
  return (
    <ConflictChoices
      key={conflict.revision}
      title={text("wizard.conflict.title")}
      fields={fields}
      onApply={(choices) => void saving.settle(step, choices)}
    />
  );
}
