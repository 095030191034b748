// What was found when the wizard opened: an earlier request that goes on, and answers that this device had kept. Starting
// anew asks first, since the earlier answers are lost.
import { useState } from "react";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";

export function ResumeNotice({ onStartAnew }: { onStartAnew: () => void }) {
  const text = useText();
  const { date, time } = useFormats();
  const { core, drafting } = useWizard();
  const restored = useWizardState((state) => state.restored);
  const [asking, setAsking] = useState(false);
  const resumed = core.opened.exists.resumed;
  const close = () => core.state.set({ restored: false });
  const saved = resumed ? new Date(resumed.saved_at) : null;
  const day = saved && !Number.isNaN(saved.getTime()) ? `${date(isoDay(saved))} ${time(saved.getTime())}` : "";
  return (
    <>
      {resumed && (
        <Notice
          title={text("wizard.resume.title")}
          action={
            <Button kind="quiet" small onClick={() => setAsking(true)}>
              {text("wizard.resume.start_anew")}
            </Button>
          }
        >
          {text("wizard.resume.text", { date: day, step: text(`wizard.step.${resumed.step}.title`) })}
        </Notice>
      )}
      {restored && (
        <Notice tone="success" role="status" onClose={close}>
          {text("wizard.resume.restored")}
        </Notice>
      )}
      {asking && (
        <Dialog title={text("wizard.resume.start_anew")} onClose={() => setAsking(false)}>
          <p>{text("wizard.resume.start_anew_confirm")}</p>
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

function isoDay(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" }).format(at);
}
