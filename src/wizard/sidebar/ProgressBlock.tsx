// How far the request is: the words are the value, the bars are decoration.
import { useText } from "#widgets/text.ts";
import { counts } from "../model/state.ts";
import { useWizardState } from "../WizardContext.ts";

export function ProgressBlock() {
  const text = useText();
  const progress = useWizardState((state) => state.progress);
  return (
    <section className="block progress">
      <div className="progress-top">
        <h2>{text("wizard.sidebar.progress.title")}</h2>
        <span>{text("wizard.sidebar.progress.completed", counts(progress))}</span>
      </div>
      <div className="bars" aria-hidden="true">
        {Object.entries(progress).map(([key, { active, completed }]) => (
          <span key={key} className={active ? "now" : completed ? "done" : undefined} />
        ))}
      </div>
    </section>
  );
}
