// Asks what a conversion starts with, where a change of the quotation was saved and never sent: the quotation as it was sent, or
// that change. Closing goes on with the change and loses nothing.
import { useSearchParams } from "react-router";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { useTakeOut } from "../usePlainAddress.ts";
import { useWizard } from "../WizardContext.ts";
import { useSavedAt } from "./OpeningNotices.tsx";

export function ConvertQuestion({ onStartAnew }: { onStartAnew: () => void }) {
  const text = useText();
  const { core, drafting } = useWizard();
  const [query] = useSearchParams();
  const takeOut = useTakeOut();
  const { flow, exists } = core.opened;
  const { resumed, quotation_number: quotation } = exists;
  const date = useSavedAt(resumed?.saved_at);
  if (flow !== "quoteToPolicy" || !resumed || !query.has("new")) return null;
  const goOn = () => takeOut("new");
  const asSent = () => {
    drafting.forget();
    onStartAnew();
  };
  return (
    <Dialog
      title={text("wizard.convert.title")}
      intro={text("wizard.convert.text", { date, quotation: String(quotation) })}
      onClose={goOn}
    >
      <div className="actions">
        <Button kind="primary" onClick={asSent}>
          {text("wizard.convert.as_sent")}
        </Button>
        <Button onClick={goOn}>{text("wizard.convert.with_change")}</Button>
      </div>
    </Dialog>
  );
}
