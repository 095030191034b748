// Next: one save at a time; a second press while it runs does nothing more. It waits for files on their way and
// for a word about those that failed: the foot of the step says so.
import { useCallback, useRef } from "react";
import { failedFiles, uploadingFiles } from "../model/sending.ts";
import type { WizardState } from "../model/state.ts";
import { useWizard } from "../WizardContext.ts";
import { stepArrived, wasMeant } from "./secondPress.ts";

const filesHoldNext = (state: WizardState, step: string) =>
  uploadingFiles(state).length > 0 || failedFiles(state, step).length > 0;

export function useNext(step: string): () => void {
  const { core, saving } = useWizard();
  const running = useRef(false);
  return useCallback(() => {
    if (running.current || filesHoldNext(core.state.get(), step) || !wasMeant()) return;
    running.current = true;
    void saving.save(step, "next").then((result) => {
      running.current = false;
      if (result === "saved") stepArrived();
    });
  }, [core, saving, step]);
}
