// The open step: what has to be said before, the form, and the foot. The form's session lives in the wizard, so closing
// the step forgets nothing.

import { SchemaForm } from "#widgets/Form.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { RegisterNotice } from "../notices/RegisterNotice.tsx";
import { StepNotices } from "../notices/StepNotices.tsx";
import { useServices } from "../ServicesContext.ts";
import { useStepText } from "../useStepText.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { Conflict } from "./Conflict.tsx";
import { FormErrors } from "./FormErrors.tsx";
import { aboveForm } from "./kinds.ts";
import styles from "./StepBody.module.css";
import { StepFoot } from "./StepFoot.tsx";
import { useNext } from "./useNext.ts";

export function StepBody({ step }: { step: string }) {
  const words = useStepText();
  const { core } = useWizard();
  const services = useServices();
  const presented = useWizardState(() => core.presented(step));
  const manifest = core.step(step);
  const Above = manifest && aboveForm[manifest.kind];
  const next = useNext(step);
  return (
    <div className={styles.body} id={`step-${step}`}>
      <p className={styles.intro}>{words.step(step, "intro")}</p>
      <Conflict step={step} />
      <FormErrors step={step} />
      <StepNotices step={step} />
      <RegisterNotice step={step} />
      {manifest?.notices?.map((name) => (
        <Notice key={name} title={words.notice(name, "title")}>
          {words.notice(name, "text")}
        </Notice>
      ))}
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
}
