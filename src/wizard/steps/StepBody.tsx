// The open step: what has to be said before, the form, and the foot. The form's session lives in the wizard, so closing
// the step forgets nothing.

import { SchemaForm } from "#widgets/Form.tsx";
import { useText } from "#widgets/text.ts";
import { Notice } from "#widgets/ui/Notice.tsx";
import { RegisterNotice } from "../notices/RegisterNotice.tsx";
import { useServices } from "../ServicesContext.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { Conflict } from "./Conflict.tsx";
import { FormErrors } from "./FormErrors.tsx";
import { StepFoot } from "./StepFoot.tsx";
import { useNext } from "./useNext.ts";
import { WrongAnswers } from "./WrongAnswers.tsx";

export function StepBody({ step }: { step: string }) {
  const text = useText();
  const { core } = useWizard();
  const services = useServices();
  const presented = useWizardState(() => core.presented(step));
  const manifest = core.step(step);
  const next = useNext(step);
  const own = `step.${step}.intro`;
  const intro = text(own);
  return (
    <div className="step-body" id={`step-${step}`}>
      <p className="intro">{intro === own ? text(`wizard.${own}`) : intro}</p>
      <Conflict step={step} />
      <FormErrors step={step} />
      <RegisterNotice step={step} />
      {manifest?.notices?.map((name) => (
        <Notice key={name} title={text(`wizard.notice.${name}.title`)}>
          {text(`wizard.notice.${name}.text`)}
        </Notice>
      ))}
      {manifest?.kind === "explanation" && <WrongAnswers />}
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
}
