// The header of a step: number, title, state in words, one line of what was chosen. Opening a step scrolls it to the
// top and focuses it. A locked one is focusable and says why it is locked. Number, title, state and what a press
// does name it, the summary describes it.

import { Fragment, useEffect, useId, useMemo, useRef } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { SEPARATOR, type SummaryFields } from "#widgets/runtime/words.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { uploadingFiles } from "../model/sending/files.ts";
import { useFailedFiles, useHeldFiles, useStepText } from "../texts/texts.ts";
import { useWording } from "../texts/useWording.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import stepsStyles from "./Steps.module.css";
import { wasMeant } from "./secondPress.ts";

export interface StepHeadProps {
  step: string;
  number: number;
  active: boolean;
  completed: boolean;
  openable: boolean;
  /** It wants the focus: another object each time. */
  headed: object | null;
}

function useHeadFocus(headed: object | null) {
  const head = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!headed) return;
    head.current?.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    head.current?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }, [headed]);
  return head;
}

export function StepHead({ step, number, active, completed, openable, headed }: StepHeadProps) {
  const text = useText();
  const words = useStepText();
  const wizard = useWizard();
  const head = useHeadFocus(headed);
  const id = useId();
  const toggle = () => {
    if (!wasMeant()) return;
    if (active) wizard.close();
    else wizard.open(step);
  };
  return (
    <h2>
      <button
        ref={head}
        className={stepsStyles.head}
        type="button"
        aria-expanded={active}
        aria-current={active ? "step" : undefined}
        aria-controls={active ? `step-${step}` : undefined}
        aria-labelledby={active ? `${id}title` : `${id}title ${id}mark`}
        aria-describedby={active ? undefined : `${id}sum`}
        aria-disabled={active || openable ? undefined : true}
        onClick={toggle}
      >
        <span className={stepsStyles.number} aria-hidden="true">
          {completed && !active ? <Icon name="check" /> : number}
        </span>
        <span className={stepsStyles.title}>
          <span id={`${id}title`}>
            <span className="visually-hidden">{number}. </span>
            {words.step(step, "title")}
            {completed && <span className="visually-hidden">, {text("wizard.steps.status.completed")}</span>}
          </span>
          <span id={`${id}sum`}>
            {completed && !active && <StepSummary step={step} />}
            {!active && <StepFiles step={step} />}
          </span>
        </span>
        <span className={stepsStyles.state} id={`${id}mark`}>
          {!active && <StepMark openable={openable} completed={completed} />}
        </span>
      </button>
    </h2>
  );
}

const NO_FIELDS: SummaryFields = [];

/** Written again when an answer of this step or a word about it changed, not at every answer of another. */
function StepSummary({ step }: { step: string }) {
  const { core } = useWizard();
  const wording = useWording();
  const presented = useWizardState(() => core.presented(step));
  const fields = core.step(step)?.summary ?? NO_FIELDS;
  const answers = useWizardState(() => core.stepAnswers(step));
  const summary = useMemo(() => wording.summary(presented, fields, answers), [wording, presented, fields, answers]);
  if (!summary) return null;
  return (
    <span className={stepsStyles.summary}>
      {summary.split(SEPARATOR).map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <Fragment key={index}>
          {index > 0 && SEPARATOR}
          <span className={stepsStyles.fact}>{fact}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** A closed step shows the status of its files, because their rows are not visible. */
function StepFiles({ step }: { step: string }) {
  const text = useText();
  const held = useHeldFiles();
  const failed = useFailedFiles(held, step);
  const uploading = uploadingFiles(held, step).length > 0;
  if (failed) return <span className={stepsStyles.summary}>{failed}</span>;
  return uploading && <span className={stepsStyles.summary}>{text("wizard.upload.uploading")}</span>;
}

function StepMark({ openable, completed }: Record<"openable" | "completed", boolean>) {
  const text = useText();
  return (
    <>
      <span>
        {text(openable ? (completed ? "common.action.change" : "common.action.open") : "wizard.steps.status.disabled")}
      </span>
      <Icon name={openable ? (completed ? "edit" : "down") : "lock"} />
    </>
  );
}
