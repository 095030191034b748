// How far the request is: the words are the value, the bars are decoration.
import { useText } from "#widgets/text.ts";
import blockStyles from "#widgets/ui/Block.module.css";
import { counts } from "../model/state.ts";
import { useWizardState } from "../WizardContext.ts";
import styles from "./ProgressBlock.module.css";

export function ProgressBlock() {
  const text = useText();
  const progress = useWizardState((state) => state.progress);
  return (
    <section className={`${blockStyles.block} ${styles.progress}`}>
      <div className={styles.top}>
        <h2>{text("wizard.sidebar.progress.title")}</h2>
        <span>{text("wizard.sidebar.progress.completed", counts(progress))}</span>
      </div>
      <div className={styles.bars} aria-hidden="true">
        {Object.entries(progress).map(([key, { active, completed }]) => (
          <span key={key} className={active ? styles.now : completed ? styles.done : undefined} />
        ))}
      </div>
    </section>
  );
}
