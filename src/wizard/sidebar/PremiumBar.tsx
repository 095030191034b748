// Small screens: the total stays at the bottom, and a sheet contains the same four blocks. The page keeps as much space
// at its end as the bar is high. Once all steps are done or an answer leads to decline, the button names sending. A
// decline is shown in the bar itself, because in the sheet it could be missed.
import { useEffect, useRef } from "react";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { formatPeriod } from "#widgets/ui/facts/premiumFacts.ts";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import { isDeclined } from "../model/sending/judgedAnswers.ts";
import { type PremiumState, requestForm } from "../model/state.ts";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";
import styles from "./PremiumBar.module.css";
import { useFactTools } from "./PremiumBlock.tsx";
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
    if (refused && refused.step !== requestForm) onOpen(false);
  }, [refused, onOpen]);
  const wanted = useWizardState((state) => state.headed?.step === requestForm);
  useEffect(() => {
    if (wanted) onOpen(true);
  }, [wanted, onOpen]);
  const bar = useRoomForBar();
  const wizard = useWizard();
  const settled = useWizardState(() => wizard.sendButtons().some(({ reason }) => reason !== "incomplete"));
  const declined = useWizardState(() => isDeclined(wizard.core));
  return (
    <>
      <section className={styles.bar} ref={bar} aria-label={text("wizard.sidebar.summary.title")}>
        {declined ? <p className={`${styles.figure} ${styles.declined}`}>{text("error.dropout")}</p> : <Figure />}
        <Button iconEnd="up" aria-haspopup="dialog" onClick={() => onOpen(true)}>
          {text(settled ? "wizard.sidebar.summary.open_sending" : "wizard.sidebar.summary.open_sheet")}
        </Button>
      </section>
      {open && (
        <Dialog kind="sheet" title={text("wizard.sidebar.label")} onClose={() => onOpen(false)}>
          <div className={styles.blocks}>
            <Blocks onCheck={onCheck} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Passes the height of the bar to the style sheet: large letters make it higher. */
function useRoomForBar() {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() =>
      style.setProperty("--bar-height", `${bar.current?.getBoundingClientRect().height ?? 0}px`),
    );
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.removeProperty("--bar-height");
    };
  }, []);
  return bar;
}

/** The text in place of an amount. */
const INSTEAD: Partial<Record<PremiumState["status"], string>> = {
  error: "error.premium",
  updating: "wizard.sidebar.summary.loading",
};

function Figure() {
  const text = useText();
  const tools = useFactTools();
  const { money } = useFormats();
  const { premium, status } = useWizardState((state) => state.premium);
  if (!premium || premium.total_amount === null) {
    return <p className={`${styles.figure} small`}>{text(INSTEAD[status] ?? "wizard.sidebar.summary.unavailable")}</p>;
  }
  const updating = status === "updating";
  const label = text("wizard.sidebar.summary.term_including_tax", { period: formatPeriod(premium, tools) });
  return (
    <p className={updating ? `${styles.figure} ${factsStyles.updating}` : styles.figure} aria-busy={updating}>
      <b>{money(premium.total_amount)}</b>
      <small>
        {updating && <Spinner />}
        {updating ? text("wizard.sidebar.summary.loading") : label}
      </small>
    </p>
  );
}
