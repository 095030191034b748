// The summary of a form's errors after Next or sending, first in the form. It takes the focus each time the form is
// refused. A refusal may be about several forms: their errors are listed and linked here too, until they are mended.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { PresentedForm } from "#engine/texts/present.ts";
import { useText } from "#widgets/runtime/text.ts";
import { ErrorSummary, type ErrorsOfForm } from "#widgets/templates/ErrorSummary.tsx";
import { type RefusedStep, requestForm } from "../model/state.ts";
import { useStepText } from "../texts/texts.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

export function FormErrors({ step, presented }: { step: string; presented: PresentedForm }) {
  const { core } = useWizard();
  const refused = useWizardState((state) => (state.refused?.step === step ? state.refused : null));
  const elsewhere = useErrorsElsewhere(refused);
  const title = step === requestForm || refused?.sending ? "error.submit_validation" : "error.save_step";
  return (
    <ErrorSummary
      session={core.session(step)}
      presented={presented}
      attempt={refused}
      title={title}
      field={refused?.field}
      elsewhere={elsewhere}
    />
  );
}

const ALONE: readonly string[] = [];

function useErrorsElsewhere(refused: RefusedStep | null): ErrorsOfForm[] {
  const text = useText();
  const words = useStepText();
  const { core, submitting } = useWizard();
  const others = refused?.others ?? ALONE;
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = others.map((step) => core.session(step).subscribeAll(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [core, others],
  );
  const version = useSyncExternalStore(subscribe, () => others.map((step) => core.session(step).version()).join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sessions change without being replaced
  return useMemo(
    () =>
      others.flatMap((step) => {
        const errors = core.session(step).shown();
        if (errors.length === 0) return [];
        const name = step === requestForm ? text("wizard.sidebar.request.title") : words.step(step, "title");
        const open = (field: string) => submitting.show(step, field);
        return { name, session: core.session(step), errors, presented: core.presented(step), open };
      }),
    [core, others, version, text, words, submitting],
  );
}
