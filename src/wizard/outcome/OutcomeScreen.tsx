// What became of the request, in place of the wizard: the title takes the focus, the number can be copied, and there is
// always a next action. A failed sending keeps everything and offers to try again.
import { useText } from "#widgets/text.ts";
import { Notice } from "#widgets/ui/Notice.tsx";
import type { Outcome } from "../model/state.ts";
import { ErrorOutcome } from "./ErrorOutcome.tsx";
import { NextActions } from "./NextActions.tsx";
import { OutcomeCard } from "./OutcomeCard.tsx";
import { OutcomeFacts } from "./OutcomeFacts.tsx";
import { outcomeKind } from "./outcomeKind.ts";
import { ReferenceNumber } from "./ReferenceNumber.tsx";
import { Referral } from "./Referral.tsx";
import { SentOutcome } from "./SentOutcome.tsx";

export function OutcomeScreen({ outcome }: { outcome: Outcome }) {
  const text = useText();
  const kind = outcomeKind(outcome);
  if (outcome.kind === "error") return <ErrorOutcome outcome={outcome} />;
  if (outcome.kind === "sent") return <SentOutcome sent={outcome.sent} />;
  const { answer } = outcome;
  return (
    <div className="outcome">
      <OutcomeCard kind={kind}>
        {answer.number && <ReferenceNumber kind={kind} number={answer.number} />}
        {kind === "policy_not_accepted" && <Referral answer={answer} />}
        {kind !== "policy_not_accepted" && kind !== "policy_declined" && <OutcomeFacts answer={answer} />}
        {kind === "policy_declined" && <Referral answer={answer} />}
        <NextActions kind={kind} answer={answer} />
      </OutcomeCard>
      <Notice title={text("wizard.notice.record_answers.title")}>{text("wizard.notice.record_answers.text")}</Notice>
    </div>
  );
}
