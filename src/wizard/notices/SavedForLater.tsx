// Continue later was answered: says that everything is stored and how to go on (spec: wizard 4).
import { useNavigate } from "react-router";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { usePaths, useWizard, useWizardState } from "../WizardContext.ts";

export function SavedForLater() {
  const text = useText();
  const to = usePaths();
  const navigate = useNavigate();
  const { core } = useWizard();
  const shown = useWizardState((state) => state.savedForLater);
  if (!shown) return null;
  const close = () => core.dispatch({ type: "noticeClosed", notice: "savedForLater" });
  return (
    <Dialog title={text("wizard.saved_for_later.title")} intro={text("wizard.saved_for_later.text")} onClose={close}>
      <div className="actions">
        <Button kind="primary" onClick={close}>
          {text("wizard.saved_for_later.close")}
        </Button>
        <Button onClick={() => void navigate(to.relation(core.opened.exists.relation_number))}>
          {text("wizard.outcome.action.to_relation")}
        </Button>
      </div>
    </Dialog>
  );
}
