// What was found when the wizard opened: an earlier request that goes on, and answers that this device had kept. Starting
// anew asks first, since the earlier answers are lost.
import { useState } from "react";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { useStepText } from "../useStepText.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import wizardScreenStyles from "../WizardScreen.module.css";
import { useSavedAt } from "./useSavedAt.ts";

export function ResumeNotice({ onStartAnew }: { onStartAnew: () => void }) {
  const text = useText();
  const words = useStepText();
  const { core, drafting } = useWizard();
  const restored = useWizardState((state) => state.restored);
  const [asking, setAsking] = useState(false);
  const resumed = core.opened.exists.resumed;
  const close = () => core.dispatch({ type: "noticeClosed", notice: "restored" });
  const day = useSavedAt(resumed?.saved_at);
  return (
    <>
      {resumed && (
        <Notice
          className={wizardScreenStyles.notice}
          title={text("wizard.resume.title")}
          action={
            <Button small onClick={() => setAsking(true)}>
              {text("wizard.resume.start_anew")}
            </Button>
          }
        >
          {text("wizard.resume.text", { date: day, step: words.step(resumed.step, "title") })}
        </Notice>
      )}
      <div className="said" role="status">
        {restored && (
          <Notice className={wizardScreenStyles.notice} tone="success" onClose={close}>
            {text("wizard.resume.restored")}
          </Notice>
        )}
      </div>
      {asking && (
        <Dialog
          title={text("wizard.resume.start_anew")}
          intro={text("wizard.resume.start_anew_confirm")}
          onClose={() => setAsking(false)}
        >
          <div className="actions">
            <Button
              kind="primary"
              onClick={() => {
                drafting.forget();
                onStartAnew();
              }}
            >
              {text("wizard.resume.start_anew")}
            </Button>
            <Button onClick={() => setAsking(false)}>{text("common.action.cancel")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
