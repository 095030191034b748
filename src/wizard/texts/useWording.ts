// The words of answers inside a component: the open wizard's display schemas, the language, the names of files.

import { useMemo } from "react";
import type { Answers, FieldError } from "#engine/schema/types.ts";
import type { PresentedForm } from "#engine/texts/present.ts";
import { joinFieldError } from "#widgets/errors.ts";
import { useHasText, useLanguage, useText } from "#widgets/runtime/text.ts";
import {
  findLabel,
  findPoints,
  formatSummary,
  type SummaryFields,
  type WordingTools,
  wordsFor,
} from "#widgets/runtime/words.ts";
import { formatErrorLine } from "#widgets/templates/ErrorSummary.tsx";
import { useServices, useWizard } from "../WizardContext.ts";

interface Wording {
  /** Records are named by their index. `answers`: those of the step, without which they are the current ones. */
  label(step: string, path: readonly string[], answers?: Answers): string;
  points(step: string, path: readonly string[]): string[];
  value(step: string, path: readonly string[], value: unknown): string;
  error(step: string, error: FieldError): string;
  summary(presented: PresentedForm, fields: SummaryFields, answers: Answers): string;
}

export function useWording(): Wording {
  const text = useText();
  const has = useHasText();
  const language = useLanguage();
  const { core } = useWizard();
  const { upload } = useServices();
  return useMemo(() => {
    const tools: WordingTools = { text, has, language, fileName: (id) => upload?.known?.(id)?.name ?? id };
    const form = (step: string, answers = core.session(step).active()) => ({ ...core.presented(step), answers });
    return {
      label: (step, path, answers) => findLabel(form(step, answers), path, tools),
      points: (step, path) => findPoints(core.presented(step), path),
      value: (step, path, value) => wordsFor(form(step), path, value, tools),
      error: (step, error) => {
        const { label, message } = formatErrorLine(error, form(step), tools);
        return joinFieldError(text, label, message);
      },
      summary: (presented, fields, answers) => formatSummary(presented, fields, answers, tools),
    };
  }, [text, has, language, core, upload]);
}
