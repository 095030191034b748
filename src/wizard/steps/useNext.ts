// Next: one save at a time; a second press while it runs does nothing more. It waits for files on their way: the foot of the
// step says so.
import { useCallback, useRef } from "react";
import { useWizard } from "../WizardContext.ts";

export function useNext(step: string): () => void {
  const { core, saving } = useWizard();
  const running = useRef(false);
  return useCallback(() => {
    if (running.current || core.state.get().uploading > 0) return;
    running.current = true;
    void saving.save(step, "next").finally(() => {
      running.current = false;
    });
  }, [core, saving, step]);
}
