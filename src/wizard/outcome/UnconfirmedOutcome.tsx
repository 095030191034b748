// The answer to sending was lost: whether the request arrived is not known, and nothing else is claimed. A server that knows
// the key is asked again by itself; another one could make two requests of it, so there the broker looks first.
import { Link } from "react-router";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import loadingStyles from "#widgets/ui/Loading.module.css";
import { Spinner } from "#widgets/ui/Spinner.tsx";
import type { Outcome } from "../model/state.ts";
import outcomeStyles from "../Outcome.module.css";
import { useFlowTitle } from "../useFlowTitle.ts";
import { usePaths, useWizard, useWizardState } from "../WizardContext.ts";
import { OutcomeCard } from "./OutcomeCard.tsx";
import { useRequestPlace } from "./useRequestPlace.ts";

export function UnconfirmedOutcome({ outcome }: { outcome: Extract<Outcome, { kind: "unconfirmed" }> }) {
  const text = useText();
  const to = usePaths();
  const { submitting } = useWizard();
  const sending = useWizardState((state) => state.sending);
  const { relation } = useRequestPlace();
  const { repeats } = outcome;
  return (
    <div className={outcomeStyles.outcome}>
      <OutcomeCard kind="unconfirmed" about={useFlowTitle()}>
        <p role="status" className={loadingStyles.loading}>
          {repeats && <Spinner />}
          {text(repeats ? "wizard.outcome.unconfirmed.repeating" : "wizard.outcome.unconfirmed.look_first")}
        </p>
        <div className="actions">
          <Button
            kind={repeats ? "primary" : "secondary"}
            icon="refresh"
            busy={sending !== null}
            onClick={() => void submitting.again()}
          >
            {text(repeats ? "wizard.outcome.unconfirmed.ask_now" : "wizard.outcome.unconfirmed.send_again")}
          </Button>
          {relation !== undefined && (
            <Link className="button button-secondary" to={to.quotes({ relation })}>
              {text("wizard.outcome.unconfirmed.to_quotes")}
            </Link>
          )}
          <Button kind="quiet" onClick={submitting.back}>
            {text("wizard.outcome.error.back")}
          </Button>
        </div>
      </OutcomeCard>
    </div>
  );
}
