// Next: one save at a time; a second press while it runs does nothing more.
import { useCallback, useRef } from "react";
import { useWizard } from "../WizardContext.ts";

export function useNext(step: string): () => void {
  const { saving } = useWizard();
  const running = useRef(false);
  return useCallback(() => {
    if (running.current) return;
    running.current = true;
    void saving.save(step, "next").finally(() => {
      running.current = false;
    });
  }, [saving, step]);
}
