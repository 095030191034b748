// Why a step waits for the broker although it was answered: something it depends on changed, here or in another window.
// Also that its number is not the relation's. The live region exists before its text: one that appears together with
// its text is often not read.

import type { ReactNode } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { otherCompany } from "../model/sending/otherCompany.ts";
import { useStepText } from "../texts/texts.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

export function StepNotices({ step }: { step: string }) {
  const text = useText();
  const words = useStepText();
  const { core } = useWizard();
  const elsewhere = useWizardState((state) => state.elsewhere);
  const changed = useWizardState(
    (state) => state.answer.data[step]?.changed === true && !state.progress[step]?.completed,
  );
  const asks = core.manifest.prefill?.some((trigger) => trigger.step === step);
  return (
    <div className="said" role="status">
      {elsewhere && (
        <Notice tone="warning">
          {text("wizard.save.changed_elsewhere", {
            sending: String(elsewhere.sending),
            steps: elsewhere.steps.map((key) => words.step(key, "title")).join(", "),
          })}
        </Notice>
      )}
      {changed && !elsewhere && <Notice tone="warning">{text("wizard.save.inputs_changed")}</Notice>}
      {asks && <OtherCompanyNotice />}
    </div>
  );
}

/** Shows as soon as the number is entered. `children` ask the broker to confirm it. */
export function OtherCompanyNotice({ children }: { children?: ReactNode }) {
  const text = useText();
  const { core } = useWizard();
  useWizardState(() => otherCompany(core)?.number);
  const other = otherCompany(core);
  if (!other) return null;
  const values = { number: other.number, own: other.own, company: other.company ?? "" };
  return (
    <Notice tone="warning" title={text("wizard.other_company.title")}>
      {text("wizard.other_company.text", values)}
      {children}
    </Notice>
  );
}
