// What is said of files that did not arrive, wherever it is said.
import { useText } from "#widgets/text.ts";
import { failedFiles, failedNames } from "./model/sending.ts";
import { useWizardState } from "./WizardContext.ts";

/** Of one step or of all; null when there are none. */
export function useFailedFiles(step?: string): string | null {
  const text = useText();
  const names = useWizardState((state) => failedNames(state, step));
  const count = useWizardState((state) => failedFiles(state, step).length);
  const again = useWizardState((state) => failedFiles(state, step).some(({ retry }) => retry !== undefined));
  return names ? text("wizard.upload.failed", { names, count, again: `${again}` }) : null;
}
