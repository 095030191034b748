// The four blocks next to the steps, and the send buttons below them. They never scroll inside themselves. The
// manifest sets per step which blocks are open, closed or hidden. The broker may open and close them until the next
// step sets them again.
import { useEffect, useRef } from "react";
import { useText } from "#widgets/runtime/text.ts";
import blockStyles from "#widgets/ui/Block.module.css";
import { Block } from "#widgets/ui/Block.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { countSteps, requestForm } from "../model/state.ts";
import { RuleNotice, useJudgedRules } from "../notices/RuleNotice.tsx";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { PremiumBlock } from "./PremiumBlock.tsx";
import progressStyles from "./ProgressBlock.module.css";
import { RequestBlock } from "./RequestBlock.tsx";
import { SendButtons } from "./SendButtons.tsx";
import styles from "./Sidebar.module.css";
import { type BlockControl, useBlock } from "./useBlock.ts";

const MARGIN_PX = 20;

/** Marks the sidebar while it fits in the window: only then it sticks. A longer one moves with the page (spec: wizard 2). */
function useFits() {
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = side;
    const measure = () =>
      current?.toggleAttribute("data-fits", current.offsetHeight + 2 * MARGIN_PX <= window.innerHeight);
    const resized = new ResizeObserver(measure);
    if (current) resized.observe(current);
    window.addEventListener("resize", measure);
    return () => {
      resized.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return side;
}

export function Sidebar({ onCheck }: { onCheck: () => void }) {
  const text = useText();
  const side = useFits();
  return (
    <aside className={styles.side} ref={side} aria-label={text("wizard.sidebar.label")}>
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
  const headed = useWizardState((state) => (state.headed?.step === requestForm ? state.headed : null));
  const request = useBlock(step, sidebar.request, headed ?? refused);
  return (
    <>
      {sidebar.why !== "hidden" && <WhyBlock {...why} />}
      <ProgressBlock />
      <RuleNotice rules={useJudgedRules()} />
      {sidebar.premium !== "hidden" && <PremiumBlock {...premium} />}
      {sidebar.request !== "hidden" && <RequestBlock {...request} send={sidebar.send} onCheck={onCheck} />}
      {sidebar.request !== "hidden" && request.open && sidebar.send.length > 0 && <SendButtons />}
    </>
  );
}

/** Why this insurer: items that the product's manifest names. */
function WhyBlock(control: BlockControl) {
  const text = useText();
  const { manifest } = useWizard().core;
  return (
    <Block icon="shield" title={text("wizard.sidebar.why.title")} {...control}>
      <ul className="why">
        {manifest.why.map((item) => (
          <li key={item}>
            <Icon name="check" />
            <b>{text(`why.${item}.title`)}</b>
            <span>{text(`why.${item}.text`)}</span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** How far the request is: the words are the value, the bars are decoration. */
function ProgressBlock() {
  const text = useText();
  const progress = useWizardState((state) => state.progress);
  return (
    <section className={`${blockStyles.block} ${progressStyles.progress}`}>
      <div className={progressStyles.top}>
        <h2>{text("wizard.sidebar.progress.title")}</h2>
        <span>{text("wizard.sidebar.progress.completed", countSteps(progress))}</span>
      </div>
      <div className={progressStyles.bars} aria-hidden="true">
        {Object.entries(progress).map(([key, { active, completed }]) => (
          <span key={key} className={completed ? progressStyles.done : active ? progressStyles.now : undefined} />
        ))}
      </div>
    </section>
  );
}
