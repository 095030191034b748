// The four blocks next to the steps, and the send buttons below them, in sight however long the blocks are. The manifest says
// per step which blocks are open, closed or hidden; the broker may open and close them until the next step says otherwise.
import { useText } from "#widgets/text.ts";
import { requestForm } from "../model/submitting.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { PremiumBlock } from "./PremiumBlock.tsx";
import { ProgressBlock } from "./ProgressBlock.tsx";
import { RequestBlock } from "./RequestBlock.tsx";
import { SendButtons } from "./SendButtons.tsx";
import styles from "./Sidebar.module.css";
import { useBlock } from "./useBlock.ts";
import { useWindowRoom } from "./useWindowRoom.ts";
import { WhyBlock } from "./WhyBlock.tsx";

export function Sidebar({ onCheck, below = false }: { onCheck: () => void; below?: boolean }) {
  const text = useText();
  const side = useWindowRoom();
  return (
    <aside
      className={below ? `${styles.side} ${styles.below}` : styles.side}
      ref={side}
      aria-label={text("wizard.sidebar.label")}
    >
      <Blocks onCheck={onCheck} />
    </aside>
  );
}

export function Blocks({ onCheck }: { onCheck: () => void }) {
  const wizard = useWizard();
  const progress = useWizardState((state) => state.progress);
  const sidebar = wizard.sidebar();
  const step = Object.keys(progress).find((key) => progress[key]?.active) ?? "";
  const why = useBlock(step, sidebar.why);
  const premium = useBlock(step, sidebar.premium);
  const refused = useWizardState((state) => (state.refused?.step === requestForm ? state.refused : null));
  const request = useBlock(step, sidebar.request, refused);
  return (
    <>
      {sidebar.why !== "hidden" && <WhyBlock {...why} />}
      <ProgressBlock />
      {sidebar.premium !== "hidden" && <PremiumBlock {...premium} />}
      {sidebar.request !== "hidden" && <RequestBlock {...request} send={sidebar.send} onCheck={onCheck} />}
      {sidebar.request !== "hidden" && request.open && sidebar.send.length > 0 && <SendButtons />}
    </>
  );
}
