// What the register did for this step: filled fields, being asked, or not to be reached. Never in the way of typing.
import { useText } from "#widgets/text.ts";
import { Notice } from "#widgets/ui/Notice.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";

export function RegisterNotice({ step }: { step: string }) {
  const text = useText();
  const { core, registering } = useWizard();
  const prefill = useWizardState((state) => state.prefill);
  const asks = core.manifest.prefill?.some((trigger) => trigger.step === step);
  if (prefill.status === "asking" && asks) {
    return (
      <p className="loading" role="status">
        <Spinner />
        {text("wizard.notice.prefilling")}
      </p>
    );
  }
  if (prefill.status === "unavailable" && asks) {
    return (
      <Notice tone="warning" role="status" onClose={registering.dismiss}>
        {text("wizard.prefill.register_unavailable")}
      </Notice>
    );
  }
  const here = prefill.steps.includes(step) || prefill.offers.some((offer) => offer.step === step);
  if (prefill.status !== "filled" || !(here || asks)) return null;
  return (
    <Notice tone="success" role="status">
      {text("wizard.notice.prefilled")}
    </Notice>
  );
}
