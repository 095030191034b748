// What the register does for this step: it is being asked, filled fields, knows nothing, or does not answer. One can type meanwhile.
import { memo, useSyncExternalStore } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import loadingStyles from "#widgets/ui/notice/Loading.module.css";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import type { RegisterOffer as Offer } from "../model/state.ts";
import { useWording } from "../texts/useWording.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";

/** The live region exists before its text: one that appears together with its text is often not announced. */
export function RegisterNotice({ step }: { step: string }) {
  return (
    <div className="said" role="status">
      <Words step={step} />
    </div>
  );
}

/** The states in which the register gave nothing. Each has its own text. */
const LACKING = ["unavailable", "unknown", "limited"] as const;

function Words({ step }: { step: string }) {
  const text = useText();
  const { core, registering } = useWizard();
  const prefill = useWizardState((state) => state.prefill);
  const asks = core.manifest.prefill?.some((trigger) => trigger.step === step);
  if (prefill.replaced?.step === step) return <Replaced step={step} fields={prefill.replaced.fields} />;
  if (prefill.status === "asking" && asks) {
    return (
      <p className={loadingStyles.loading}>
        <Spinner />
        {text("wizard.notice.prefilling")}
      </p>
    );
  }
  const lacking = LACKING.find((status) => status === prefill.status) ?? null;
  if (lacking && asks) {
    return (
      <Notice tone="warning" onClose={registering.dismiss}>
        {text(`wizard.prefill.register_${lacking}`, { emptied: `${prefill.steps.length > 0}` })}
      </Notice>
    );
  }
  const here = prefill.steps.includes(step) || prefill.offers.some((offer) => offer.step === step);
  if (prefill.status !== "filled" || !(here || asks)) return null;
  return <Notice tone="success">{text("wizard.notice.prefilled")}</Notice>;
}

function Replaced({ step, fields }: { step: string; fields: string[] }) {
  const text = useText();
  const wording = useWording();
  const { registering } = useWizard();
  const names = fields.map((field) => wording.label(step, [field])).join(", ");
  return (
    <Notice tone="warning" onClose={registering.dismiss}>
      {text("wizard.prefill.replaced", { fields: names })}
    </Notice>
  );
}

/** The register's value for a field that the broker changed: offered under it, never put over it (decisions 18). */
export const RegisterOffer = memo(function RegisterOffer({ id }: { id: string }) {
  const { core, registering } = useWizard();
  const find = () => core.state.get().prefill.offers.find(({ step, field }) => `${step}_${field}` === id);
  const offer = useSyncExternalStore(registering.onOffers, find);
  return offer ? <Offered offer={offer} /> : null;
});

function Offered({ offer }: { offer: Offer }) {
  const text = useText();
  const wording = useWording();
  const { registering } = useWizard();
  const value = wording.value(offer.step, [offer.field], offer.value);
  return (
    <div>
      <Button kind="quiet" small onClick={() => registering.use(offer)}>
        {text("wizard.prefill.use_register_value", { value })}
      </Button>
    </div>
  );
}
