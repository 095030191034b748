// The texts that several parts of the wizard show: of steps and notices, the line under the title, files that did not arrive.
import { useMemo } from "react";
import { keyIn, type NoticePart, noticeTextKeys, type StepPart, stepTextKeys } from "#engine/stepTexts.ts";
import { useHasText, useText } from "#widgets/text.ts";
import { failedFiles, failedNames } from "./model/sending.ts";
import { useWizard, useWizardState } from "./WizardContext.ts";

interface StepText {
  step(step: string, part: StepPart): string;
  notice(name: string, part: NoticePart): string;
}

/** The open product's own texts of steps and notices where it has them, else those of all products. */
export function useStepText(): StepText {
  const text = useText();
  const has = useHasText();
  return useMemo(
    () => ({
      step: (step, part) => text(keyIn(has, stepTextKeys(step, part))),
      notice: (name, part) => text(keyIn(has, noticeTextKeys(name, part))),
    }),
    [text, has],
  );
}

/** The line under the title: what is being done, and for whom. */
export function useFlowTitle(): string {
  const text = useText();
  const { opened } = useWizard().core;
  const { exists, flow } = opened;
  const company = exists.company ?? "";
  if (flow === "newRequest" && !company) return text("wizard.flow.newTempRequest");
  return text(`wizard.flow.${flow}`, { company, number: exists.quotation_number ?? "" });
}

/** What is said about files that did not arrive, of one step or of all; null when there are none. */
export function useFailedFiles(step?: string): string | null {
  const text = useText();
  const names = useWizardState((state) => failedNames(state, step));
  const count = useWizardState((state) => failedFiles(state, step).length);
  const again = useWizardState((state) => failedFiles(state, step).some(({ retry }) => retry !== undefined));
  return names ? text("wizard.upload.failed", { names, count, again: `${again}` }) : null;
}
