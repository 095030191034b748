// Sending failed: nothing is lost, and the same request can be sent again without becoming two (decisions 39).
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import type { Outcome } from "../model/state.ts";
import outcomeStyles from "../Outcome.module.css";
import { useFlowTitle } from "../useFlowTitle.ts";
import { useWizard, useWizardState } from "../WizardContext.ts";
import { OutcomeCard } from "./OutcomeCard.tsx";

export function ErrorOutcome({ outcome }: { outcome: Extract<Outcome, { kind: "error" }> }) {
  const text = useText();
  const { submitting } = useWizard();
  const sending = useWizardState((state) => state.sending);
  return (
    <div className={outcomeStyles.outcome}>
      <OutcomeCard kind="error" about={useFlowTitle()}>
        {outcome.message && <p>{outcome.message}</p>}
        <p>{text("wizard.outcome.error.kept")}</p>
        <div className="actions">
          <Button
            kind="primary"
            icon="refresh"
            busy={sending !== null}
            onClick={() => void submitting.send(outcome.action)}
          >
            {text("common.action.retry")}
          </Button>
          <Button onClick={submitting.back}>{text("wizard.outcome.error.back")}</Button>
        </div>
      </OutcomeCard>
    </div>
  );
}
