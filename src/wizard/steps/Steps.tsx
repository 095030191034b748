// The steps as a numbered accordion: one is open at a time, and only steps that the server's progress names are there.
import { memo, useEffect, useRef } from "react";
import { useText } from "#widgets/text.ts";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { canOpen } from "../model/state.ts";
import { useStepText } from "../texts.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { StepBody } from "./StepBody.tsx";
import { StepHead } from "./StepHead.tsx";
import styles from "./Steps.module.css";

/** A change in the sidebar draws no step again. */
export const Steps = memo(function Steps() {
  const text = useText();
  const progress = useWizardState((state) => state.progress);
  const { core } = useWizard();
  const keys = Object.keys(progress);
  return (
    <div>
      {core.opened.flow === "editQuote" && (
        <Notice className={styles.notice}>{text("wizard.notice.edit_quote")}</Notice>
      )}
      <ol className={styles.steps} aria-label={text("wizard.steps.label")}>
        {keys.map((key, index) => (
          <Step key={key} step={key} number={index + 1} />
        ))}
      </ol>
      <AddedSteps />
    </div>
  );
});

function Step({ step, number }: { step: string; number: number }) {
  const flags = useWizardState((state) => state.progress[step]!);
  const added = useWizardState((state) => state.added.includes(step));
  const words = useStepText();
  const { core } = useWizard();
  const openable = useWizardState(({ progress }) => canOpen(progress, step, core.flow));
  const state = flags.active ? styles.active : flags.completed ? styles.done : openable ? "" : styles.locked;
  return (
    <li className={`${styles.step} ${state}`}>
      <StepHead step={step} number={number} />
      {added && !flags.completed && !flags.active && (
        <div className={styles.added}>
          <Notice>{words.step(step, "intro")}</Notice>
        </div>
      )}
      {flags.active && <StepBody step={step} />}
    </li>
  );
}

/** A step that an answer added is said once, in words (decisions 41). */
function AddedSteps() {
  const words = useStepText();
  const added = useWizardState((state) => state.added);
  const said = useRef<string[]>(added);
  useEffect(() => {
    const fresh = added.filter((key) => !said.current.includes(key));
    said.current = added;
    for (const key of fresh) {
      announce(`${words.step(key, "title")}. ${words.step(key, "intro")}`);
    }
  }, [added, words]);
  return null;
}
