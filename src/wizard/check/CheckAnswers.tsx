// All answers on one page, to read with the customer before sending; printable. Change goes back to the step.
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { canOpen } from "../model/steps.ts";
import { requestForm } from "../model/submitting.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { PageHead } from "../WizardScreen.tsx";
import { useWording } from "../wording/useWording.ts";
import { answerRows } from "./answerRows.ts";

interface Props {
  icon: string;
  onClose: () => void;
}

export function CheckAnswers({ icon, onClose }: Props) {
  const text = useText();
  const { progress } = useWizardState((state) => state);
  const title = text("wizard.check_answers.title");
  return (
    <>
      <title>{text("common.page_title", { page: title })}</title>
      <PageHead icon={icon} title={title} />
      <div className="check-answers">
        <p className="intro">{text("wizard.check_answers.intro")}</p>
        {Object.keys(progress).map((step) => (
          <StepAnswers key={step} step={step} onChange={onClose} />
        ))}
        <StepAnswers step={requestForm} onChange={onClose} />
        <div className="actions no-print">
          <Button kind="primary" onClick={onClose}>
            {text("wizard.check_answers.back")}
          </Button>
          <Button onClick={() => window.print()}>{text("wizard.check_answers.print")}</Button>
        </div>
      </div>
    </>
  );
}

function StepAnswers({ step, onChange }: { step: string; onChange: () => void }) {
  const text = useText();
  const wording = useWording();
  const wizard = useWizard();
  const progress = useWizardState((state) => state.progress);
  const isRequest = step === requestForm;
  const title = text(isRequest ? "wizard.sidebar.request.title" : `wizard.step.${step}.title`);
  const openable = !isRequest && (progress[step]?.active || canOpen(progress, step, wizard.core.flow));
  const change = () => {
    wizard.open(step);
    onChange();
  };
  return (
    <section className="card check-step">
      <div className="card-head">
        <h2>{title}</h2>
        {openable && (
          <Button kind="quiet" small icon="edit" className="no-print" onClick={change}>
            {text("common.action.change")}
            <span className="sr"> {title}</span>
          </Button>
        )}
      </div>
      <dl className="kv">
        {answerRows(wizard.core, step).map(({ path, value }) => (
          <div key={path.join("/")}>
            <dt>{wording.label(step, path)}</dt>
            <dd>{wording.value(step, path, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
