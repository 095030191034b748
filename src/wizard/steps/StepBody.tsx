// The open step: notices, the form, and the foot. The session of the form lives in the wizard, so closing
// the step loses nothing.

import { type ComponentType, memo, useCallback, useRef } from "react";
import { byIndex, valueAt } from "#engine/fields/fieldPath.ts";
import { findNotices } from "#engine/rules/facts.ts";
import type { StepKindName } from "#engine/schema/stepKinds.ts";
import { SchemaForm } from "#widgets/Form.tsx";
import { useText } from "#widgets/runtime/text.ts";
import { ConflictChoices } from "#widgets/ui/notice/ConflictChoices.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { failedFiles, uploadingFiles } from "../model/sending/files.ts";
import type { WizardState } from "../model/state.ts";
import { RegisterNotice } from "../notices/RegisterNotice.tsx";
import { StepNotices } from "../notices/StepNotices.tsx";
import { useStepText } from "../texts/texts.ts";
import { useWording } from "../texts/useWording.ts";
import { useServices, useWizard, useWizardState } from "../WizardContext.ts";
import { FormErrors } from "./FormErrors.tsx";
import styles from "./StepBody.module.css";
import { StepFoot } from "./StepFoot.tsx";
import { stepArrived, wasMeant } from "./secondPress.ts";
import { WrongAnswers } from "./WrongAnswers.tsx";

/** Does not render again when another step is completed. */
export const StepBody = memo(function StepBody({ step }: { step: string }) {
  const words = useStepText();
  const { core } = useWizard();
  const services = useServices();
  const presented = useWizardState(() => core.presented(step));
  const manifest = core.step(step);
  const Above = manifest && aboveForm[manifest.kind];
  const next = useNext(step);
  const notices = useWizardState(() =>
    manifest ? findNotices(manifest, core.answers(), core.opened.today).join(" ") : "",
  );
  return (
    <div className={styles.body} id={`step-${step}`}>
      <p className={styles.intro}>{words.step(step, "intro")}</p>
      <Conflict step={step} />
      <FormErrors step={step} presented={presented} />
      <StepNotices step={step} />
      <RegisterNotice step={step} />
      {notices && (
        <Notice>
          {notices.split(" ").map((name) => (
            <p key={name}>
              <b>{words.notice(name, "title")}</b>
              <br />
              {words.notice(name, "text")}
            </p>
          ))}
        </Notice>
      )}
      {Above && <Above />}
      <SchemaForm
        session={core.session(step)}
        presented={presented}
        services={services}
        onNext={next}
        className="schema-form step-form"
      >
        <StepFoot step={step} />
      </SchemaForm>
    </div>
  );
});

/** Someone else changed this step meanwhile: per field the broker chooses what stays, then the step is saved again. */
function Conflict({ step }: { step: string }) {
  const text = useText();
  const wording = useWording();
  const { saving, core } = useWizard();
  const conflict = useWizardState((state) => state.conflicts[step]);
  if (!conflict) return null;
  const fields = conflict.comparison.conflicts.map(({ path, yours, stored }) => {
    // A record has the name that the broker sees. One that the broker has removed has that of the stored answers.
    const answers = core.session(step).active();
    const known = valueAt(answers, path.slice(0, 2)) === undefined ? conflict.stored.data : answers;
    const indexPath = byIndex(path, known);
    return {
      key: path.join("/"),
      label: wording.label(step, indexPath, known),
      yours: wording.value(step, indexPath, yours),
      stored: wording.value(step, indexPath, stored),
    };
  });
  return (
    <ConflictChoices
      key={conflict.revision}
      title={text("wizard.conflict.title")}
      fields={fields}
      asked={conflict.comparison}
      onApply={(choices) => void saving.settle(step, choices)}
    />
  );
}

/** What a kind of step shows above its form. */
const aboveForm: Record<StepKindName, ComponentType | null> = {
  form: null,
  questions: null,
  explanation: WrongAnswers,
};

const filesHoldNext = (state: WizardState, step: string) =>
  uploadingFiles(state).length > 0 || failedFiles(state, step).length > 0;

/**
 * Next: one save at a time. A second press while it runs does nothing. It waits for uploads and for a decision about
 * files that failed: the foot of the step shows that.
 */
function useNext(step: string): () => void {
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
