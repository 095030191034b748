// The header of a step: its number, title, state in words, one line of what was chosen. Opening brings it to the top and
// gives it the focus; a locked one stays reachable and says why.
import { useEffect, useRef } from "react";
import { useText } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { canOpen } from "../model/steps.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { useWording } from "../wording/useWording.ts";

function useHeadFocus(step: string) {
  const head = useRef<HTMLButtonElement>(null);
  const headed = useWizardState((state) => state.headed);
  useEffect(() => {
    if (headed?.step !== step) return;
    head.current?.focus({ preventScroll: true });
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    head.current?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
  }, [headed, step]);
  return head;
}

export function StepHead({ step, number }: { step: string; number: number }) {
  const text = useText();
  const wizard = useWizard();
  const progress = useWizardState((state) => state.progress);
  const head = useHeadFocus(step);
  const { active, completed } = progress[step]!;
  const openable = canOpen(progress, step, wizard.core.flow);
  const toggle = () => (active ? wizard.close() : wizard.open(step));
  return (
    <h2>
      <button
        ref={head}
        className="step-head"
        type="button"
        aria-expanded={active}
        aria-current={active ? "step" : undefined}
        aria-controls={active ? `step-${step}` : undefined}
        aria-disabled={active || openable ? undefined : true}
        onClick={toggle}
      >
        <span className="step-no" aria-hidden="true">
          {completed && !active ? <Icon name="check" /> : number}
        </span>
        <span className="step-title">
          <span className="sr">{number}. </span>
          {text(`wizard.step.${step}.title`)}
          {completed && <span className="sr">, {text("wizard.steps.status.completed")}</span>}
          {completed && !active && <StepSummary step={step} />}
        </span>
        <StepMark active={active} openable={openable} completed={completed} />
      </button>
    </h2>
  );
}

function StepSummary({ step }: { step: string }) {
  const { core } = useWizard();
  const wording = useWording();
  const summary = useWizardState(() => wording.summary(step, core.step(step)?.summary ?? []));
  return summary ? <span className="step-sum">{summary}</span> : null;
}

function StepMark({ active, openable, completed }: Record<"active" | "openable" | "completed", boolean>) {
  const text = useText();
  if (active) {
    return (
      <span className="step-state">
        <span className="sr">{text("wizard.steps.status.active")}</span>
      </span>
    );
  }
  return (
    <span className="step-state">
      <span>
        {text(openable ? (completed ? "common.action.change" : "common.action.open") : "wizard.steps.status.disabled")}
      </span>
      <Icon name={openable ? (completed ? "edit" : "down") : "lock"} />
    </span>
  );
}
