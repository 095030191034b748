// A copy was asked for while a request of this relation and product stands open, on the server or on this device alone:
// nothing is laid aside without a word. Closing it goes on with the open request, which loses nothing.
import { useSearchParams } from "react-router";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { useTakeOut } from "../usePlainAddress.ts";
import { useStepText } from "../useStepText.ts";
import { useWizard } from "../WizardContext.ts";
import { useSavedAt } from "./useSavedAt.ts";

export function CopyQuestion({ onReplace }: { onReplace: () => void }) {
  const text = useText();
  const words = useStepText();
  const { core, drafting } = useWizard();
  const [query] = useSearchParams();
  const takeOut = useTakeOut();
  const { copyWaits, exists } = core.opened;
  const { resumed } = exists;
  const date = useSavedAt(resumed?.saved_at);
  const quotation = query.get("copy");
  if (!copyWaits || quotation === null) return null;
  const goOn = () => takeOut("copy");
  const replace = () => {
    drafting.forget();
    onReplace();
  };
  return (
    <Dialog
      title={text("wizard.copy.title")}
      intro={
        resumed
          ? text("wizard.copy.text", { date, quotation, step: words.step(resumed.step, "title") })
          : text("wizard.copy.text_device", { quotation })
      }
      onClose={goOn}
    >
      <div className="actions">
        <Button kind="primary" onClick={goOn}>
          {text("wizard.copy.go_on")}
        </Button>
        <Button onClick={replace}>{text("wizard.copy.replace")}</Button>
      </div>
    </Dialog>
  );
}
