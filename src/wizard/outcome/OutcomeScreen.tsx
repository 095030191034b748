// What became of the request: the title takes the focus, the number can be copied, the answers can be kept, and there is
// always a next action. It knows no open wizard, so that it can be shown again.
import type { SentOutcome } from "#api/outcomes.ts";
import { useText } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import outcomeStyles from "../Outcome.module.css";
import { NextActions } from "./NextActions.tsx";
import { OutcomeCard } from "./OutcomeCard.tsx";
import { OutcomeFacts } from "./OutcomeFacts.tsx";
import { findOutcomeKind } from "./outcomeKind.ts";
import { ReferenceNumber } from "./ReferenceNumber.tsx";
import { Referral } from "./Referral.tsx";
import type { RequestPlace } from "./useRequestPlace.ts";

interface Props {
  outcome: SentOutcome;
  /** The product's name. */
  product: string;
  place: RequestPlace;
}

export function OutcomeScreen({ outcome: { answer, summary }, product, place }: Props) {
  const kind = findOutcomeKind(answer.type, answer.accepted);
  const referral = kind === "policy_not_accepted" || kind === "policy_declined";
  return (
    <div className={outcomeStyles.outcome}>
      <OutcomeCard kind={kind} about={summary?.company}>
        {answer.number && <ReferenceNumber kind={kind} number={answer.number} />}
        {referral ? (
          <Referral answer={answer} />
        ) : (
          <OutcomeFacts product={product} summary={summary} type={answer.type} files={answer.files} />
        )}
        <NextActions kind={kind} answer={answer} place={place} />
      </OutcomeCard>
      <RecordAnswers summary={summary} />
    </div>
  );
}

/** The broker records the answers in his own file: the paper with all of them to keep, and this page to print. */
function RecordAnswers({ summary }: Pick<SentOutcome, "summary">) {
  const text = useText();
  const document = summary?.document;
  return (
    <Notice
      title={text("wizard.notice.record_answers.title")}
      action={
        <span className="actions no-print">
          {document !== undefined && (
            <a className="button button-secondary button-small" href={`/api/documents/${document}/download`} download>
              <Icon name="download" small />
              {text("wizard.outcome.action.download_answers")}
            </a>
          )}
          <Button small onClick={() => window.print()}>
            {text("wizard.outcome.action.print")}
          </Button>
        </span>
      }
    >
      {text("wizard.notice.record_answers.text")}
    </Notice>
  );
}
