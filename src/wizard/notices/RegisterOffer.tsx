// The register's value for a field that the broker changed: offered under it, never put over it (decisions 18).
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { useWording } from "../wording/useWording.ts";

export function RegisterOffer({ id }: { id: string }) {
  const text = useText();
  const wording = useWording();
  const { registering } = useWizard();
  const offer = useWizardState((state) => state.prefill.offers.find(({ step, field }) => `${step}_${field}` === id));
  if (!offer) return null;
  const value = wording.value(offer.step, [offer.field], offer.value);
  return (
    <div>
      <Button kind="quiet" small onClick={() => registering.use(offer)}>
        {text("wizard.prefill.use_register_value", { value })}
      </Button>
    </div>
  );
}
