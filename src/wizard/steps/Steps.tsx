// The steps as a numbered accordion: one is open at a time, and only steps that the server's progress names are there.
import { memo, useEffect, useRef } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { canOpen } from "../model/state.ts";
import { useStepText } from "../texts/texts.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { StepBody } from "./StepBody.tsx";
import { StepHead, type StepHeadProps } from "./StepHead.tsx";
import styles from "./Steps.module.css";

/** A change in the sidebar draws no step again. */
export const Steps = memo(function Steps() {
  const text = useText();
  const progress = useWizardState((state) => state.progress);
  const added = useWizardState((state) => state.added);
  const headed = useWizardState((state) => state.headed);
  const { core } = useWizard();
  return (
    <div>
      {core.opened.flow === "editQuote" && (
        <Notice className={styles.notice}>{text("wizard.notice.edit_quote")}</Notice>
      )}
      <ol className={styles.steps} aria-label={text("wizard.steps.label")}>
        {Object.entries(progress).map(([key, { active, completed }], index) => (
          <Step
            key={key}
            step={key}
            number={index + 1}
            active={active}
            completed={completed}
            openable={canOpen(progress, key, core.flow)}
            added={added.includes(key)}
            headed={headed?.step === key ? headed : null}
          />
        ))}
      </ol>
      <AddedSteps added={added} />
    </div>
  );
});

/** Draws again only what changed: the state of all steps is read above, once for all of them. */
const Step = memo(function Step({ added, ...head }: StepHeadProps & { added: boolean }) {
  const { step, active, completed, openable } = head;
  const words = useStepText();
  const state = active ? styles.active : completed ? styles.done : openable ? "" : styles.locked;
  return (
    <li className={`${styles.step} ${state}`}>
      <StepHead {...head} />
      {added && !completed && !active && (
        <div className={styles.added}>
          <Notice>{words.step(step, "intro")}</Notice>
        </div>
      )}
      {active && <StepBody step={step} />}
    </li>
  );
});

/** A step that an answer added is announced once (decisions 41). */
function AddedSteps({ added }: { added: string[] }) {
  const words = useStepText();
  const announced = useRef<string[]>(added);
  useEffect(() => {
    const fresh = added.filter((key) => !announced.current.includes(key));
    announced.current = added;
    for (const key of fresh) {
      announce(`${words.step(key, "title")}. ${words.step(key, "intro")}`);
    }
  }, [added, words]);
  return null;
}
