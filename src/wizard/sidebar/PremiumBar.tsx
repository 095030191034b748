// Small screens: the total stays in view at the bottom, and a sheet holds the same four blocks.
import { useEffect } from "react";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { useFormats, useWizardState } from "../WizardContext.ts";
import { useFactTools } from "./PremiumBlock.tsx";
import { periodOf } from "./premiumFacts.ts";
import { Blocks } from "./Sidebar.tsx";

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  onCheck: () => void;
}

export function PremiumBar({ open, onOpen, onCheck }: Props) {
  const text = useText();
  const refused = useWizardState((state) => state.refused);
  useEffect(() => {
    if (refused && refused.step !== "request") onOpen(false);
  }, [refused, onOpen]);
  const wanted = useWizardState((state) => state.headed?.step === "request");
  useEffect(() => {
    if (wanted) onOpen(true);
  }, [wanted, onOpen]);
  return (
    <>
      <section className="premium-bar" aria-label={text("wizard.sidebar.summary.title")}>
        <Figure />
        <Button iconEnd="up" aria-haspopup="dialog" onClick={() => onOpen(true)}>
          {text("wizard.sidebar.summary.open_sheet")}
        </Button>
      </section>
      {open && (
        <Dialog kind="sheet" title={text("wizard.sidebar.label")} onClose={() => onOpen(false)}>
          <div className="sheet-blocks">
            <Blocks onCheck={onCheck} />
          </div>
        </Dialog>
      )}
    </>
  );
}

function Figure() {
  const text = useText();
  const tools = useFactTools();
  const { money } = useFormats();
  const { premium, status } = useWizardState((state) => state.premium);
  if (!premium || premium.total_amount === null) {
    return (
      <p className="fig sm">{text(status === "error" ? "error.premium" : "wizard.sidebar.summary.unavailable")}</p>
    );
  }
  const label = text("wizard.sidebar.summary.term_including_tax", { period: periodOf(premium, tools) });
  return (
    <p className={status === "updating" ? "fig is-updating" : "fig"} aria-busy={status === "updating"}>
      <b>{money(premium.total_amount)}</b>
      <small>{label}</small>
    </p>
  );
}
