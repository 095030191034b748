// The texts that several parts of the wizard show: of steps and notices, the line under the title, files that did not arrive.

import { useMemo } from "react";
import { keyIn, type NoticePart, noticeTextKeys, type StepPart, stepTextKeys } from "#engine/steps/stepTexts.ts";
import { useHasText, useText } from "#widgets/runtime/text.ts";
import { failedFiles, type HeldFiles } from "../model/sending/files.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

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

/** The title of the page: the product's own for a new request, and what is done to a quotation that is there. */
export function useWizardTitle(): string {
  const text = useText();
  const { flow } = useWizard().core.opened;
  if (flow === "newRequest" || flow === "newTempRequest") return text("title");
  return text(flow === "editQuote" ? "wizard.title.edit_quote" : "wizard.title.quote_to_policy", {
    product: text("name"),
  });
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

/** The files of the steps that are there. */
export function useHeldFiles(): HeldFiles {
  const files = useWizardState((state) => state.files);
  const progress = useWizardState((state) => state.progress);
  return { files, progress };
}

/** Returns the text about failed files of one step or of all, or null if there are none. */
export function useFailedFiles(held: HeldFiles, step?: string): string | null {
  const text = useText();
  const failed = failedFiles(held, step);
  if (failed.length === 0) return null;
  const names = failed.map(({ name }) => name).join(", ");
  const again = failed.some(({ retry }) => retry !== undefined);
  return text("wizard.upload.failed", { names, count: failed.length, again: `${again}` });
}
