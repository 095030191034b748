// The words of steps and notices: the open product's own where it has them, else those of all products.
import { useMemo } from "react";
import { keyIn, type NoticePart, noticeTextKeys, type StepPart, stepTextKeys } from "#engine/stepTexts.ts";
import { useHasText, useText } from "#widgets/text.ts";

interface StepText {
  step(step: string, part: StepPart): string;
  notice(name: string, part: NoticePart): string;
}

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
