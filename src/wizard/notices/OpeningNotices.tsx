// Notices when a wizard opens and after "Continue later": an earlier request goes on, answers came
// back from this device, or a copy would take the place of an open request. Restarting asks first, because it loses answers.
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isJudged } from "#engine/schema/stepKinds.ts";
import { dayAtInstant } from "#engine/values/dates.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { useStepText } from "../texts/texts.ts";
import { useTakeOut } from "../usePlainAddress.ts";
import { useFormats, usePaths, useWizard, useWizardState } from "../WizardContext.ts";
import wizardScreenStyles from "../WizardScreen.module.css";

/** Day and time of an earlier save. Empty where the back end does not send it. */
export function useSavedAt(moment: string | number | undefined): string {
  const { date, time } = useFormats();
  const instant = typeof moment === "number" ? moment : Date.parse(moment ?? "");
  return Number.isNaN(instant) ? "" : `${date(dayAtInstant(instant))} ${time(instant)}`;
}

export function ResumeNotice({ onStartAnew }: { onStartAnew: () => void }) {
  const text = useText();
  const words = useStepText();
  const { core } = useWizard();
  const restored = useWizardState((state) => state.restored);
  const [asking, setAsking] = useState(false);
  const { resumed } = core.opened.exists;
  const last = useWizardState((state) => state.lastStored);
  const date = useSavedAt(last?.at ?? resumed?.saved_at);
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
          {text("wizard.resume.text", { date, step: words.step(last?.step ?? resumed.step, "title") })}
        </Notice>
      )}
      <div className="said" role="status">
        {restored && (
          <Notice
            className={wizardScreenStyles.notice}
            tone="success"
            action={
              !resumed && (
                <Button small onClick={() => setAsking(true)}>
                  {text("wizard.resume.start_anew")}
                </Button>
              )
            }
            onClose={() => core.dispatch({ type: "noticeClosed", notice: "restored" })}
          >
            {text("wizard.resume.restored")}
          </Notice>
        )}
      </div>
      {asking && <StartAnewQuestion onStartAnew={onStartAnew} onClose={() => setAsking(false)} />}
    </>
  );
}

function StartAnewQuestion({ onStartAnew, onClose }: { onStartAnew: () => void; onClose: () => void }) {
  const text = useText();
  const { drafting } = useWizard();
  const startAnew = () => {
    drafting.forget();
    onStartAnew();
  };
  return (
    <Dialog title={text("wizard.resume.start_anew")} intro={text("wizard.resume.start_anew_confirm")} onClose={onClose}>
      <div className="actions">
        <Button kind="primary" onClick={startAnew}>
          {text("wizard.resume.start_anew")}
        </Button>
        <Button onClick={onClose}>{text("common.action.cancel")}</Button>
      </div>
    </Dialog>
  );
}

/** Names the quotation that this new request was copied from, and the steps whose questions are asked again. */
export function CopiedNotice() {
  const text = useText();
  const words = useStepText();
  const { date } = useFormats();
  const { manifest, opened } = useWizard().core;
  const { copied } = opened.exists;
  if (!copied) return null;
  const steps = manifest.steps.filter(isJudged).map(({ key }) => words.step(key, "title"));
  return (
    <Notice
      className={wizardScreenStyles.notice}
      title={text("wizard.copied.title", { quotation: String(copied.quotation), date: date(copied.date) })}
    >
      <p>{text("wizard.copied.text")}</p>
      {steps.length > 0 && <p>{text("wizard.copied.questions", { steps: steps.join(", ") })}</p>}
    </Notice>
  );
}

/** A copy was asked for while a request of this relation and product is open. Closing goes on with that one and loses nothing. */
export function CopyQuestion({ onReplace }: { onReplace: () => void }) {
  const text = useText();
  const words = useStepText();
  const { core, drafting } = useWizard();
  const [query] = useSearchParams();
  const takeOut = useTakeOut();
  const { copyWaits, exists } = core.opened;
  const { resumed } = exists;
  const date = useSavedAt(resumed?.saved_at);
  const quotation = query.get("copy");
  if (!copyWaits || quotation === null) return null;
  const goOn = () => takeOut("copy");
  const replace = () => {
    drafting.forget();
    onReplace();
  };
  return (
    <Dialog
      title={text("wizard.copy.title")}
      intro={
        resumed
          ? text("wizard.copy.text", { date, quotation, step: words.step(resumed.step, "title") })
          : text("wizard.copy.text_device", { quotation })
      }
      onClose={goOn}
    >
      <div className="actions">
        <Button kind="primary" onClick={goOn}>
          {text("wizard.copy.go_on")}
        </Button>
        <Button onClick={replace}>{text("wizard.copy.replace")}</Button>
      </div>
    </Dialog>
  );
}

/** Continue later was answered: all is stored, and this is how to go on (spec: wizard 4). */
export function SavedForLater() {
  const text = useText();
  const to = usePaths();
  const navigate = useNavigate();
  const { core } = useWizard();
  const shown = useWizardState((state) => state.savedForLater);
  if (!shown) return null;
  const close = () => core.dispatch({ type: "noticeClosed", notice: "savedForLater" });
  return (
    <Dialog title={text("wizard.saved_for_later.title")} intro={text("wizard.saved_for_later.text")} onClose={close}>
      <div className="actions">
        <Button kind="primary" onClick={close}>
          {text("wizard.saved_for_later.close")}
        </Button>
        <Button onClick={() => void navigate(to.relation(core.opened.exists.relation_number))}>
          {text("wizard.outcome.action.to_relation")}
        </Button>
      </div>
    </Dialog>
  );
}
